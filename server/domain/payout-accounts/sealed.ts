import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { type DataKey, keysOf } from '../../database/data-keys.ts';
import type { Database } from '../../database/database.ts';
import { hashFor, type Place, seal, unseal } from '../../database/seal.ts';
import { writingKey } from '../at-rest/current-key.ts';

/** The place of an account is the same in all rows of a person: a withdrawal copies the sealed account. */
export const placeOf = (userId: bigint | string): Place => ({
  column: 'payout account',
  of: userId,
});
export const placeOfKey = (name: string): Place => ({ column: 'payout account key', of: name });

/** @returns the stored form of an account */
export async function sealAccount(db: Database, userId: bigint, account: string): Promise<string> {
  const key = await writingKey(db);
  return key ? seal(key, placeOf(userId), account) : account;
}

interface OfPerson {
  readonly user_id: bigint;
  readonly account: string;
}

/** Rows of `payout_info` or `withdrawal` with their accounts unsealed. */
export const openAccounts = <Row extends OfPerson>(db: Database, rows: readonly Row[]): Row[] =>
  rows.map((row) => ({ ...row, account: unseal(keysOf(db), placeOf(row.user_id), row.account) }));

export const hashOf = (key: DataKey, accountKey: string): Buffer =>
  hashFor(key, 'payout account key', accountKey);

/** Prefix of the random name that replaces the key of a sealed account; no key begins with it. */
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
 * Locks the row of an account until the transaction ends, or makes the row: of two transactions that make the same
 * row, the second waits at its unique hash. A row from before a rotation has the hash of an older data key;
 * `findNamed` finds it too, because it was committed before the newest data key was read.
 * @returns the account's random name
 */
async function lockNamed(db: Database, key: DataKey, accountKey: string): Promise<string> {
  const [known] = await findNamed(db, [accountKey], 'for update');
  if (known) return known;
  const name = NAME_MARK + randomBytes(16).toString('base64url');
  // the update locks a row that another transaction has made meanwhile, and changes nothing
  const { rows } = await db.query<{ account_key: string }>(
    `insert into payout_account as stored (account_key, account_hash, sealed_key) values ($1, $2, $3)
     on conflict (account_hash) do update set account_hash = stored.account_hash returning account_key`,
    [name, hashOf(key, accountKey), seal(key, placeOfKey(name), accountKey)],
  );
  return (rows[0] as { account_key: string }).account_key;
}

/** Replaces an account's key by a random name, in every row with the key. */
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
 * Locks an account until the transaction ends: the second of two users who take its last free place counts the first.
 * @param accountKey the same for all spellings of the account
 * @returns the value of `account_key` for rows with the account: its key, or a random name
 */
export async function lockPayoutAccount(db: pg.PoolClient, accountKey: string): Promise<string> {
  const key = await writingKey(db);
  // also for an account with a name: a server of the previous version may have written its readable key meanwhile
  if (key) return nameAccount(db, key, accountKey);
  // the update changes nothing: it locks an existing row
  await db.query(
    `insert into payout_account as stored (account_key) values ($1)
     on conflict (account_key) do update set account_key = stored.account_key`,
    [accountKey],
  );
  return accountKey;
}

/** All values of `account_key` that rows with one of these accounts may have: the keys and the random names. */
export const storedKeysOf = async (
  db: Database,
  accountKeys: readonly string[],
): Promise<string[]> => [...accountKeys, ...(await findNamed(db, accountKeys))];
