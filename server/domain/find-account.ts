import type { Database } from '../database/database.ts';
import { emailHashes, findByLookup, lookupHash } from './account-lookups.ts';
import { keyOfName } from './emails.ts';
import { formerKey } from './names.ts';
import { keyForms } from './sealed-emails.ts';

/**
 * Finds the account of a username or an e-mail. Where two accounts from before full case folding share a key, each is
 * found by its own spelling: the former key is tried first.
 */
export async function findAccount(db: Database, name: string): Promise<bigint | null> {
  const former = formerKey(name);
  const formsOf = await keyForms(db);
  const hashes = [former, keyOfName(name)].flatMap((key) => [
    lookupHash('username', key),
    ...emailHashes(formsOf([key])),
  ]);
  return findByLookup(db, hashes);
}
