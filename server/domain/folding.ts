import type pg from 'pg';
import { type Database, inTransaction } from '../database/database.ts';
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

const SELECT = 'select user_id, username, email from account where';

/**
 * Gives each account what a migration cannot compute: keys by full case folding, then the skeletons of
 * user names. In slices; to be called before anybody is served.
 * @returns how many accounts keep a former key, because another account has the one that follows
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

/** SQL: whether an account may have its new key. Who has it keeps it; else the oldest of the slice gets it. */
const mayHave = (key: string) => `account.${key} = given.${key} or (
      row_number() over (partition by given.${key} order by user_id) = 1
      and not exists (select from account other where other.${key} = given.${key}))`;

const FOLD = `
  with given as (
    select user_id, given.username_key, given.email_key,
      ${mayHave('username_key')} as username_free,
      ${mayHave('email_key')} as email_free
    from unnest($1::bigint[], $2::text[], $3::text[]) as given (user_id, username_key, email_key)
    join account using (user_id)
  )
  update account set
    username_key = case when username_free then given.username_key else account.username_key end,
    email_key = case when email_free then given.email_key else account.email_key end,
    key_folding = case when username_free and email_free then 2 else 3 end
  from given where account.user_id = given.user_id returning key_folding`;

/** @returns null: there are no more */
async function foldSlice(db: Database): Promise<{ collisions: number } | null> {
  const open = `${SELECT} key_folding = 1 order by user_id limit ${SLICE}`;
  if ((await db.query<Names>(open)).rowCount === 0) return null;
  // before the table is locked: whoever registers does it in this order, too
  const writer = await emailWriter(db);
  // no registration takes a key between the look and the change
  await db.query('lock table account in share row exclusive mode');
  const rows = openEmails(db, (await db.query<Names>(open)).rows);
  const folded = await db.query<{ key_folding: number }>(FOLD, [
    rows.map(({ user_id }) => user_id),
    rows.map(({ username }) => foldName(username)),
    rows.map(({ email }) => storedKey(writer, keyOfName(email))),
  ]);
  return { collisions: folded.rows.filter(({ key_folding }) => key_folding === 3).length };
}

/** @returns whether there may be more */
async function fillSkeletons(db: Database): Promise<boolean> {
  const { rows } = await db.query<Names>(
    `${SELECT} username_skeletons is null order by user_id limit ${SLICE} for update`,
  );
  if (rows.length === 0) return false;
  // arrays of unequal lengths are no array of Postgres: they are given as JSON
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

/** An account that keeps a former key, and the account that has the one that follows from its name. */
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

const MOST_LISTED = 1_000;

/** The oldest of the accounts that share a key with another one since full case folding. */
export async function findCollisions(db: Database): Promise<Collision[]> {
  const formsOf = await keyForms(db);
  const { rows: stored } = await db.query<Names>(
    `${SELECT} key_folding = 3 order by user_id limit ${MOST_LISTED}`,
  );
  const rows = openEmails(db, stored);
  const wanted = rows.flatMap(({ user_id, username, email }) =>
    [foldName(username), ...formsOf([keyOfName(email)])].map((key) => ({
      id: String(user_id),
      key,
    })),
  );
  const { rows: collisions } = await db.query<Collision & CollisionIds>(
    `select distinct account.user_id, account.username, account.email, other.user_id as other_id,
       other.username as other_username, other.email as other_email
     from jsonb_to_recordset($1) as wanted (id bigint, key text)
     join account on account.user_id = id
     join account other on other.user_id <> id
       and (other.username_key = key or other.email_key = key)
     order by account.user_id`,
    [JSON.stringify(wanted)],
  );
  return collisions.map(({ user_id, other_id, username, email, other_username, other_email }) => ({
    username,
    email: openEmail(db, user_id, email),
    other_username,
    other_email: openEmail(db, other_id, other_email),
  }));
}
