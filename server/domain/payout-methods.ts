import { isDeepStrictEqual } from 'node:util';
import type * as calls from '../../contract/calls.ts';
import { plainTextReviver } from '../../contract/plain-text.ts';
import type { WithdrawInfo } from '../../contract/shapes.ts';
import { type Database, inTransaction } from '../database/database.ts';
import { type Context, type Handler, Refusal } from './context.ts';
import { assertNotDeleted } from './deletion/delete-account.ts';
import { IS_KNOWN } from './first-payments.ts';
import { type MethodCurrency, whyNoRate } from './paid-currency.ts';
import { payeeVersion } from './payee-version.ts';
import {
  type AccountRule,
  type KnownAccount,
  readMatchingAccount,
} from './payout-accounts/account-keys.ts';
import { changePayee, INFO, type InfoRow, type StoredInfo } from './payout-accounts/change.ts';
import { cleanName } from './payout-accounts/clean.ts';
import { maskedAccountOf } from './payout-accounts/format-account.ts';
import { openAccounts } from './payout-accounts/sealed.ts';
import { type Texts, translateRow } from './texts.ts';

interface MethodRow extends AccountRule, MethodCurrency {
  readonly name: string;
  readonly countries: string[];
  readonly account_hint: string;
  readonly texts: Texts;
}

async function toInfo(db: Database, row: InfoRow): Promise<WithdrawInfo> {
  return {
    country: row.country,
    method: row.method,
    account_type: row.account_type,
    recipient_name: row.recipient_name,
    account: maskedAccountOf(row),
    version: await payeeVersion(db, row),
  };
}

/** A list of at most one entry. */
const toInfos = (db: Database, rows: readonly InfoRow[]) =>
  Promise.all(rows.map((row) => toInfo(db, row)));

export const wdinfo: Handler<typeof calls.wdinfo> = async ({ db, settings }, { userId }) => {
  const { rows } = await db.query<InfoRow>(`select ${INFO} from payout_info where user_id = $1`, [
    userId,
  ]);
  return {
    list: await toInfos(db, openAccounts(db, rows)),
    change_hold_hours: settings.get('withdraw.account_change_hold_hours'),
  };
};

/** The payee as apps show it: without characters that reverse or stack the text around them. */
const asDisplayed = (info: unknown): unknown => JSON.parse(JSON.stringify(info), plainTextReviver);

/** A user's present payout account with its method's currency. */
export interface Payee extends InfoRow, MethodCurrency {
  /** a hash of the row: it differs after any change */
  readonly seen: Buffer;
  readonly is_known: boolean;
  readonly is_changed: boolean;
}

export async function findPayee(db: Database, userId: bigint): Promise<Payee | null> {
  const { rows } = await db.query<Payee>(
    `select ${INFO}, sha256(convert_to(payout_info::text, 'UTF8')) as seen, ${IS_KNOWN}
     from payout_info
     left join (select method, currency, rounding from payout_method) as paid_by using (method)
     where user_id = $1`,
    [userId],
  );
  return openAccounts(db, rows)[0] ?? null;
}

/**
 * Whether the payout account differs from the one that the person was shown; false if none was shown. The versions are
 * compared; older apps send no version, so their shown fields are compared.
 */
export async function hasPayeeChanged(
  db: Database,
  payee: Payee | null,
  shown: WithdrawInfo | undefined,
): Promise<boolean> {
  if (shown === undefined) return false;
  const info = payee && (await toInfo(db, payee));
  if (shown.version !== undefined) return shown.version !== info?.version;
  return !isDeepStrictEqual(
    asDisplayed({ ...info, version: null }),
    asDisplayed({ ...shown, version: null }),
  );
}

/** Whether a method is offered: its own currency must have a valid rate. */
const isOffered = (
  { settings, now }: Context,
  { currency }: Pick<MethodCurrency, 'currency'>,
): boolean => currency === null || whyNoRate(settings, currency, now) === null;

/** @throws Refusal invalid_account */
function accountOf(row: MethodRow, account: string, country: string): KnownAccount {
  const found = readMatchingAccount(row, account, country);
  if (!found) throw new Refusal('invalid_account');
  return found;
}

/**
 * @throws Refusal unknown_method, method_not_in_country, invalid_account, account_shared, proof_too_old,
 * too_many_attempts
 */
export const updateWdinfo: Handler<typeof calls.updateWdinfo> = async (context, caller, input) => {
  const { db } = context;
  const { userId } = caller;
  const found = await db.query<MethodRow>(
    'select * from payout_method where method = $1 and disabled_at is null',
    [input.method],
  );
  const [method] = found.rows;
  if (!method || !isOffered(context, method)) throw new Refusal('unknown_method');
  if (!method.countries.includes(input.country)) throw new Refusal('method_not_in_country');
  const account = accountOf(method, input.account, input.country);
  const wanted = {
    country: input.country,
    method: method.method,
    account_type: method.account_type,
    recipient_name: cleanName(input.recipient_name),
    account: account.plain,
    account_key: account.accountKey,
  };
  return inTransaction(db, async (transaction) => {
    // waits for a concurrent change by the same user, which may free the account, or store the user's first account
    await assertNotDeleted(transaction, userId, 'no key update');
    const found = await transaction.query<StoredInfo>(
      `select ${INFO} from payout_info where user_id = $1`,
      [userId],
    );
    const before = openAccounts(transaction, found.rows);
    const { account_key: _, ...shown } = wanted;
    const isSame = before.some((row) => isDeepStrictEqual({ ...row, ...shown }, row));
    const rows = isSame
      ? before
      : await changePayee({ ...context, db: transaction }, caller, before[0], wanted);
    return { list: await toInfos(transaction, rows) };
  });
};

/** A pattern for apps, which check nothing else: it accepts any spelling that the server may understand. */
const ANY_SPELLING = '^.*[\\p{L}\\p{N}].*$';

export const withdrawalMethods: Handler<typeof calls.withdrawalMethods> = async (
  context,
  _caller,
  { country },
) => {
  const { rows } = await context.db.query<Omit<MethodRow, 'account_kind' | 'rounding'>>(
    `select method, name, account_type, countries, account_hint, texts, currency,
       case when account_type in ('phone', 'bank_card', 'wallet_id') then '${ANY_SPELLING}'
         else account_pattern end
         as account_pattern
     from payout_method
     where disabled_at is null and ($1::text is null or $1 = any(countries))
     order by position, method`,
    [country ?? null],
  );
  const offered = rows.filter((row) => isOffered(context, row));
  const read = offered.map((row) => translateRow(context.visitor.language, row));
  return { list: read.map(({ texts: _, ...method }) => method) };
};
