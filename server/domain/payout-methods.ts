import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type * as calls from '../../contract/calls.ts';
import { maskAccount } from '../../contract/mask.ts';
import { asPlainText } from '../../contract/plain-text.ts';
import type { WithdrawInfo } from '../../contract/shapes.ts';
import { type Database, inTransaction } from '../database/database.ts';
import { writeAudit } from './audit.ts';
import { type Context, type Handler, Refusal } from './context.ts';
import { assertNotDeleted } from './deletion/delete-account.ts';
import { IS_KNOWN, mostUsersOf } from './first-payments.ts';
import { takeSlot } from './limits.ts';
import { type MethodCurrency, whyUnpaid } from './paid-currency.ts';
import { payeeVersion } from './payee-version.ts';
import {
  type AccountRule,
  type KnownAccount,
  readFitting,
} from './payout-accounts/account-keys.ts';
import { cleanName } from './payout-accounts/clean.ts';
import { kindInSql, type MethodOfAccount } from './payout-accounts/kinds.ts';
import { showAccount } from './payout-accounts/written.ts';
import { rowIn, type Texts } from './texts.ts';
import { DAY } from './time.ts';

interface MethodRow extends AccountRule, MethodCurrency {
  readonly name: string;
  readonly countries: string[];
  readonly account_hint: string;
  readonly texts: Texts;
}

interface InfoRow extends MethodOfAccount {
  readonly user_id: bigint;
  readonly country: string;
  readonly recipient_name: string;
  readonly account: string;
}

const INFO = `*, ${kindInSql('payout_info')}`;

async function toInfo(db: Database, row: InfoRow): Promise<WithdrawInfo> {
  return {
    country: row.country,
    method: row.method,
    account_type: row.account_type,
    recipient_name: row.recipient_name,
    account: showAccount(row),
    version: await payeeVersion(db, row),
  };
}

/** Empty, or one entry. */
const toInfos = (db: Database, rows: readonly InfoRow[]) =>
  Promise.all(rows.map((row) => toInfo(db, row)));

export const wdinfo: Handler<typeof calls.wdinfo> = async ({ db }, { userId }) => {
  const { rows } = await db.query<InfoRow>(`select ${INFO} from payout_info where user_id = $1`, [
    userId,
  ]);
  return { list: await toInfos(db, rows) };
};

/** As apps read it: they take signs out of names that turn or pile up what is written around. */
const asRead = (info: unknown): unknown => JSON.parse(JSON.stringify(info), asPlainText);

/** Where a user is paid, as it is set now. */
export interface Payee extends InfoRow, MethodCurrency {
  /** the version of the row: any change makes another one */
  readonly seen: string;
  readonly is_known: boolean;
}

export async function findPayee(db: Database, userId: bigint): Promise<Payee | null> {
  const { rows } = await db.query<Payee>(
    `select ${INFO}, payout_info.xmin::text as seen, ${IS_KNOWN} from payout_info
     left join (select method, currency, rounding from payout_method) as paid_by using (method)
     where user_id = $1`,
    [userId],
  );
  return rows[0] ?? null;
}

/**
 * Whether a user is paid elsewhere than somebody was shown; without anything shown, nowhere else.
 * The version decides; an app of before does not send it, and then only what it showed can be compared.
 */
export async function isPaidElsewhere(
  db: Database,
  payee: Payee | null,
  shown: WithdrawInfo | undefined,
): Promise<boolean> {
  if (shown === undefined) return false;
  const info = payee && (await toInfo(db, payee));
  if (shown.version !== undefined) return shown.version !== info?.version;
  return !isDeepStrictEqual(
    asRead({ ...info, version: null }),
    asRead({ ...shown, version: null }),
  );
}

/** Whether somebody can be paid by a method: none that pays in another currency is without a good rate. */
const isOffered = ({ settings, now }: Context, { currency }: MethodCurrency): boolean =>
  currency === null || whyUnpaid(settings, currency, now) === null;

/** @throws Refusal invalid_account */
function accountOf(row: MethodRow, account: string, country: string): KnownAccount {
  const found = readFitting(row, account, country);
  if (!found) throw new Refusal('invalid_account');
  return found;
}

