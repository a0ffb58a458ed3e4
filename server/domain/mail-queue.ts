import { type Database, inTransaction } from '../database/database.ts';
import { seal } from '../database/seal.ts';
import { Unavailable } from './context.ts';
import { emailWriter, hashKey, isHashed, placeOfMail } from './sealed-emails.ts';
import { addMilliseconds, DAY } from './time.ts';

/** The purpose of a link to an address: `confirm` makes it the account's address, `undo` restores it. */
export type EmailLinkKind = 'confirm' | 'undo';

/** Kinds of mails with a link; the text of another kind is in its detail. */
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
  /**
   * the key of the recipient's address (`Email.key`), plain or as an account stores it; null: the mail goes to the
   * address of its link
   */
  readonly emailKey: string | null;
  /** id in `email_link`, for the kinds `confirm` and `undo`; null: the mail has a reset link */
  readonly linkId: bigint | null;
}

/** A mail without a link, to a person. */
export interface QueuedNews {
  readonly kind: 'objection';
  readonly userId: bigint;
  /** its content, as JSON */
  readonly detail: string;
}

/** The queue is full with this many mails: a server that sends none for hours must not fill the disk. */
const MAX_WAITING = 10_000;

/** When an unsent mail expires. */
export const mailExpiry = (now: Date) => addMilliseconds(now, DAY);

/** The recipient's key as a mail stores it: `email_key` and `sealed_key`. */
async function storedKeyOf(db: Database, emailKey: string) {
  const writer = isHashed(emailKey) ? null : await emailWriter(db);
  if (!writer) return [emailKey, null];
  const hash = hashKey(writer.lookup, emailKey);
  return [hash, seal(writer.key, placeOfMail(hash), emailKey)];
}

/**
 * Queues a mail to the owner of an address, if the address has one, or to the address of its link, or to a person. For
 * the owner of an address only one mail of a kind waits at a time; other mails are always queued.
 * @throws Unavailable when the queue is full
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
    return insertMail(transaction, [mail.kind, now, mailExpiry(now), ...to, ...about]);
  });
  if (waiting >= MAX_WAITING) throw new Unavailable('too many mails wait');
}

/** @returns the number of mails that waited before it */
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
