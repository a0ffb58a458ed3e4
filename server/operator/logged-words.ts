import type { Database } from '../database/database.ts';
import { readEmail } from '../domain/emails.ts';
import { findAccount } from '../domain/find-account.ts';
import type { Command } from './command.ts';

/** Replaces an e-mail by the user name: the audit log contains no e-mails. */
export async function loggedName(db: Database, name: string): Promise<string> {
  if (!readEmail(name)) return name;
  const { rows } = await db.query<{ username: string }>(
    'select username from account where user_id = $1',
    [await findAccount(db, name)],
  );
  return rows[0]?.username ?? name;
}

/** Returns the words of a command for the audit log. */
export async function loggedWords(
  db: Database,
  { synopsis }: Pick<Command, 'synopsis'>,
  words: readonly string[],
): Promise<readonly string[]> {
  const [name, ...rest] = words;
  const isPerson = name !== undefined && /^(NAME|USER)\b/.test(synopsis);
  return isPerson ? [await loggedName(db, name), ...rest] : words;
}
