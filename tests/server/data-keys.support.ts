import { randomBytes } from 'node:crypto';
import { attachKeys, DataKeys, keysOf } from '../../server/database/data-keys.ts';
import { inTransaction } from '../../server/database/database.ts';
import { setWritingKey } from '../../server/domain/at-rest/sealing.ts';
import { makeLookupKey } from '../../server/domain/sealed-emails.ts';
import type { TestDomain } from './support.ts';

export const makeKey = () => randomBytes(32);
export const keysFrom = (...given: Buffer[]) =>
  new DataKeys({ given: given.map((key) => key.toString('hex')), file: '/nowhere/data-key' });

/** Attaches keys to the pool, newest first, and makes the newest current. @returns that key’s id */
export async function provideKeys({ pool }: Pick<TestDomain, 'pool'>, ...given: Buffer[]) {
  const keys = keysFrom(...given);
  attachKeys(pool, keys);
  const [newest] = keys.all();
  if (newest) await inTransaction(pool, (db) => setWritingKey(db, newest));
  return newest?.id ?? '';
}

/** Calls `provideKeys`, and has new e-mails encrypted: the state in which an empty database begins. */
export async function provideKeysAndSealEmails(
  domain: Pick<TestDomain, 'pool'>,
  ...given: Buffer[]
) {
  const id = await provideKeys(domain, ...given);
  await makeLookupKey(domain.pool, keysOf(domain.pool).find(id));
  return id;
}
