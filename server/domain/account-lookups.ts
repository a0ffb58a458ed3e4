import { createHash } from 'node:crypto';
import type { Database } from '../database/database.ts';

/** The kinds of keys that find an account; a key belongs to one account only. */
type LookupKind = 'username' | 'email' | 'invite_code';

/**
 * The hash of a key in `account_lookup`; `lookup_hashes()` computes the same in SQL.
 * @param key as the account stores it
 */
export const lookupHash = (kind: LookupKind, key: string): Buffer =>
  createHash('sha256').update(`${kind}:${key}`).digest();

export const emailHashes = (emailKeys: readonly string[]): Buffer[] =>
  emailKeys.map((key) => lookupHash('email', key));

/** Another account already has this name, address or invite code: roll back the transaction. */
export class LookupTaken extends Error {
  override readonly name = 'LookupTaken';
}

export interface Lookup {
  readonly userId: bigint;
  readonly hash: Buffer;
}

const columnsOf = (lookups: readonly Lookup[]) => [
  lookups.map(({ hash }) => hash),
  lookups.map(({ userId }) => userId),
];

/**
 * Stores the keys of accounts, and waits for transactions that store the same keys. Call it after writing the accounts,
 * in the same transaction, so that all transactions lock the unique indexes of `account` before `account_lookup`.
 * @throws LookupTaken
 */
export async function addLookups(db: Database, lookups: readonly Lookup[]): Promise<void> {
  // the trigger `account_lookups` may have written these rows already
  const { rowCount } = await db.query(
    `insert into account_lookup (lookup_hash, user_id) select * from unnest($1::bytea[], $2::bigint[])
     on conflict (lookup_hash) do update set user_id = excluded.user_id
       where account_lookup.user_id = excluded.user_id`,
    columnsOf(lookups),
  );
  if (rowCount !== lookups.length) throw new LookupTaken('it leads to another account');
}

/** Frees keys of accounts: any account may use them from now on. */
export async function removeLookups(db: Database, lookups: readonly Lookup[]): Promise<void> {
  await db.query(
    `delete from account_lookup using unnest($1::bytea[], $2::bigint[]) as gone (lookup_hash, user_id)
     where account_lookup.lookup_hash = gone.lookup_hash and account_lookup.user_id = gone.user_id`,
    columnsOf(lookups),
  );
}

/** An account with a changed key. */
export interface MovedKey {
  readonly userId: bigint;
  readonly from: string;
  readonly to: string;
}

/** Replaces changed keys. Call it after writing the accounts. @throws LookupTaken */
export async function moveLookups(
  db: Database,
  kind: LookupKind,
  keys: readonly MovedKey[],
): Promise<void> {
  const moved = keys.filter(({ from, to }) => from !== to);
  if (moved.length === 0) return;
  const sideOf = (side: 'from' | 'to') =>
    moved.map((each) => ({ userId: each.userId, hash: lookupHash(kind, each[side]) }));
  await removeLookups(db, sideOf('from'));
  await addLookups(db, sideOf('to'));
}

/** @returns the account of the first hash that is stored; null: none of them is stored */
export async function findByLookup(
  db: Database,
  hashes: readonly Buffer[],
): Promise<bigint | null> {
  const { rows } = await db.query<{ user_id: bigint }>(
    `select user_id from account_lookup where lookup_hash = any($1)
     order by array_position($1::bytea[], lookup_hash) limit 1`,
    [hashes],
  );
  return rows[0]?.user_id ?? null;
}

export interface WrongLookups {
  /** keys of accounts without a row in `account_lookup` */
  readonly missing: number;
  /** rows in `account_lookup` without a matching account */
  readonly stray: number;
}

export async function countWrongLookups(db: Database): Promise<WrongLookups> {
  const { rows } = await db.query<WrongLookups>(
    `with wanted as (
       select lookup_hash, user_id
       from account, unnest(
         lookup_hashes(username_key, case when email <> '' then email_key end, invite_code)
       ) as own (lookup_hash)
       where deleted_at is null
     )
     select count(*) filter (where held.user_id is null)::int as missing,
       count(*) filter (where wanted.user_id is null)::int as stray
     from wanted full join account_lookup as held using (lookup_hash, user_id)`,
  );
  return rows[0] as WrongLookups;
}
