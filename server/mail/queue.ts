import { keysOf } from '../database/data-keys.ts';
import { type Database, inTransaction } from '../database/database.ts';
import { unseal } from '../database/seal.ts';
import { findByLookup, lookupHash } from '../domain/account-lookups.ts';
import { writeAudit } from '../domain/audit.ts';
import { isTaken } from '../domain/email-links.ts';
import { findAccount } from '../domain/find-account.ts';
import { type MailKind, mailExpiry } from '../domain/mail-queue.ts';
import { isHashed, openEmails, placeOfMail } from '../domain/sealed-emails.ts';
import { addMilliseconds, MINUTE } from '../domain/time.ts';

/** How long a mailed link to a new password works. The mail's text names the same time. */
const LINK_LIFETIME_MS = 30 * MINUTE;

/** A mail that only this worker may send until its lease ends. */
export interface LeasedMail {
  readonly mail_id: bigint;
  readonly kind: MailKind;
  /** key of the recipient's address, or its hash; null: the link's row has the address, or the account of `user_id` */
  readonly email_key: string | null;
  /** the key behind the hash in `email_key`, sealed; null: `email_key` is readable, or an account has the same hash */
  readonly sealed_key: string | null;
  /** null: the mail's own row is the reset link, or the mail has no link */
  readonly link_id: bigint | null;
  /** recipient of a mail without a link */
  readonly user_id: bigint | null;
  /** content of a mail without a link; null: the mail has a link */
  readonly detail: string | null;
  readonly attempts: number;
}

export interface Recipient {
  readonly user_id: bigint;
  readonly username: string;
  readonly email: string;
  readonly language: string | null;
}

/** Leases mails that are due, the longest waiting first; mails that another worker is leasing are skipped. */
export async function leaseMails(
  db: Database,
  now: Date,
  leaseEnds: Date,
  limit: number,
): Promise<LeasedMail[]> {
  const { rows } = await db.query<LeasedMail>(
    `with due as (
       select mail_id from mail where due_at <= $1
       order by due_at limit $3 for update skip locked
     )
     update mail set due_at = $2, attempts = attempts + 1 from due
     where mail.mail_id = due.mail_id
     returning mail.mail_id, kind, email_key, sealed_key, link_id, user_id, detail, attempts`,
    [now, leaseEnds, limit],
  );
  return rows;
}

/** Guard of updates: after its lease ended, the mail may belong to another worker. */
const STILL_LEASED = 'mail_id = $1 and attempts = $2 and due_at is not null';
const keyOf = ({ mail_id, attempts }: LeasedMail) => [mail_id, attempts];

/** @returns null when the link would be useless: nobody has the address, for example, or another person has it */
export async function findRecipient(
  db: Database,
  mail: LeasedMail,
  now: Date,
): Promise<Recipient | null> {
  if (mail.link_id !== null) return findByLink(db, mail, now);
  const userId = mail.email_key === null ? mail.user_id : await findByKey(db, mail.email_key, mail);
  const { rows } = await db.query<Recipient>(
    // a blocked person is informed of a decision, and gets no link
    `select user_id, username, email, language from account
     where user_id = $1 and (blocked_at is null or $2) and deleted_at is null and email <> ''`,
    [userId, mail.detail !== null],
  );
  return openEmails(db, rows)[0] ?? null;
}

/** @param emailKey of the mail: readable, or the hash of a sealed address */
async function findByKey(
  db: Database,
  emailKey: string,
  { sealed_key: sealed }: LeasedMail,
): Promise<bigint | null> {
  if (!isHashed(emailKey)) return findAccount(db, emailKey);
  if (sealed) return findAccount(db, unseal(keysOf(db), placeOfMail(emailKey), sealed));
  return findByLookup(db, [lookupHash('email', emailKey)]);
}

async function findByLink(db: Database, mail: LeasedMail, now: Date): Promise<Recipient | null> {
  const { rows } = await db.query<Recipient & { email_key: string }>(
    `select user_id, username, link.email, link.email_key, language
     from email_link as link join account using (user_id)
     where link_id = $1 and expires_at > $2 and deleted_at is null
       and (blocked_at is null or kind = 'undo')`,
    [mail.link_id, now],
  );
  const [row] = openEmails(db, rows);
  if (!row) return null;
  const address = { plain: row.email, key: row.email_key };
  return (await isTaken(db, row.user_id, address, now)) ? null : row;
}

/**
 * Stores the hash of the link's code before the mail is sent: the link works from then on.
 * @returns false: the mail belongs to another worker by now, or its account is deleted
 */
export async function storeLink(
  db: Database,
  mail: LeasedMail,
  userId: bigint,
  codeHash: Buffer,
  now: Date,
): Promise<boolean> {
  if (mail.link_id !== null) {
    const stored = await db.query(
      `update email_link set code_hash = $4
       where link_id = $3 and exists (select 1 from mail where ${STILL_LEASED})`,
      [...keyOf(mail), mail.link_id, codeHash],
    );
    return stored.rowCount === 1;
  }
  const { rowCount } = await db.query(
    `update mail set user_id = $3, code_hash = $4, expires_at = $5
     where ${STILL_LEASED} and exists (select 1 from account where user_id = $3 and deleted_at is null)`,
    [...keyOf(mail), userId, codeHash, addMilliseconds(now, LINK_LIFETIME_MS)],
  );
  return rowCount === 1;
}

/** Records that the mail is sent: its row stays if the row is the reset link, and is deleted otherwise. */
export async function finishMail(
  db: Database,
  mail: LeasedMail,
  userId: bigint,
  now: Date,
): Promise<void> {
  if (mail.link_id !== null || mail.detail !== null) return removeMail(db, mail);
  const done = (transaction: Database) =>
    transaction.query(
      `update mail set email_key = null, sealed_key = null, due_at = null where ${STILL_LEASED}`,
      keyOf(mail),
    );
  await inTransaction(db, async (transaction) => {
    const { rowCount } = await done(transaction);
    if (rowCount !== 1) return;
    const what = { user_id: Number(userId) };
    await writeAudit(transaction, { who: 'somebody', action: 'reset link mailed', what }, now);
  });
}

/** Deletes a mail without a recipient, or one that is given up. */
export async function removeMail(db: Database, mail: LeasedMail): Promise<void> {
  await db.query(`delete from mail where ${STILL_LEASED}`, keyOf(mail));
}

/** Makes the mail due again at `dueAt`; the next attempt makes another link. */
export async function postponeMail(db: Database, mail: LeasedMail, dueAt: Date): Promise<void> {
  await db.query(
    `update mail set due_at = $3, code_hash = null, expires_at = $4 where ${STILL_LEASED}`,
    [...keyOf(mail), dueAt, mailExpiry(dueAt)],
  );
}
