import { type Database, inTransaction } from '../database/database.ts';
import { emailHashes } from './account-lookups.ts';
import { type Email, keysOfEmail } from './emails.ts';
import { type EmailLinkKind, queueMail } from './mail-queue.ts';
import { emailWriter, storedEmail, storedKeysOf } from './sealed-emails.ts';
import { addMilliseconds, HOUR } from './time.ts';

/** How long each link is valid. The texts of the mails state the same times. */
const LIFETIME_MS: Readonly<Record<EmailLinkKind, number>> = {
  confirm: 24 * HOUR,
  undo: 72 * HOUR,
};

export interface EmailLink {
  readonly kind: EmailLinkKind;
  readonly userId: bigint;
  readonly address: Email;
  /** token hash of the session that requested the link: this session survives the change; null: no session survives */
  readonly sessionHash: Buffer | null;
}

/**
 * Stores a link, and queues the mail with it to the link's address. A `confirm` link replaces the previous one.
 * @throws Unavailable when too many mails are queued
 */
export async function mailEmailLink(
  db: Database,
  { kind, userId, address, sessionHash }: EmailLink,
  now: Date,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    if (kind === 'confirm') await endConfirmLinks(transaction, userId);
    const stored = storedEmail(await emailWriter(transaction), userId, address);
    const { rows } = await transaction.query<{ link_id: bigint }>(
      `insert into email_link (user_id, kind, email, email_key, session_hash, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7) returning link_id`,
      [
        userId,
        kind,
        stored.email,
        stored.email_key,
        sessionHash,
        now,
        addMilliseconds(now, LIFETIME_MS[kind]),
      ],
    );
    const linkId = rows[0]?.link_id ?? null;
    await queueMail(transaction, { kind, emailKey: null, linkId }, now);
  });
}

export async function endConfirmLinks(db: Database, userId: bigint): Promise<void> {
  await db.query("delete from email_link where user_id = $1 and kind = 'confirm'", [userId]);
}

/** Whether another person has an address, or had it within the last 72 hours and may still restore it. */
export async function isTaken(
  db: Database,
  userId: bigint,
  address: Email,
  now: Date,
): Promise<boolean> {
  const keys = await storedKeysOf(db, keysOfEmail(address));
  const { rows } = await db.query<{ is_taken: boolean }>(
    `select exists (
       select 1 from email_link where kind = 'undo' and email_key = any($1) and expires_at > $2
         and user_id <> $3::bigint
     ) or exists (
       select 1 from account_lookup where lookup_hash = any($4) and user_id <> $3::bigint
     ) as is_taken`,
    [keys, now, userId, emailHashes(keys)],
  );
  return rows[0]?.is_taken ?? false;
}
