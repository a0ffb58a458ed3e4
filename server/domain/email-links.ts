import { type Database, inTransaction } from '../database/database.ts';
import type { Email } from './emails.ts';
import { type EmailLinkKind, queueMail } from './mail-queue.ts';
import { formerKey } from './names.ts';
import { addMilliseconds, HOUR } from './time.ts';

/** How long each is good. The mails' words say so, too. */
const LIFETIME_MS: Readonly<Record<EmailLinkKind, number>> = {
  confirm: 24 * HOUR,
  undo: 72 * HOUR,
};

export interface EmailLink {
  readonly kind: EmailLinkKind;
  readonly userId: bigint;
  readonly address: Email;
  /** of the session that asked; null: of none that goes on */
  readonly sessionHash: Buffer | null;
}

/**
 * Makes a link, and queues the mail that brings it to its address. A link to confirm ends the one before.
 * @throws Unavailable when too many mails wait
 */
export async function mailEmailLink(
  db: Database,
  { kind, userId, address, sessionHash }: EmailLink,
  now: Date,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    if (kind === 'confirm') await endConfirmLinks(transaction, userId);
    const { rows } = await transaction.query<{ link_id: bigint }>(
      `insert into email_link (user_id, kind, email, email_key, session_hash, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7) returning link_id`,
      [
        userId,
        kind,
        address.plain,
        address.key,
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

/** SQL: somebody may bring an address back that is among the keys: $1 these, $2 now, $3 who may have it. */
const HELD = `exists (select from email_link where kind = 'undo' and email_key = any($1)
  and expires_at > $2 and user_id is distinct from $3::bigint)`;

const keysOf = ({ plain, key }: Email) => [key, formerKey(plain)];

/**
 * Whether an address was another person's within the last 72 hours, who may bring it back.
 * @param userId who wants it; null: somebody who registers
 */
export async function isHeld(
  db: Database,
  userId: bigint | null,
  address: Email,
  now: Date,
): Promise<boolean> {
  const { rows } = await db.query<{ is_held: boolean }>(`select ${HELD} as is_held`, [
    keysOf(address),
    now,
    userId,
  ]);
  return rows[0]?.is_held ?? false;
}

/** Whether an address is another person's, or may become it again. */
export async function isTaken(
  db: Database,
  userId: bigint,
  address: Email,
  now: Date,
): Promise<boolean> {
  const { rows } = await db.query<{ is_taken: boolean }>(
    `select ${HELD} or exists (
       select from account where email_key = any($1) and user_id <> $3::bigint
     ) as is_taken`,
    [keysOf(address), now, userId],
  );
  return rows[0]?.is_taken ?? false;
}
