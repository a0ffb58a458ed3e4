import type { Database } from '../database/database.ts';
import { Unavailable } from './context.ts';
import { addMilliseconds, DAY } from './time.ts';

/** What a link that is mailed to an address does: it makes it the person's, or brings it back. */
export type EmailLinkKind = 'confirm' | 'undo';

/** What a mail is about. */
export type MailKind = 'reset' | 'passkey' | 'payout' | EmailLinkKind;

export interface QueuedMail {
  readonly kind: MailKind;
  /** of whoever it is to, as addresses are compared; null: to the address of its link */
  readonly emailKey: string | null;
  /** of `email_link`; null: it brings a link to a new password, also to whoever has a passkey now */
  readonly linkId: bigint | null;
}

/** With so many waiting no more are taken: a server that sends none for hours must not fill the disk. */
const MAX_WAITING = 10_000;

/** When a mail that nobody has sent is worth nothing more. */
export const wornOutAt = (now: Date) => addMilliseconds(now, DAY);

/**
 * Queues a mail to whoever has an address, if anybody, or to that of its link. One to the same address that
 * waits already is the same mail.
 * @throws Unavailable when too many wait
 */
export async function queueMail(
  db: Database,
  { kind, emailKey, linkId }: QueuedMail,
  now: Date,
): Promise<void> {
  const { rows } = await db.query<{ waiting: number }>(
    `with part as (select from mail where due_at is not null limit ${MAX_WAITING}),
     counted as (select count(*)::int as waiting from part),
     queued as (
       insert into mail (kind, email_key, link_id, created_at, due_at, expires_at)
       select $1, $2, $5, $3, $3, $4 from counted where waiting < ${MAX_WAITING}
       on conflict do nothing
     )
     select waiting from counted`,
    [kind, emailKey, now, wornOutAt(now), linkId],
  );
  if ((rows[0]?.waiting ?? 0) >= MAX_WAITING) throw new Unavailable('too many mails wait');
}
