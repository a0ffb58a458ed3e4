import { createHmac } from 'node:crypto';
import { keysOf } from '../database/data-keys.ts';
import type { Database } from '../database/database.ts';
import { hashFor } from '../database/seal.ts';
import { readKeyRows } from './at-rest/current-key.ts';
import { findSecret } from './secrets.ts';

const SECRET = 'payee_version';

/** All fields that decide where a user's money is paid. */
interface Payee {
  readonly user_id: bigint;
  readonly country: string;
  readonly method: string;
  readonly recipient_name: string;
  readonly account: string;
}

/**
 * The version of a stored payee: another account or name has another version, even when the masked account is the same.
 * The version is a keyed hash, so nobody can guess accounts from it. Where accounts are sealed, the key is not in the
 * database, which stores answers for a while. A rotation of the key changes each version once.
 * @returns base64url, 43 characters
 */
export async function payeeVersion(db: Database, payee: Payee): Promise<string> {
  const { user_id, country, method, recipient_name, account } = payee;
  const whole = JSON.stringify([String(user_id), country, method, recipient_name, account]);
  const [newest] = await readKeyRows(db);
  const keys = newest ? keysOf(db).all() : [];
  // a server that lacks the newest key uses the newest key that it has
  const key = keys.find(({ id }) => id === newest?.key_id) ?? keys[0];
  if (key) {
    return hashFor(key, 'payee version', whole).toString('base64url');
  }
  return createHmac('sha256', await findSecret(db, SECRET))
    .update(whole)
    .digest('base64url');
}
