import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type * as calls from '../../contract/calls.ts';
import { maskAccount } from '../../contract/mask.ts';
import { asPlainText } from '../../contract/plain-text.ts';
import type { AccountType, WithdrawInfo } from '../../contract/shapes.ts';
import { type Database, inTransaction } from '../database/database.ts';
import { writeAudit } from './audit.ts';
import { type Handler, Refusal } from './context.ts';

interface MethodRow {
  readonly method: string;
  readonly name: string;
  readonly account_type: AccountType;
  readonly countries: string[];
  readonly account_pattern: string;
  readonly account_hint: string;
}

interface InfoRow {
  readonly country: string;
  readonly method: string;
  readonly account_type: AccountType;
  readonly recipient_name: string;
  readonly account: string;
}

function toInfo(row: InfoRow): WithdrawInfo {
  return {
    country: row.country,
    method: row.method,
    account_type: row.account_type,
    recipient_name: row.recipient_name,
    account: maskAccount(row.account),
  };
}

export const wdinfo: Handler<typeof calls.wdinfo> = async ({ db }, { userId }) => {
  const { rows } = await db.query<InfoRow>('select * from payout_info where user_id = $1', [
    userId,
  ]);
  return { list: rows.map(toInfo) };
};

/** As apps read it: they take signs out of names that turn or pile up what is written around. */
const asRead = (info: unknown): unknown => JSON.parse(JSON.stringify(info), asPlainText);

/**
 * Whether a user is paid elsewhere than somebody was shown; without anything shown, nowhere else.
 * It stays so for the rest of the transaction: a change waits.
 */
export async function isPaidElsewhere(
  db: Database,
  userId: bigint,
  shown: WithdrawInfo | undefined,
): Promise<boolean> {
  const { rows } = await db.query<InfoRow>(
    'select * from payout_info where user_id = $1 for share',
    [userId],
  );
  return shown !== undefined && !isDeepStrictEqual(asRead(rows.map(toInfo)), asRead([shown]));
}

/** The check digit of card numbers (ISO/IEC 7812): a mistyped digit is found here, not by a bank. */
export function isCardNumber(account: string): boolean {
  const digits = account.replace(/[ -]/g, '');
  const sum = Array.from(digits)
    .reverse()
    .map(Number)
    .map((digit, place) => (place % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)))
    .reduce((left, right) => left + right, 0);
  return /^\d{12,19}$/.test(digits) && sum % 10 === 0;
}

function isAccount(row: MethodRow, account: string): boolean {
  if (!new RegExp(row.account_pattern, 'u').test(account)) return false;
  return row.account_type !== 'bank_card' || isCardNumber(account);
}

/** $1 user, $2 country, $3 method, $4 its kind of account, $5 recipient, $6 account, $7 now. */
const STORE_INFO = `
  insert into payout_info (user_id, country, method, account_type, recipient_name, account,
    updated_at)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (user_id) do update set country = excluded.country, method = excluded.method,
    account_type = excluded.account_type, recipient_name = excluded.recipient_name,
    account = excluded.account, updated_at = excluded.updated_at
  returning *`;

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
  { db, now, settings },
  { userId },
  input,
) => {
  const found = await db.query<MethodRow>(
    'select * from payout_method where method = $1 and disabled_at is null',
    [input.method],
  );
  const [method] = found.rows;
  if (!method) throw new Refusal('unknown_method');
  if (!method.countries.includes(input.country)) throw new Refusal('method_not_in_country');
  if (!isAccount(method, input.account)) throw new Refusal('invalid_account');
  const values = [
    userId,
    input.country,
    method.method,
    method.account_type,
    input.recipient_name,
    input.account,
    now,
  ];
  const max = settings.get('withdraw.accounts_shared_max');
  return inTransaction(db, async (transaction) => {
    // Locked, so that a change of the same user that is under way is seen: it may leave the account.
    const before = await transaction.query<StoredInfo>(
      'select * from payout_info where user_id = $1 for update',
      [userId],
    );
    const { rows } = await transaction.query<StoredInfo>(STORE_INFO, values);
    const accountKey = rows[0]?.account_key ?? '';
    const isNew = before.rows[0]?.account_key !== accountKey;
    if (isNew && max > 0 && (await isShared(transaction, accountKey, max))) {
      throw new Refusal('account_shared');
    }
    if (isNew) await noteChange(transaction, userId, [before.rows[0], rows[0]], now);
    return { list: rows.map(toInfo) };
  });
};

/** A payout account that is changed may be a thief's: the operator's log tells of it. */
async function noteChange(
  db: Database,
  userId: bigint,
  [before, after]: readonly (StoredInfo | undefined)[],
  now: Date,
): Promise<void> {
  if (!before || !after) return;
  const said = ({ method, account }: StoredInfo) => `${method} ${maskAccount(account)}`;
  const what = { before: said(before), after: said(after) };
  await writeAudit(db, { who: `user ${userId}`, action: 'payout account changed', what }, now);
}

export const withdrawalMethods: Handler<typeof calls.withdrawalMethods> = async (
  { db },
  _caller,
  { country },
) => {
  const { rows } = await db.query<MethodRow>(
    `select method, name, account_type, countries, account_pattern, account_hint
     from payout_method
     where disabled_at is null and ($1::text is null or $1 = any(countries))
     order by position, method`,
    [country ?? null],
  );
  return { list: rows };
};
