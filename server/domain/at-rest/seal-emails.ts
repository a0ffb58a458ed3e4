import type pg from 'pg';
import { type DataKey, keysOf } from '../../database/data-keys.ts';
import type { Database } from '../../database/database.ts';
import { MARK, seal, sealPrefix, unseal } from '../../database/seal.ts';
import { emailHashes, moveLookups } from '../account-lookups.ts';
import {
  type EmailWriter,
  emailWriter,
  hashKey,
  openEmail,
  PLACE_OF_LOOKUP,
  placeOfMail,
  storedEmail,
} from '../sealed-emails.ts';
import { inSlices, SLICE } from './slices.ts';

/** Seals the lookup key with the current key. The lookup key itself stays the same, and so do the hashes in rows. */
async function sealLookupKey(db: Database, _newest: DataKey, after: bigint) {
  // not `_newest`: another rotation may have ended since it was read
  const writer = await emailWriter(db);
  if (!writer) return null;
  const sealed = seal(writer.key, PLACE_OF_LOOKUP, writer.lookup.toString('hex'));
  const { rowCount } = await db.query(
    'update email_lookup set sealed_key = $1 where not starts_with(sealed_key, $2)',
    [sealed, sealPrefix(writer.key)],
  );
  return rowCount ? { count: rowCount, last: after } : null;
}

interface Row {
  readonly id: bigint;
  readonly user_id: bigint;
  readonly email: string;
  readonly email_key: string;
}

/**
 * Finds the accounts whose hash another account already has; these accounts get a different hash. A server of the
 * previous version may have let two people register with one address. `users collisions` lists such accounts.
 */
async function findConflictingIds(
  db: Database,
  { lookup }: EmailWriter,
  rows: readonly Row[],
): Promise<ReadonlySet<bigint>> {
  const { rows: taken } = await db.query<{ id: bigint }>(
    `select given.id from unnest($1::bigint[], $2::bytea[]) as given (id, hash)
     join account_lookup on lookup_hash = hash and user_id <> given.id`,
    [
      rows.map(({ id }) => id),
      emailHashes(rows.map(({ email_key }) => hashKey(lookup, email_key))),
    ],
  );
  return new Set(taken.map(({ id }) => id));
}

/** Seals addresses of accounts or of mailed links with the newest key, and replaces each `email_key` by its hash. */
const sealAddresses =
  (table: 'account' | 'email_link', id: string) =>
  async (db: Database, newest: DataKey, after: bigint) => {
    const writer = await emailWriter(db);
    if (!writer) return null;
    const { rows } = await db.query<Row>(
      `select ${id} as id, user_id, email, email_key from ${table}
       where ${id} > $1 and email <> ''
         and not (starts_with(email, $2) and starts_with(email_key, $3))
       order by ${id} limit ${SLICE} for update`,
      [after, sealPrefix(newest), MARK],
    );
    const last = rows.at(-1);
    if (!last) return null;
    const conflictingIds =
      table === 'account' ? await findConflictingIds(db, writer, rows) : new Set<bigint>();
    const sealed = rows.map((row) => {
      const key = conflictingIds.has(row.id) ? `${row.email_key} of ${row.user_id}` : row.email_key;
      return storedEmail(writer, row.user_id, {
        plain: openEmail(db, row.user_id, row.email),
        key,
      });
    });
    await db.query(
      `update ${table} set email = given.email, email_key = given.email_key
       from unnest($1::bigint[], $2::text[], $3::text[]) as given (id, email, email_key)
       where ${table}.${id} = given.id`,
      [rows.map((row) => row.id), sealed.map(({ email }) => email), sealed.map((e) => e.email_key)],
    );
    if (table === 'account') {
      const moved = rows.map((row, at) => {
        return { userId: row.user_id, from: row.email_key, to: sealed[at]?.email_key ?? '' };
      });
      await moveLookups(db, 'email', moved);
    }
    if (conflictingIds.size > 0) {
      await db.query('update account set key_folding = 3 where user_id = any($1)', [
        [...conflictingIds],
      ]);
    }
    return { count: rows.length, last: last.id };
  };

interface Waiting {
  readonly mail_id: bigint;
  readonly email_key: string;
  readonly sealed_key: string | null;
}

/**
 * Seals the addresses of queued mails. Of two pending mails of one kind to one address, one readable and one sealed,
 * the readable one is deleted.
 */
async function sealMails(db: Database, newest: DataKey, after: bigint) {
  const writer = await emailWriter(db);
  if (!writer) return null;
  const { rows } = await db.query<Waiting>(
    `select mail_id, email_key, sealed_key from mail
     where mail_id > $1 and (not starts_with(email_key, $3) or not starts_with(sealed_key, $2))
     order by mail_id limit ${SLICE} for update`,
    [after, sealPrefix(newest), MARK],
  );
  const last = rows.at(-1);
  if (!last) return null;
  const hashes = rows.map((row) => hashKey(writer.lookup, row.email_key));
  const sealed = rows.map((row, at) => {
    const place = placeOfMail(hashes[at] ?? '');
    const plain = row.sealed_key ? unseal(keysOf(db), place, row.sealed_key) : row.email_key;
    return seal(writer.key, place, plain);
  });
  const ids = rows.map(({ mail_id }) => mail_id);
  await db.query(
    `delete from mail using unnest($1::bigint[], $2::text[]) as given (id, hash), mail as other
     where mail.mail_id = given.id and mail.due_at is not null and other.mail_id <> given.id
       and other.email_key = hash and other.kind = mail.kind and other.due_at is not null`,
    [ids, hashes],
  );
  await db.query(
    `update mail set email_key = hash, sealed_key = sealed
     from unnest($1::bigint[], $2::text[], $3::text[]) as given (id, hash, sealed)
     where mail_id = given.id`,
    [ids, hashes, sealed],
  );
  return { count: rows.length, last: last.mail_id };
}

/** SQL of rows with a readable address or a readable `email_key`; $1 is the prefix of sealed text. */
export const READABLE_EMAILS: readonly string[] = [
  ...['account', 'email_link'].map(
    (table) =>
      `select from ${table} where email <> '' and not (starts_with(email, $1) and starts_with(email_key, $1))`,
  ),
  'select from mail where not starts_with(email_key, $1)',
];

/**
 * Seals addresses that are readable or sealed with an older key, once sealing has begun.
 * @param count gets the number of rows
 */
export async function sealEmails(pool: pg.Pool, count: (rows: number) => void): Promise<void> {
  await inSlices(pool, 0n, sealLookupKey, count);
  await inSlices(pool, 0n, sealAddresses('account', 'user_id'), count);
  await inSlices(pool, 0n, sealAddresses('email_link', 'link_id'), count);
  await inSlices(pool, 0n, sealMails, count);
}
