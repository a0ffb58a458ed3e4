import { keysOf } from '../database/data-keys.ts';
import type { Database } from '../database/database.ts';
import { type Place, seal, unseal } from '../database/seal.ts';
import { writingKey } from './at-rest/current-key.ts';

/** One character per byte: files hold any bytes, but only text can be sealed. */
const ENCODING = 'latin1';

export const placeOfFile = (batchId: bigint | string): Place => ({
  column: 'payout file',
  of: batchId,
});

/** @returns the stored form of a batch's file */
export async function sealFile(db: Database, batchId: bigint, content: Buffer): Promise<Buffer> {
  const key = await writingKey(db);
  if (!key) return content;
  return Buffer.from(seal(key, placeOfFile(batchId), content.toString(ENCODING)));
}

export const unsealFile = (db: Database, batchId: bigint, stored: Buffer): Buffer =>
  Buffer.from(unseal(keysOf(db), placeOfFile(batchId), stored.toString(ENCODING)), ENCODING);
