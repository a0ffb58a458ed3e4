import type pg from 'pg';
import { inTransaction } from '../../database/database.ts';
import { cleanAccount } from './clean.ts';
import {
  kindInSql,
  kindOf,
  type MethodOfAccount,
  type ParsedAccount,
  parseAccount,
} from './kinds.ts';
import { openAccounts, takeAccount } from './sealed.ts';

/** One number may be an account at each provider of phones; all others name their own. */
const keyOf = ({ method, account_type }: MethodOfAccount, key: string): string =>
  account_type === 'phone' ? `phone:${method}:${key}` : `${account_type}:${key}`;

/** An account that was parsed, and the key by which it is the same however it is written. */
export interface KnownAccount extends ParsedAccount {
  readonly accountKey: string;
}

/** @returns null when the method has no such account */
export function readAccount(
  method: MethodOfAccount,
  account: string,
  country: string,
): KnownAccount | null {
  const kind = method.account_kind ?? kindOf[method.account_type];
  const found = parseAccount(kind, cleanAccount(account), country);
  return found && { ...found, accountKey: keyOf(method, found.key) };
}

/** What a method asks of an account. */
export interface AccountRule extends MethodOfAccount {
  readonly account_pattern: string;
}

/**
 * Reads an account of a method: parsed, it must match the method's pattern in one of its forms.
 * @returns null when the method does not take it
 */
export function readFitting(
  method: AccountRule,
  account: string,
  country: string,
): KnownAccount | null {
  const found = readAccount(method, account, country);
  const pattern = new RegExp(method.account_pattern, 'u');
  return found?.forms.some((form) => pattern.test(form)) ? found : null;
}

interface Unkeyed extends MethodOfAccount {
  readonly user_id: bigint;
  readonly withdrawal_id: bigint | null;
  readonly account: string;
  readonly country: string;
}

/** What was stored before accounts were parsed has a key too: what it says, when it is none. */
function keyOfStored(row: Unkeyed): string {
  const found = readAccount(row, row.account, row.country);
  return found?.accountKey ?? keyOf(row, cleanAccount(row.account).toLowerCase());
}

const SLICE = 1_000;

const select = (table: 'payout_info' | 'withdrawal', id: string) => `
  select user_id, ${id} as withdrawal_id, account, country, method, account_type,
    ${kindInSql(table)}
  from ${table} where account_key is null limit ${SLICE} for update of ${table}`;

const UPDATES = {
  payout_info: `update payout_info set account_key = given.key
    from unnest($1::bigint[], $2::bigint[], $3::text[]) as given (user_id, id, key)
    where payout_info.user_id = given.user_id`,
  withdrawal: `update withdrawal set account_key = given.key
    from unnest($1::bigint[], $2::bigint[], $3::text[]) as given (user_id, id, key)
    where withdrawal.user_id = given.user_id and withdrawal.withdrawal_id = given.id`,
} as const;

/** Gives each row that has none its key, in slices; to be called before anybody is served. */
export async function fillAccountKeys(pool: pg.Pool): Promise<void> {
  for (const table of ['payout_info', 'withdrawal'] as const) {
    const from = select(table, table === 'withdrawal' ? 'withdrawal_id' : 'null::bigint');
    while (await inTransaction(pool, (db) => fillSlice(db, from, UPDATES[table]))) {
      // the next slice
    }
  }
}

async function fillSlice(db: pg.PoolClient, from: string, update: string): Promise<boolean> {
  const { rows } = await db.query<Unkeyed>(from);
  if (rows.length === 0) return false;
  const keys: string[] = [];
  for (const row of openAccounts(db, rows)) keys.push(await takeAccount(db, keyOfStored(row)));
  const ids = rows.map(({ withdrawal_id }) => withdrawal_id);
  await db.query(update, [rows.map(({ user_id }) => user_id), ids, keys]);
  return true;
}
