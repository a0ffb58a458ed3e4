import { parseMoney } from '../../contract/money.ts';
import { type Database, inTransaction } from '../database/database.ts';
import { recordApprovalLimit } from './approval-limits.ts';
import { markForSecondApproval } from './approvals.ts';
import { endDemoFigures, endDemoPages } from './demo-end.ts';
import { enforceFunding } from './funding.ts';
import { announceDailyLimit } from './push-queue.ts';
import { type EndedRates, endRates } from './rates-end.ts';
import { checkSetting, definitionOf, SettingError } from './settings.check.ts';
import { Settings } from './settings.ts';
import { type ByLanguage, mergeByLanguage, type Texts } from './texts.ts';

const CURRENCY = 'product.currency';
const PROCESS_DAYS = 'withdraw.process_days';
const REVIEW_DAYS = 'withdraw.review_days';

async function changeApprovalLimit(
  transaction: Database,
  value: string,
  who: string | null,
): Promise<void> {
  const before = new Settings({ db: transaction });
  await before.refresh();
  await markForSecondApproval(transaction, before.get('withdraw.second_approval_above'));
  await recordApprovalLimit(transaction, who, parseMoney(value));
}

/** The processing time that people see must cover the review of a withdrawal. */
async function checkProcessDays(
  transaction: Database,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  if (!(PROCESS_DAYS in values || REVIEW_DAYS in values)) return;
  const after = new Settings({ db: transaction });
  await after.refresh();
  const [told, review] = [after.get(PROCESS_DAYS), after.get(REVIEW_DAYS)];
  if (told >= review) return;
  throw new SettingError(
    PROCESS_DAYS in values
      ? `${PROCESS_DAYS}: must be at least ${review}, as long as a review takes (${REVIEW_DAYS})`
      : `${REVIEW_DAYS}: must be at most ${told}, the days that the app tells people (${PROCESS_DAYS}); raise ${PROCESS_DAYS} first`,
  );
}

/** Stores texts of a setting by language; an empty text removes the translation. */
async function storeTexts(
  transaction: Database,
  [key, texts]: readonly [string, ByLanguage],
  now: Date,
): Promise<void> {
  const definition = definitionOf(key);
  if (!definition.byLanguage)
    throw new SettingError(`${key}: this key has one text for all languages`);
  for (const text of Object.values(texts)) checkSetting(key, text, now);
  const { rows } = await transaction.query<{ texts: ByLanguage }>(
    'select texts from setting where key = $1 for update',
    [key],
  );
  await transaction.query(
    `insert into setting (key, value, texts) values ($1, $2, $3)
     on conflict (key) do update set texts = excluded.texts`,
    [key, definition.default, JSON.stringify(mergeByLanguage(rows[0]?.texts, texts))],
  );
}

/**
 * Ends all rates, if the currency changes. Refuses the change once there are entries or deposits: their numbers would
 * stay, but become amounts of another currency.
 */
async function changeCurrency(transaction: Database, to: string): Promise<EndedRates | null> {
  const before = new Settings({ db: transaction });
  await before.refresh();
  if (before.currency === to) return null;
  const { rowCount } = await transaction.query(
    'select where exists (select 1 from transfer) or exists (select 1 from funding_deposit)',
  );
  if (rowCount) {
    throw new SettingError(
      `${CURRENCY}: cannot change, because entries or deposits are in ${before.currency} already`,
    );
  }
  return endRates(transaction, to);
}

/** Refuses a rate of the product's own currency: it would have no effect. */
async function refuseOwnRate(transaction: Database, values: Readonly<Record<string, string>>) {
  const settings = new Settings({ db: transaction });
  await settings.refresh();
  const { currency } = settings;
  const value = values[`rates.${currency}`]?.trim() || '1';
  if (Number(value) === 1) return;
  throw new SettingError(
    `rates.${currency}: ${currency} is the product’s currency: its rate is always 1`,
  );
}

const isFigure = ([key, value]: readonly [string, string]): boolean =>
  key.startsWith('marketing.') && value !== '';

/**
 * Stores values, all or none; every server process sees them within a second. The first marketing figure ends the
 * demo's figures and pages.
 * @param who the operator; null: unknown
 * @param texts by key and language, in addition to the values
 * @returns the keys of the demo's emptied figures and closed pages; and the rates and methods that a change of the
 * currency ended
 * @throws SettingError when a setting cannot hold its value
 */
export async function changeSettings(
  db: Database,
  values: Readonly<Record<string, string>>,
  now: Date,
  who: string | null = null,
  texts: Texts = {},
): Promise<{ figures: string[]; pages: string[]; ended: EndedRates | null }> {
  const checked = Object.entries(values).map(
    ([key, value]) => [key, checkSetting(key, value, now)] as const,
  );
  return inTransaction(db, async (transaction) => {
    // locks the version's row first: concurrent changes wait there, so the last version is the last change
    await transaction.query('update setting_version set version = version + 1');
    let ended: EndedRates | null = null;
    for (const row of checked) {
      if (row[0] === CURRENCY) ended = await changeCurrency(transaction, row[1]);
      if (row[0] === 'video.daily_limit') await announceDailyLimit(transaction, row[1], now);
      if (row[0] === 'withdraw.second_approval_above')
        await changeApprovalLimit(transaction, row[1], who);
      if (row[0] === 'funding.enforce') await enforceFunding(transaction, row[1] === 'true');
      await transaction.query(
        `insert into setting (key, value, changed_at) values ($1, $2, $3)
         on conflict (key) do update
         set value = excluded.value, is_demo = false, changed_at = excluded.changed_at`,
        [...row, now],
      );
    }
    for (const each of Object.entries(texts)) await storeTexts(transaction, each, now);
    await refuseOwnRate(transaction, values);
    await checkProcessDays(transaction, values);
    if (!checked.some(isFigure)) return { figures: [], pages: [], ended };
    const figures = await endDemoFigures(transaction);
    return { figures, pages: await endDemoPages(transaction), ended };
  });
}