/** $1 user, $2 country, $3 method, $4 its type of account, $5 recipient, $6 account, $7 its key, $8 now. */
const STORE_INFO = `
  insert into payout_info (user_id, country, method, account_type, recipient_name, account,
    account_key, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (user_id) do update set country = excluded.country, method = excluded.method,
    account_type = excluded.account_type, recipient_name = excluded.recipient_name,
    account = excluded.account,
    account_key = excluded.account_key, updated_at = excluded.updated_at
  returning ${INFO}`;

interface StoredInfo extends InfoRow {
  readonly account_key: string;
}

/**
 * Whether more users than allowed are paid to an account: those who have it set, and those who have
 * been paid to it or will be. The account's row is locked first, so that of two who take the last
 * place one sees the other.
 */
async function isShared(db: pg.PoolClient, accountKey: string, max: number): Promise<boolean> {
  await db.query('insert into payout_account (account_key) values ($1) on conflict do nothing', [
    accountKey,
  ]);
  await db.query('select from payout_account where account_key = $1 for update', [accountKey]);
  const { rows } = await db.query<{ users: number }>(
    `select count(*)::int as users from (
       select user_id from payout_info where account_key = $1
       union select user_id from withdrawal where account_key = $1 and status <> 'rejected'
     ) as paid_there`,
    [accountKey],
  );
  return (rows[0]?.users ?? 0) > max;
}

export const updateWdinfo: Handler<typeof calls.updateWdinfo> = async (
  context,
  { userId },
  input,
) => {
  const { db } = context;
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
    await assertNotDeleted(transaction, userId);
    // Locked, so that a change of the same user that is under way is seen: it may leave the account.
    const before = await transaction.query<StoredInfo>(
      `select ${INFO} from payout_info where user_id = $1 for update`,
      [userId],
    );
    const isSame = before.rows.some((row) => isDeepStrictEqual({ ...row, ...wanted }, row));
    const { rows } = isSame
      ? before
      : await change({ ...context, db: transaction }, userId, before.rows[0], wanted);
    return { list: await toInfos(transaction, rows) };
  });
};

/**
 * Stores where a user is paid. A refused change is undone and counts for nothing.
 * @throws Refusal too_many_attempts, account_shared
 */
async function change(
  { db, now, settings }: Context & { db: pg.PoolClient },
  userId: bigint,
  before: StoredInfo | undefined,
  to: Omit<StoredInfo, 'user_id' | 'account_kind'>,
): Promise<pg.QueryResult<StoredInfo>> {
  const limit = settings.get('limit.payout_changes_per_day');
  const seconds = await takeSlot(db, { bucket: `payout:${userId}`, limit, lengthMs: DAY }, now);
  if (seconds > 0) throw new Refusal('too_many_attempts', { retry_after: seconds });
  const { country, method, account_type, recipient_name, account, account_key: accountKey } = to;
  const payee = [country, method, account_type, recipient_name, account, accountKey];
  const stored = await db.query<StoredInfo>(STORE_INFO, [userId, ...payee, now]);
  if (before?.account_key === accountKey) return stored;
  const kind = stored.rows[0] ?? { account_type, account_kind: null };
  const max = mostUsersOf({ settings }, kind, account);
  if (max > 0 && (await isShared(db, accountKey, max))) throw new Refusal('account_shared');
  await noteChange(db, userId, [before, stored.rows[0]], now);
  return stored;
}

/**
 * A payout account that is changed may be a thief's, and the first one may be a ring's: the operator's
 * log tells of both.
 */
async function noteChange(
  db: Database,
  userId: bigint,
  [before, after]: readonly (StoredInfo | undefined)[],
  now: Date,
): Promise<void> {
  if (!after) return;
  const said = ({ method, account }: StoredInfo) => `${method} ${maskAccount(account)}`;
  const entry = before
    ? { action: 'payout account changed', what: { before: said(before), after: said(after) } }
    : { action: 'first payout account', what: { after: said(after) } };
  await writeAudit(db, { who: `user ${userId}`, ...entry }, now);
}

/** Apps know patterns only: they let through whatever spelling the server may understand. */
const ANY_SPELLING = '^.*[\\p{L}\\p{N}].*$';

export const withdrawalMethods: Handler<typeof calls.withdrawalMethods> = async (
  context,
  _caller,
  { country },
) => {
  const { rows } = await context.db.query<MethodRow>(
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
  const read = offered.map((row) => rowIn(context.visitor.language, row));
  return { list: read.map(({ texts: _, ...method }) => method) };
};
