import type pg from 'pg';
import { type DataKey, keysOf } from '../../database/data-keys.ts';
import type { Database } from '../../database/database.ts';
import { MARK, type Place, seal, sealPrefix, unseal } from '../../database/seal.ts';
import { nameReadable } from '../payout-accounts/name-readable.ts';
import { hashOf, placeOf, placeOfKey } from '../payout-accounts/sealed.ts';
import { placeOfFile } from '../payout-file.ts';
import { writingKey } from './current-key.ts';
import { READABLE_EMAILS, sealEmails } from './seal-emails.ts';
import { inSlices, SLICE } from './slices.ts';

/** A column with values to seal, in a table whose rows have a unique number. */
interface SealedColumn {
  readonly table: string;
  readonly id: string;
  /** SQL that converts the value to text; `write`: SQL that converts the text back */
  readonly read: string;
  readonly write: string;
  readonly column: string;
  /** SQL of the owner's id */
  readonly of: string;
  readonly placeOf: (of: string) => Place;
  /** rows per transaction: few, so that other transactions do not wait long */
  readonly slice: number;
}

const asText = {
  ...{ read: 'account', write: 'given.value', column: 'account', of: 'user_id' },
  ...{ placeOf, slice: SLICE },
};

const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'payout_info', id: 'user_id', ...asText },
  { table: 'withdrawal', id: 'withdrawal_id', ...asText },
  {
    ...{ table: 'payout_batch', id: 'batch_id', column: 'content', of: 'batch_id' },
    read: `convert_from(content, 'LATIN1')`,
    write: `convert_to(given.value, 'LATIN1')`,
    placeOf: placeOfFile,
    // files are long
    slice: 10,
  },
];

interface Row {
  readonly id: bigint;
  readonly of: string;
  readonly value: string;
}

/** @returns the count of sealed rows, and the last row's number; null: no rows are left */
async function sealSlice(db: Database, newest: DataKey, values: SealedColumn, after: bigint) {
  const { table, id, read, write, column, of } = values;
  const { rows } = await db.query<Row>(
    `select ${id} as id, ${of}::text as of, ${read} as value from ${table}
     where ${id} > $1 and ${column} <> '' and not starts_with(${read}, $2)
     order by ${id} limit ${values.slice} for update`,
    [after, sealPrefix(newest)],
  );
  const last = rows.at(-1);
  if (!last) return null;
  const key = (await writingKey(db)) ?? newest;
  const sealed = rows.map((row) => {
    const place = values.placeOf(row.of);
    return seal(key, place, unseal(keysOf(db), place, row.value));
  });
  await db.query(
    `update ${table} set ${column} = ${write}
     from unnest($1::bigint[], $2::text[]) as given (id, value) where ${table}.${id} = given.id`,
    [rows.map((row) => row.id), sealed],
  );
  return { count: rows.length, last: last.id };
}

/** Seals the keys of payout accounts again, and computes their hashes with the newest data key. */
async function hashSlice(db: Database, newest: DataKey, after: string) {
  const { rows } = await db.query<{ account_key: string; sealed_key: string }>(
    `select account_key, sealed_key from payout_account
     where account_key > $1 and sealed_key is not null and not starts_with(sealed_key, $2)
     order by account_key limit ${SLICE} for update`,
    [after, sealPrefix(newest)],
  );
  const last = rows.at(-1);
  if (!last) return null;
  const key = (await writingKey(db)) ?? newest;
  const plain = rows.map((row) => unseal(keysOf(db), placeOfKey(row.account_key), row.sealed_key));
  await db.query(
    `update payout_account set account_hash = given.hash, sealed_key = given.sealed
     from unnest($1::text[], $2::bytea[], $3::text[]) as given (name, hash, sealed)
     where account_key = given.name`,
    [
      rows.map((row) => row.account_key),
      plain.map((each) => hashOf(key, each)),
      plain.map((each, at) => seal(key, placeOfKey(rows[at]?.account_key ?? ''), each)),
    ],
  );
  return { count: rows.length, last: last.account_key };
}

/**
 * Seals every value that is readable or sealed with an older key, in one pass.
 * @returns the count of sealed values; 0: none was left
 */
export async function sealRows(pool: pg.Pool, report: (sealed: number) => void): Promise<number> {
  let sealed = 0;
  const count = (rows: number) => {
    sealed += rows;
    report(sealed);
  };
  for (const values of SEALED_COLUMNS) {
    await inSlices(pool, 0n, (db, newest, after) => sealSlice(db, newest, values, after), count);
  }
  await inSlices(pool, '', hashSlice, count);
  await sealEmails(pool, count);
  await nameReadable(pool, count);
  return sealed;
}

/** The number of rows with a readable value that should be sealed. */
export async function countReadable(db: Database): Promise<number> {
  const values = SEALED_COLUMNS.map(
    ({ table, column, read }) =>
      `select from ${table} where ${column} <> '' and not starts_with(${read}, $1)`,
  );
  const counts = [...values, ...READABLE_EMAILS].map(
    (each) => `(select count(*) from (${each}) as readable)`,
  );
  const { rows } = await db.query<{ count: number }>(
    `select (${counts.join(' + ')})::int as count`,
    [MARK],
  );
  return rows[0]?.count ?? 0;
}
