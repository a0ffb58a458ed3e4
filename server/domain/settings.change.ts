import { MONEY_PLACES, parseDecimal, parseMoney } from '../../contract/money.ts';
import { type Database, inTransaction } from '../database/database.ts';
import { keepSecondApproval, noteLimit } from './approvals.ts';
import { isCurrency } from './currencies.ts';
import { endDemoFigures, endDemoPages } from './demo-end.ts';
import { enforceFunding } from './funding.ts';
import { isBic, isIban, plainIban } from './iban.ts';
import { announceDailyLimit } from './push-queue.ts';
import { type EndedRates, endRates } from './rates-end.ts';
import { readReviewRules, signalNames } from './review/rules.ts';
import type { SettingDefinition } from './settings.kinds.ts';
import { RATE_KEY, rateDefinition, type SettingKey, settingsTable } from './settings.table.ts';
import { Settings } from './settings.ts';
import { type ByLanguage, mergeByLanguage, type Texts } from './texts.ts';
import { MINUTE } from './time.ts';

/** A key that does not exist or a value that it cannot hold; the message says which and why. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

/** @throws SettingError for a key that is neither in the table nor `rates.XXX` */
export function definitionOf(key: string): SettingDefinition {
  if (Object.hasOwn(settingsTable, key)) return settingsTable[key as SettingKey];
  const currency = RATE_KEY.exec(key)?.[1];
  if (currency && isCurrency(currency)) return rateDefinition;
  throw new SettingError(
    currency ? `${key}: ${currency} is no ISO 4217 currency` : `${key}: no such key`,
  );
}

const CURRENCY = 'product.currency';
const PROCESS_DAYS = 'withdraw.process_days';
const REVIEW_DAYS = 'withdraw.review_days';

const PLACES = { count: 0, money: MONEY_PLACES, rate: 8 } as const;

function checkNumber(key: string, value: string, definition: SettingDefinition): string {
  const places = PLACES[definition.type as keyof typeof PLACES];
  // shares of a reward are computed with six places, exchange rates with eight
  const allowed = definition.type === 'rate' && definition !== rateDefinition ? 6 : places;
  const { min = '0', max = '0' } = definition;
  const isNegative = /^-\d/.test(value);
  let units: bigint;
  try {
    units = parseDecimal(isNegative ? value.slice(1) : value, allowed);
  } catch {
    const shape = allowed === 0 ? 'a whole number' : `a number with at most ${allowed} places`;
    throw new SettingError(`${key}: must be ${shape}`);
  }
  if (isNegative || units < parseDecimal(min, allowed) || units > parseDecimal(max, allowed)) {
    throw new SettingError(`${key}: must be from ${min} to ${max}`);
  }
  return value.replace(/^0+(?=\d)/, '');
}

/**
 * @returns the text to store
 * @throws SettingError when the key cannot hold the value
 */
export function checkSetting(key: string, value: string, now: Date): string {
  const definition = definitionOf(key);
  const text = value.trim();
  if (definition === rateDefinition && text === '') return text;
  switch (definition.type) {
    case 'count':
    case 'money':
    case 'rate':
      return checkNumber(key, text, definition);
    case 'flag':
      if (text !== 'true' && text !== 'false') {
        throw new SettingError(`${key}: must be true or false`);
      }
      return text;
    case 'colour':
      if (!/^#[0-9a-f]{6}$/i.test(text)) {
        throw new SettingError(`${key}: must be a colour such as #0b1511`);
      }
      return text;
    case 'time': {
      if (text === '') return text;
      const time = new Date(text);
      if (Number.isNaN(time.getTime())) {
        throw new SettingError(`${key}: must be a time such as 2026-01-31T12:00:00Z, or empty`);
      }
      // until then nobody who logs in would stay so
      if (time.getTime() > now.getTime() + MINUTE) {
        throw new SettingError(`${key}: must not be in the future`);
      }
      return time.toISOString();
    }
    case 'iban':
    case 'bic':
      return checkBank(key, plainIban(text), definition.type);
    case 'currency':
      if (isCurrency(text)) return text;
      throw new SettingError(`${key}: must be a currency of ISO 4217 such as USD`);
    case 'page':
    case 'signals':
    case 'text':
      if (text.length > Number(definition.max)) {
        throw new SettingError(`${key}: must have at most ${definition.max} characters`);
      }
      if (definition.type === 'page' && !isPage(text)) {
        throw new SettingError(`${key}: must be an https address, a path of this host, or empty`);
      }
      if (definition.type === 'signals') checkSignals(key, text);
      return text;
  }
}

