import { createHash, createHmac, randomBytes } from 'node:crypto';
import { type DataKey, keysOf } from '../database/data-keys.ts';
import type { Database } from '../database/database.ts';
import { MARK, type Place, seal, unseal } from '../database/seal.ts';
import { writingKey } from './at-rest/current-key.ts';

/** The same place for all addresses of a person: a link that undoes a change holds the previous address. */
export const placeOfEmail = (userId: bigint | string): Place => ({ column: 'e-mail', of: userId });
/** @param emailKey the hash in the row */
export const placeOfMail = (emailKey: string): Place => ({ column: 'mail', of: emailKey });
export const PLACE_OF_LOOKUP: Place = { column: 'e-mail lookup key', of: 'all' };

const KEY_BYTES = 32;

/** Makes the key of the hashes by which addresses are found, if it is missing: from now on new addresses are sealed. */
export async function makeLookupKey(db: Database, key: DataKey): Promise<void> {
  await db.query('insert into email_lookup (sealed_key) values ($1) on conflict do nothing', [
    seal(key, PLACE_OF_LOOKUP, randomBytes(KEY_BYTES).toString('hex')),
  ]);
}

/** @returns null: addresses are readable */
async function findLookupKey(db: Database): Promise<Buffer | null> {
  const { rows } = await db.query<{ sealed_key: string }>(
    'select sealed_key from email_lookup where only_row',
  );
  const [row] = rows;
  return row ? Buffer.from(unseal(keysOf(db), PLACE_OF_LOOKUP, row.sealed_key), 'hex') : null;
}

const hmac = (lookup: Buffer, purpose: string, text: string): string =>
  createHmac('sha256', lookup).update(`${purpose}\0${text}`).digest('base64url');

export const isHashed = (emailKey: string): boolean => emailKey.startsWith(MARK);

/** The stored form of an address's key where addresses are sealed; a hash stays unchanged. */
export const hashKey = (lookup: Buffer, emailKey: string): string =>
  isHashed(emailKey) ? emailKey : `${MARK}${hmac(lookup, 'e-mail', emailKey)}`;

/** All stored forms of some keys: the key itself, before its address is sealed, and its hash. */
export async function keyForms(db: Database): Promise<(emailKeys: readonly string[]) => string[]> {
  const lookup = await findLookupKey(db);
  return (emailKeys) => [
    ...new Set([...emailKeys, ...(lookup ? emailKeys.map((each) => hashKey(lookup, each)) : [])]),
  ];
}

export const storedKeysOf = async (db: Database, emailKeys: readonly string[]): Promise<string[]> =>
  (await keyForms(db))(emailKeys);

/**
 * The digest of a name or an address in the counts of attempts. Where addresses are sealed, the digest is keyed, so
 * nobody can test guesses.
 */
export async function digestName(db: Database, name: string): Promise<string> {
  const lookup = await findLookupKey(db);
  return lookup
    ? hmac(lookup, 'attempts', name)
    : createHash('sha256').update(name).digest('base64url');
}

/** The keys for writing addresses. */
export interface EmailWriter {
  readonly key: DataKey;
  readonly lookup: Buffer;
}

/**
 * Call it in a transaction that writes an address: sealing cannot begin before the transaction ends.
 * @returns null: addresses are written readable
 */
export async function emailWriter(db: Database): Promise<EmailWriter | null> {
  const key = await writingKey(db);
  const lookup = key && (await findLookupKey(db));
  return lookup ? { key, lookup } : null;
}

export const storedKey = (writer: EmailWriter | null, emailKey: string): string =>
  writer ? hashKey(writer.lookup, emailKey) : emailKey;

/** The columns of a person's row for an address. */
export const storedEmail = (
  writer: EmailWriter | null,
  userId: bigint,
  { plain, key }: { readonly plain: string; readonly key: string },
) => ({
  email: writer ? seal(writer.key, placeOfEmail(userId), plain) : plain,
  email_key: storedKey(writer, key),
});

/** @param stored the value in a row of the person */
export const openEmail = (db: Database, userId: bigint | string, stored: string): string =>
  unseal(keysOf(db), placeOfEmail(userId), stored);

interface OfPerson {
  readonly user_id: bigint;
  readonly email: string;
}

/** Rows of people with their addresses unsealed. */
export const openEmails = <Row extends OfPerson>(db: Database, rows: readonly Row[]): Row[] =>
  rows.map((row) => ({ ...row, email: openEmail(db, row.user_id, row.email) }));
