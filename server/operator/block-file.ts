import { writeAudit } from '../domain/audit.ts';
import { findAccount } from '../domain/find-account.ts';
import { type OperatorContext, OperatorError } from './command.ts';
import { loggedName } from './logged-words.ts';
import { readTextFile } from './text-file.ts';

/** Limit of listed bad lines: if the operator names a wrong file, every line is bad. */
const NAMED_LINES = 20;

/** Finds the accounts of the names in a file: each account once, with its first name in the file. */
async function readPeople({ db, directory }: OperatorContext, file: string) {
  const lines = (await readTextFile(directory, file)).split('\n').map((line) => line.trim());
  const people = new Map<bigint, string>();
  const bad: string[] = [];
  for (const [at, name] of lines.entries()) {
    if (name === '') continue;
    const userId = await findAccount(db, name);
    if (userId === null) bad.push(`line ${at + 1}: there is no user "${name}"`);
    else if (!people.has(userId)) people.set(userId, name);
  }
  if (bad.length > 0) {
    const more = bad.length > NAMED_LINES ? [`and ${bad.length - NAMED_LINES} more`] : [];
    const named = [...bad.slice(0, NAMED_LINES), ...more].join('\n');
    throw new OperatorError(`${file}: nobody is blocked\n${named}`);
  }
  if (people.size === 0) throw new OperatorError(`${file}: has no names`);
  return people;
}

/**
 * Blocks all users in a file, or none. Each user gets an entry in the audit log, as with `users block NAME`.
 * A user who is blocked already keeps the time of the earlier block, and gets no entry.
 */
export async function blockFrom(context: OperatorContext, file: string, reason?: string) {
  const { db, who, now } = context;
  const people = await readPeople(context, file);
  // locks the accounts in the order of their ids, so that two commands never deadlock
  const { rows } = await db.query<{ user_id: bigint }>(
    `update account set blocked_at = $2 where user_id in (
       select user_id from account where user_id = any($1) and blocked_at is null
       order by user_id for update
     ) returning user_id`,
    [[...people.keys()], now],
  );
  for (const { user_id } of rows) {
    const words = [await loggedName(db, people.get(user_id) ?? '')];
    const what = { words, from: file, user_id: Number(user_id) };
    await writeAudit(db, { who, action: 'users block', what, reason }, now);
  }
  const [blocked, already] = [rows.length, people.size - rows.length];
  const json = { blocked, blocked_already: already };
  return { json, text: `blocked: ${blocked}, blocked already: ${already}`, changed: json };
}
