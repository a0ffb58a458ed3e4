import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { DataKey, DataKeys } from './data-keys.ts';

/** Column and row of a value: sealed for one place, it cannot be read in another. */
export interface Place {
  readonly column:
    | 'payout account'
    | 'payout account key'
    | 'payout file'
    | 'payee version'
    | 'e-mail'
    | 'e-mail lookup key'
    | 'mail';
  readonly of: bigint | string;
}

/** Prefix of sealed values and of hashes. No text of a user has it: the server removes it from texts. */
export const MARK = '\u0001';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SEALED = /^([0-9a-f]{16})\.([\w-]+)$/;

const placeIn = ({ column, of }: Place) => Buffer.from([column, of].join('\0'));

/** Prefix of all values that a key has sealed. */
export const sealPrefix = ({ id }: Pick<DataKey, 'id'>): string => `${MARK}${id}.`;

export function seal(key: DataKey, place: Place, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key.sealing, nonce).setAAD(placeIn(place));
  const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return sealPrefix(key) + Buffer.concat(parts).toString('base64url');
}

/**
 * @param text an unsealed text is returned unchanged
 * @throws DatabaseError when its key is missing; Error when it was changed, or belongs to another row
 */
export function unseal(keys: DataKeys, place: Place, text: string): string {
  if (!text.startsWith(MARK)) return text;
  const [, id = '', content = ''] = SEALED.exec(text.slice(MARK.length)) ?? [];
  const bytes = Buffer.from(content, 'base64url');
  const end = bytes.length - TAG_BYTES;
  try {
    const decipher = createDecipheriv(
      'aes-256-gcm',
      keys.find(id).sealing,
      bytes.subarray(0, NONCE_BYTES),
    )
      .setAAD(placeIn(place))
      .setAuthTag(bytes.subarray(end));
    return (
      decipher.update(bytes.subarray(NONCE_BYTES, end), undefined, 'utf8') + decipher.final('utf8')
    );
  } catch (error) {
    if ((error as Error).name === 'DatabaseError') throw error;
    throw new Error(`the ${place.column} of ${place.of} was changed, or belongs to another row`);
  }
}

/** Hash by which a sealed value is found: without the key nobody can try values. */
export const hashFor = ({ hashing }: DataKey, column: Place['column'], text: string): Buffer =>
  createHmac('sha256', hashing).update(`${column}\0${text}`).digest();
