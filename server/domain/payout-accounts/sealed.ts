import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { type DataKey, keysOf } from '../../database/data-keys.ts';
import type { Database } from '../../database/database.ts';
import { hashFor, type Place, seal, unseal } from '../../database/seal.ts';
import { writingKey } from '../at-rest/current-key.ts';

/** One place for all rows of a person: a request takes the account as it is stored. */
export const placeOf = (userId: bigint | string): Place => ({
  column: 'payout account',
  of: userId,
});
export const placeOfKey = (name: string): Place => ({ column: 'payout account key', of: name });

/** @returns how an account is stored */
export async function sealAccount(db: Database, userId: bigint, account: string): Promise<string> {
  const key = await writingKey(db);
  return key ? seal(key, placeOf(userId), account) : account;
}

interface OfPerson {
  readonly user_id: bigint;
  readonly account: string;
}

/** Rows of `payout_info` or `withdrawal` with their accounts as people gave them. */
export const openAccounts = <Row extends OfPerson>(db: Database, rows: readonly Row[]): Row[] =>
  rows.map((row) => ({ ...row, account: unseal(keysOf(db), placeOf(row.user_id), row.account) }));

export const hashOf = (key: DataKey, accountKey: string): Buffer =>
  hashFor(key, 'payout account key', accountKey);

/** What names a sealed account begins with; no key of an account does. */
export const NAME_MARK = '#';

const findNamed = async (db: Database, accountKeys: readonly string[], lock = '') => {
  const hashes = keysOf(db)
    .all()
    .flatMap((key) => accountKeys.map((accountKey) => hashOf(key, accountKey)));
  const { rows } = await db.query<{ account_key: string }>(
    `select account_key from payout_account where account_hash = any($1) ${lock}`,
    [hashes],
  );
  return rows.map(({ account_key }) => account_key);
};

/**
 * Locks the row of an account until the transaction's end, and makes it where there is none: of two at once who want
 * one account the second waits at its hash for the first. A row of before a rotation has an older key's hash, and was
 * committed before the newest key was read.
 * @returns its random name
 */
async function lockNamed(db: Database, key: DataKey, accountKey: string): Promise<string> {
  const [known] = await findNamed(db, [accountKey], 'for update');
  if (known) return known;
  const name = NAME_MARK + randomBytes(16).toString('base64url');
  // a row that another transaction has made meanwhile is locked by the update, which changes nothing
  const { rows } = await db.query<{ account_key: string }>(
    `insert into payout_account as stored (account_key, account_hash, sealed_key) values ($1, $2, $3)
     on conflict (account_hash) do update set account_hash = stored.account_hash returning account_key`,
    [name, hashOf(key, accountKey), seal(key, placeOfKey(name), accountKey)],
  );
  return (rows[0] as { account_key: string }).account_key;
}

/** Gives an account a random name in the place of its key, in every row that has the key. */
export async function nameAccount(db: Database, key: DataKey, accountKey: string): Promise<string> {
  const name = await lockNamed(db, key, accountKey);
  for (const table of ['payout_info', 'withdrawal']) {
    await db.query(`update ${table} set account_key = $1 where account_key = $2`, [
      ...[name, accountKey],
    ]);
  }
  await db.query('delete from payout_account where account_key = $1', [accountKey]);
  return name;
}

/**
 * Locks an account until the transaction's end: of two who take its last place one sees the other.
 * @param accountKey makes two accounts the same
 * @returns what the rows have that are paid to it
 */
export async function takeAccount(db: pg.PoolClient, accountKey: string): Promise<string> {
  const key = await writingKey(db);
  // also where the account has a name: a server of the previous version may have written its key meanwhile
  if (key) return nameAccount(db, key, accountKey);
  // the update changes nothing: it locks the row that is there
  await db.query(
    `insert into payout_account as stored (account_key) values ($1)
     on conflict (account_key) do update set account_key = stored.account_key`,
    [accountKey],
  );
  return accountKey;
}

/** What rows may have that are paid to one of these accounts. */
export const storedKeysOf = async (
  db: Database,
  accountKeys: readonly string[],
): Promise<string[]> => [...accountKeys, ...(await findNamed(db, accountKeys))];
