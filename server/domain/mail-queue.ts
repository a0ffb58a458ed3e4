import type { Database } from '../database/database.ts';
import { Unavailable } from './context.ts';
import { addMilliseconds, DAY } from './time.ts';

/** What a mail is about. */
export type MailKind = 'reset';

/** With so many waiting no more are taken: a server that sends none for hours must not fill the disk. */
const MAX_WAITING = 10_000;

/** When a mail that nobody has sent is worth nothing more. */
export const wornOutAt = (now: Date) => addMilliseconds(now, DAY);

/**
 * Queues a mail to whoever has this address, if anybody. One that waits already is the same mail.
 * @param emailKey the address as addresses are compared
 * @throws Unavailable when too many wait
 */
export async function queueMail(
  db: Database,
  kind: MailKind,
  emailKey: string,
  now: Date,
): Promise<void> {
  const { rows } = await db.query<{ waiting: number }>(
    `with part as (select from mail where due_at is not null limit ${MAX_WAITING}),
     counted as (select count(*)::int as waiting from part),
     queued as (
       insert into mail (kind, email_key, created_at, due_at, expires_at)
       select $1, $2, $3, $3, $4 from counted where waiting < ${MAX_WAITING}
       on conflict do nothing
     )
     select waiting from counted`,
    [kind, emailKey, now, wornOutAt(now)],
  );
  if ((rows[0]?.waiting ?? 0) >= MAX_WAITING) throw new Unavailable('too many mails wait');
}