function checkBank(key: string, text: string, type: 'iban' | 'bic'): string {
  if (text === '' || (type === 'iban' ? isIban(text) : isBic(text))) return text;
  const shape =
    type === 'iban' ? 'an IBAN whose check sum is right' : 'a BIC of 8 or 11 characters';
  throw new SettingError(`${key}: must be ${shape}, or empty`);
}

function checkSignals(key: string, text: string): void {
  try {
    readReviewRules(text);
  } catch (error) {
    const known = signalNames.join(', ');
    throw new SettingError(`${key}: "${(error as Error).message}" is no signal; they are ${known}`);
  }
}

/** It ends up in a policy of the pages: nothing but an address may. */
function isPage(text: string): boolean {
  if (text === '' || /^\/(?!\/)[^\s\\]*$/.test(text)) return true;
  return text.startsWith('https://') && URL.canParse(text) && !/[\s;,]/.test(text);
}

async function keepLimit(transaction: Database, value: string, who: string | null): Promise<void> {
  const before = new Settings({ db: transaction });
  await before.refresh();
  await keepSecondApproval(transaction, before.get('withdraw.second_approval_above'));
  await noteLimit(transaction, who, parseMoney(value));
}

/** What people are told holds for a withdrawal that is in review, too. */
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
      : `${REVIEW_DAYS}: must be at most ${told}, the days that people are told (${PROCESS_DAYS}); raise those first`,
  );
}

/** What is said to readers of one language in the place of a text; an empty one takes it away. */
async function storeTexts(
  transaction: Database,
  [key, texts]: readonly [string, ByLanguage],
  now: Date,
): Promise<void> {
  const definition = definitionOf(key);
  if (!definition.byLanguage) throw new SettingError(`${key}: has one text for all languages`);
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

/** Amounts that are there already stay as they are, so they would be other money. */
async function changeCurrency(transaction: Database, to: string): Promise<EndedRates | null> {
  const before = new Settings({ db: transaction });
  await before.refresh();
  if (before.currency === to) return null;
  const { rowCount } = await transaction.query(
    'select where exists (select from transfer) or exists (select from funding_deposit)',
  );
  if (rowCount) {
    throw new SettingError(`${CURRENCY}: entries or deposits are in ${before.currency} already`);
  }
  return endRates(transaction, to);
}

/** Whatever a rate of it said, nothing would go by it. */
async function refuseOwnRate(transaction: Database, values: Readonly<Record<string, string>>) {
  const settings = new Settings({ db: transaction });
  await settings.refresh();
  const { currency } = settings;
  const value = values[`rates.${currency}`]?.trim() || '1';
  if (Number(value) === 1) return;
  throw new SettingError(
    `rates.${currency}: ${currency} is the product’s currency: it is always 1`,
  );
}

const isFigure = ([key, value]: readonly [string, string]): boolean =>
  key.startsWith('marketing.') && value !== '';

/**
 * Stores values, all or none; every server process sees them within a second. The first figure of the
 * marketing ends those of the demo, and its pages.
 * @param who the operator; null: not known
 * @param texts by key and language, beside those values
 * @returns the keys of the demo's figures that are empty now, and of its pages that are off; and what
 *   another currency has ended
 * @throws SettingError when one of them cannot be held
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
    // the version's row first: changes queue there, so the last version is the last change
    await transaction.query('update setting_version set version = version + 1');
    let ended: EndedRates | null = null;
    for (const row of checked) {
      if (row[0] === CURRENCY) ended = await changeCurrency(transaction, row[1]);
      if (row[0] === 'video.daily_limit') await announceDailyLimit(transaction, row[1], now);
      if (row[0] === 'withdraw.second_approval_above') await keepLimit(transaction, row[1], who);
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
