import type { Database } from '../database/database.ts';
import { keyOfName } from './emails.ts';
import { formerKey } from './names.ts';
import { keyForms } from './sealed-emails.ts';

/**
 * The account of a user name or an e-mail. Where two accounts of before full case folding share a key,
 * each is found by its own spelling: the former key comes first.
 */
export async function findAccount(db: Database, name: string): Promise<bigint | null> {
  const former = formerKey(name);
  const keys = [keyOfName(name), former];
  const formsOf = await keyForms(db);
  const { rows } = await db.query<{ user_id: bigint }>(
    `select user_id from account where username_key = any($1) or email_key = any($2)
     order by username_key = $3 or email_key = any($4) desc limit 1`,
    [keys, formsOf(keys), former, formsOf([former])],
  );
  return rows[0]?.user_id ?? null;
}
