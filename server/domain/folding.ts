import type pg from 'pg';
import { type Database, inTransaction } from '../database/database.ts';
import { emailHashes, lookupHash, moveLookups } from './account-lookups.ts';
import { keyOfName } from './emails.ts';
import { foldName } from './names.ts';
import { emailWriter, keyForms, openEmail, openEmails, storedKey } from './sealed-emails.ts';
import { skeletonsOf } from './skeletons.ts';

const SLICE = 1_000;

interface Names {
  readonly user_id: bigint;
  readonly username: string;
  readonly email: string;
}

interface Keys {
  readonly user_id: bigint;
  readonly username_key: string;
  readonly email_key: string;
}

const SELECT = 'select user_id, username, email, username_key, email_key from account where';

/**
 * Computes for each account the values that a migration cannot: keys by full case folding, then the skeletons of
 * usernames. It works in slices; call it before the server serves.
 * @returns how many accounts keep a former key, because another account has their new key
 */
export async function foldAccounts(pool: pg.Pool): Promise<number> {
  let collisions = 0;
  for (let slice = await inTransaction(pool, foldSlice); slice; ) {
    collisions += slice.collisions;
    slice = await inTransaction(pool, foldSlice);
  }
  while (await inTransaction(pool, fillSkeletons)) {
    // the next slice
  }
  return collisions;
}

/**
 * SQL: whether an account may have its new key. The present owner keeps it; a free key goes to the oldest account of
 * the slice.
 */
const mayHave = (kind: 'username' | 'email') => `account.${kind}_key = given.${kind}_key or (
      row_number() over (partition by given.${kind}_key order by user_id) = 1
      and not exists (select from account_lookup where lookup_hash = given.${kind}_hash))`;

const FOLD = `
  with given as (
    select user_id, given.username_key, given.email_key,
      ${mayHave('username')} as username_free,
      ${mayHave('email')} as email_free
    from unnest($1::bigint[], $2::text[], $3::text[], $4::bytea[], $5::bytea[])
      as given (user_id, username_key, email_key, username_hash, email_hash)
    join account using (user_id)
  )
  update account set
    username_key = case when username_free then given.username_key else account.username_key end,
    email_key = case when email_free then given.email_key else account.email_key end,
    key_folding = case when username_free and email_free then 2 else 3 end
  from given where account.user_id = given.user_id
  returning account.user_id, account.username_key, account.email_key, key_folding`;

/** @returns null: no accounts are left */
async function foldSlice(db: Database): Promise<{ collisions: number } | null> {
  const open = `${SELECT} key_folding = 1 order by user_id limit ${SLICE}`;
  if ((await db.query<Names>(open)).rowCount === 0) return null;
  // before the table is locked: registrations lock in this order too
  const writer = await emailWriter(db);
  // so that no registration takes a key between the check and the change
  await db.query('lock table account in share row exclusive mode');
  const rows = openEmails(db, (await db.query<Names & Keys>(open)).rows);
  const usernames = rows.map(({ username }) => foldName(username));
  const emails = rows.map(({ email }) => storedKey(writer, keyOfName(email)));
  const folded = await db.query<Keys & { key_folding: number }>(FOLD, [
    rows.map(({ user_id }) => user_id),
    usernames,
    emails,
    usernames.map((key) => lookupHash('username', key)),
    emailHashes(emails),
  ]);
  await followKeys(db, rows, folded.rows);
  return { collisions: folded.rows.filter(({ key_folding }) => key_folding === 3).length };
}

/** Replaces the accounts' former keys by the new ones in `account_lookup`. */
async function followKeys(db: Database, before: readonly Keys[], after: readonly Keys[]) {
  const former = new Map(before.map((row) => [row.user_id, row]));
  for (const kind of ['username', 'email'] as const) {
    const moved = after.map((row) => {
      const to = row[`${kind}_key`];
      return { userId: row.user_id, from: former.get(row.user_id)?.[`${kind}_key`] ?? to, to };
    });
    await moveLookups(db, kind, moved);
  }
}

/** Computes skeletons for one slice. @returns whether more accounts may lack them */
async function fillSkeletons(db: Database): Promise<boolean> {
  const { rows } = await db.query<Names>(
    `${SELECT} username_skeletons is null order by user_id limit ${SLICE} for update`,
  );
  if (rows.length === 0) return false;
  // Postgres arrays cannot hold arrays of unequal lengths: the skeletons are passed as JSON
  const given = rows.map(({ user_id, username }) => {
    return { id: String(user_id), skeletons: skeletonsOf(username) };
  });
  await db.query(
    `update account set username_skeletons = given.skeletons
     from jsonb_to_recordset($1) as given (id bigint, skeletons text[]) where user_id = given.id`,
    [JSON.stringify(given)],
  );
  return true;
}

/** An account that keeps a former key, and the account that owns its new key. */
export interface Collision {
  readonly username: string;
  readonly email: string;
  readonly other_username: string;
  readonly other_email: string;
}

interface CollisionIds {
  readonly user_id: bigint;
  readonly other_id: bigint;
}

const MAX_LISTED = 1_000;

/** The oldest accounts with a key that another account owns since full case folding. */
export async function findCollisions(db: Database): Promise<Collision[]> {
  const formsOf = await keyForms(db);
  const { rows: stored } = await db.query<Names>(
    `${SELECT} key_folding = 3 order by user_id limit ${MAX_LISTED}`,
  );
  const rows = openEmails(db, stored);
  const wanted = rows.flatMap(({ user_id, username, email }) =>
    [lookupHash('username', foldName(username)), ...emailHashes(formsOf([keyOfName(email)]))].map(
      (hash) => ({ user_id, hash }),
    ),
  );
  const { rows: collisions } = await db.query<Collision & CollisionIds>(
    `select distinct account.user_id, account.username, account.email, other.user_id as other_id,
       other.username as other_username, other.email as other_email
     from unnest($1::bigint[], $2::bytea[]) as wanted (id, hash)
     join account on account.user_id = id
     join account_lookup on lookup_hash = hash and account_lookup.user_id <> id
     join account other on other.user_id = account_lookup.user_id
     order by account.user_id`,
    [wanted.map(({ user_id }) => user_id), wanted.map(({ hash }) => hash)],
  );
  return collisions.map(({ user_id, other_id, username, email, other_username, other_email }) => ({
    username,
    email: openEmail(db, user_id, email),
    other_username,
    other_email: openEmail(db, other_id, other_email),
  }));
}
