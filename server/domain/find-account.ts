import type { Database } from '../database/database.ts';
import { keyOfName } from './emails.ts';
import { formerKey } from './names.ts';

/**
 * The account of a user name or an e-mail. Where two accounts of before full case folding share a key,
 * each is found by its own spelling: the former key comes first.
 */
export async function findAccount(db: Database, name: string): Promise<bigint | null> {
  const former = formerKey(name);
  const { rows } = await db.query<{ user_id: bigint }>(
    `select user_id from account where username_key = any($1) or email_key = any($1)
     order by $2 in (username_key, email_key) desc limit 1`,
    [[keyOfName(name), former], former],
  );
  return rows[0]?.user_id ?? null;
}
