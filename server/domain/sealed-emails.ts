import { createHash, createHmac, randomBytes } from 'node:crypto';
import { type DataKey, keysOf } from '../database/data-keys.ts';
import type { Database } from '../database/database.ts';
import { MARK, type Place, seal, unseal } from '../database/seal.ts';
import { writingKey } from './at-rest/current-key.ts';

/** One place for all rows of a person: a link that undoes a change has the address of before. */
export const placeOfEmail = (userId: bigint | string): Place => ({ column: 'e-mail', of: userId });
/** @param emailKey as the row has it: a hash */
export const placeOfMail = (emailKey: string): Place => ({ column: 'mail', of: emailKey });
export const PLACE_OF_LOOKUP: Place = { column: 'e-mail lookup key', of: 'all' };

const KEY_BYTES = 32;

/** Makes the key by which addresses are found, where there is none: from now on they are sealed. */
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

/** What rows have of the key of an address where it is sealed; one that is a hash already stays it. */
export const hashKey = (lookup: Buffer, emailKey: string): string =>
  isHashed(emailKey) ? emailKey : `${MARK}${hmac(lookup, 'e-mail', emailKey)}`;

/** What rows may have of some of these keys: before an address is sealed the key itself, then its hash. */
export async function keyForms(db: Database): Promise<(emailKeys: readonly string[]) => string[]> {
  const lookup = await findLookupKey(db);
  return (emailKeys) => [
    ...new Set([...emailKeys, ...(lookup ? emailKeys.map((each) => hashKey(lookup, each)) : [])]),
  ];
}

export const storedKeysOf = async (db: Database, emailKeys: readonly string[]): Promise<string[]> =>
  (await keyForms(db))(emailKeys);

/** Stands for a name or an address in the counts of attempts: where addresses are sealed, nobody can try it. */
export async function digestName(db: Database, name: string): Promise<string> {
  const lookup = await findLookupKey(db);
  return lookup
    ? hmac(lookup, 'attempts', name)
    : createHash('sha256').update(name).digest('base64url');
}

/** How addresses are written. */
export interface EmailWriter {
  readonly key: DataKey;
  readonly lookup: Buffer;
}

/**
 * To be asked within a transaction that writes an address: until its end nobody begins to seal them.
 * @returns null: they are written readable
 */
export async function emailWriter(db: Database): Promise<EmailWriter | null> {
  const key = await writingKey(db);
  const lookup = key && (await findLookupKey(db));
  return lookup ? { key, lookup } : null;
}

export const storedKey = (writer: EmailWriter | null, emailKey: string): string =>
  writer ? hashKey(writer.lookup, emailKey) : emailKey;

/** What a person's rows have of an address. */
export const storedEmail = (
  writer: EmailWriter | null,
  userId: bigint,
  { plain, key }: { readonly plain: string; readonly key: string },
) => ({
  email: writer ? seal(writer.key, placeOfEmail(userId), plain) : plain,
  email_key: storedKey(writer, key),
});

/** @param stored as a row of the person has it */
export const openEmail = (db: Database, userId: bigint | string, stored: string): string =>
  unseal(keysOf(db), placeOfEmail(userId), stored);

interface OfPerson {
  readonly user_id: bigint;
  readonly email: string;
}

/** Rows of people with their addresses as they gave them. */
export const openEmails = <Row extends OfPerson>(db: Database, rows: readonly Row[]): Row[] =>
  rows.map((row) => ({ ...row, email: openEmail(db, row.user_id, row.email) }));
