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
import { lockPayoutAccount, openAccounts } from './sealed.ts';

/** One phone number may be an account at several providers; accounts of other types name their provider. */
const keyOf = ({ method, account_type }: MethodOfAccount, key: string): string =>
  account_type === 'phone' ? `phone:${method}:${key}` : `${account_type}:${key}`;

/** A parsed account with its key; all spellings of an account have the same key. */
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

/** The rule of a method for its accounts. */
export interface AccountRule extends MethodOfAccount {
  readonly account_pattern: string;
}

/**
 * Parses an account of a method; one of its forms must match the method's pattern.
 * @returns null when the method does not accept it
 */
export function readMatchingAccount(
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

/** The key of a stored account. An account from before accounts were parsed may be invalid: its key is its text. */
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

/** Computes the missing keys of all rows, in slices; call it before the server answers calls. */
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
  for (const row of openAccounts(db, rows))
    keys.push(await lockPayoutAccount(db, keyOfStored(row)));
  const ids = rows.map(({ withdrawal_id }) => withdrawal_id);
  await db.query(update, [rows.map(({ user_id }) => user_id), ids, keys]);
  return true;
}
