import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { DataKey, DataKeys } from './data-keys.ts';

/** Whose value it is, and which: sealed, it can be read in no other row. */
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

/** What is sealed begins with it, or is a hash. No text that people give has it: it is taken out of theirs. */
export const MARK = '\u0001';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SEALED = /^([0-9a-f]{16})\.([\w-]+)$/;

const placeIn = ({ column, of }: Place) => Buffer.from([column, of].join('\0'));

/** What every value begins with that is sealed with a key. */
export const beginOf = ({ id }: Pick<DataKey, 'id'>): string => `${MARK}${id}.`;

export function seal(key: DataKey, place: Place, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key.sealing, nonce).setAAD(placeIn(place));
  const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return beginOf(key) + Buffer.concat(parts).toString('base64url');
}

/**
 * @param text what is not sealed is given back as it is
 * @throws DatabaseError when its key is not there; Error when it was changed, or is another row's
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
    throw new Error(`the ${place.column} of ${place.of} was changed, or is another one's`);
  }
}

/** By which a sealed value is found: nobody can try values without the key. */
export const hashFor = ({ hashing }: DataKey, column: Place['column'], text: string): Buffer =>
  createHmac('sha256', hashing).update(`${column}\0${text}`).digest();
