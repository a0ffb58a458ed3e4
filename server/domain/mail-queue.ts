import { type Database, inTransaction } from '../database/database.ts';
import { seal } from '../database/seal.ts';
import { Unavailable } from './context.ts';
import { emailWriter, hashKey, isHashed, placeOfMail } from './sealed-emails.ts';
import { addMilliseconds, DAY } from './time.ts';

/** What a link that is mailed to an address does: it makes it the person's, or brings it back. */
export type EmailLinkKind = 'confirm' | 'undo';

/** What a mail is about that brings a link; one of another kind says what its detail has. */
export type LinkMailKind =
  | 'reset'
  | 'password'
  | 'passkey'
  | 'passkey_removed'
  | 'payout'
  | EmailLinkKind;
export type MailKind = LinkMailKind | 'objection';

export interface QueuedMail {
  readonly kind: MailKind;
  /** of whoever it is to, as addresses are compared, or as an account has it; null: to the address of its link */
  readonly emailKey: string | null;
  /** of `email_link`; null: it brings a link to a new password, also to whoever has a passkey now */
  readonly linkId: bigint | null;
}

/** A mail that brings no link, to a person. */
export interface QueuedNews {
  readonly kind: 'objection';
  readonly userId: bigint;
  /** what it says, as JSON */
  readonly detail: string;
}

/** With so many waiting no more are taken: a server that sends none for hours must not fill the disk. */
const MAX_WAITING = 10_000;

/** When a mail that nobody has sent is worth nothing more. */
export const wornOutAt = (now: Date) => addMilliseconds(now, DAY);

/** What a mail keeps of the key of whom it is to. */
async function storedKeyOf(db: Database, emailKey: string) {
  const writer = isHashed(emailKey) ? null : await emailWriter(db);
  if (!writer) return [emailKey, null];
  const hash = hashKey(writer.lookup, emailKey);
  return [hash, seal(writer.key, placeOfMail(hash), emailKey)];
}

/**
 * Queues a mail to whoever has an address, if anybody, or to that of its link. One to the same address that
 * waits already is the same mail; news of a person never is.
 * @throws Unavailable when too many wait
 */
export async function queueMail(
  db: Database,
  mail: QueuedMail | QueuedNews,
  now: Date,
): Promise<void> {
  const isNews = 'detail' in mail;
  const about = isNews ? [null, mail.userId, mail.detail] : [mail.linkId, null, null];
  const emailKey = isNews ? null : mail.emailKey;
  const waiting = await inTransaction(db, async (transaction) => {
    const to = emailKey === null ? [null, null] : await storedKeyOf(transaction, emailKey);
    return insertMail(transaction, [mail.kind, now, wornOutAt(now), ...to, ...about]);
  });
  if (waiting >= MAX_WAITING) throw new Unavailable('too many mails wait');
}

/** @returns how many waited before it */
async function insertMail(db: Database, values: readonly unknown[]): Promise<number> {
  const { rows } = await db.query<{ waiting: number }>(
    `with part as (select from mail where due_at is not null limit ${MAX_WAITING}),
     counted as (select count(*)::int as waiting from part),
     queued as (
       insert into mail (kind, created_at, due_at, expires_at, email_key, sealed_key, link_id, user_id,
         detail)
       select $1, $2, $2, $3, $4, $5, $6, $7, $8 from counted where waiting < ${MAX_WAITING}
       on conflict do nothing
     )
     select waiting from counted`,
    [...values],
  );
  return rows[0]?.waiting ?? 0;
}
