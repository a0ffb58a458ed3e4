import { createHash, randomBytes } from 'node:crypto';
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

/** Two at once who want one account follow one another, also before it has a row. */
export async function awaitAccount(db: Database, accountKey: string): Promise<void> {
  const id = createHash('sha256').update(accountKey).digest().readBigInt64BE();
  await db.query('select pg_advisory_xact_lock($1)', [id]);
}

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
 * Gives an account, which nobody else takes, a random name in the place of its key, in every row that has the key.
 * Whoever asks for a payment to it at this moment is waited for first.
 */
export async function nameAccount(db: Database, key: DataKey, accountKey: string): Promise<string> {
  const [known] = await findNamed(db, [accountKey], 'for update');
  const name = known ?? NAME_MARK + randomBytes(16).toString('base64url');
  if (!known) {
    await db.query(
      'insert into payout_account (account_key, account_hash, sealed_key) values ($1, $2, $3)',
      [name, hashOf(key, accountKey), seal(key, placeOfKey(name), accountKey)],
    );
  }
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
  if (key) {
    await awaitAccount(db, accountKey);
    // also where the account has a name: a server of the previous version may have written its key meanwhile
    return nameAccount(db, key, accountKey);
  }
  await db.query('insert into payout_account (account_key) values ($1) on conflict do nothing', [
    accountKey,
  ]);
  await db.query('select from payout_account where account_key = $1 for update', [accountKey]);
  return accountKey;
}

/** What rows may have that are paid to one of these accounts. */
export const storedKeysOf = async (
  db: Database,
  accountKeys: readonly string[],
): Promise<string[]> => [...accountKeys, ...(await findNamed(db, accountKeys))];
