import { randomBytes } from 'node:crypto';
import type * as calls from '../../contract/calls.ts';
import { type Database, inTransaction } from '../database/database.ts';
import { writeAudit } from './audit.ts';
import { type Owner, redeemFor } from './chosen-password.ts';
import { type Context, type Handler, Refusal } from './context.ts';
import { endConfirmLinks } from './email-links.ts';
import { windowsOfAddress } from './limits.ts';
import { attempt, countLogin, WINDOW_MS } from './login.ts';
import { openEmails } from './sealed-emails.ts';
import { hashToken, setPassword } from './sessions.ts';
import { addMilliseconds, HOUR } from './time.ts';

/** 160 bits. */
const CODE_BYTES = 20;
const LIFETIME_MS = 24 * HOUR;

interface Link {
  /** stored nowhere; hexadecimal, since messengers cut other characters off the end of a link */
  readonly code: string;
  readonly expiresAt: Date;
}

/** A link's code, and the hash of it that is stored. */
export function createLinkCode(): { code: string; codeHash: Buffer } {
  const code = randomBytes(CODE_BYTES).toString('hex');
  return { code, codeHash: hashToken(code) };
}

/**
 * The address of a reset link. Browsers send no text after `#` to a server, so the code gets into no log and no
 * `referer` header.
 */
export const linkOf = (publicUrl: string, code: string) => `${publicUrl}/reset#code=${code}`;

/** Tables of reset links: links made by operators, and mailed ones. */
const TABLES = ['reset_link', 'mail'] as const;

/** SQL of a person's reset links in these tables; a mail with a `detail` has no link. */
const OWN = [
  'reset_link where user_id = $1',
  'mail where user_id = $1 and detail is null',
] as const;

/** Ends all reset links of a person, and all links to confirm an address. */
export async function endLinks(db: Database, userId: bigint): Promise<void> {
  for (const own of OWN) await db.query(`delete from ${own}`, [userId]);
  await endConfirmLinks(db, userId);
}

/** Locks all links of a person, in the order in which other functions end them, to avoid deadlocks. */
export async function lockLinks(db: Database, userId: bigint): Promise<void> {
  for (const own of [...OWN, 'email_link where user_id = $1']) {
    await db.query(`select from ${own} for update`, [userId]);
  }
}

/** Makes a reset link for an operator, or for a person who undoes a change of the e-mail; ends earlier reset links. */
export async function makeResetLink(db: Database, userId: bigint, now: Date): Promise<Link> {
  const { code, codeHash } = createLinkCode();
  const expiresAt = addMilliseconds(now, LIFETIME_MS);
  await db.query(
    `insert into reset_link (user_id, code_hash, expires_at) values ($1, $2, $3)
     on conflict (user_id) do update set
       code_hash = excluded.code_hash, expires_at = excluded.expires_at`,
    [userId, codeHash, expiresAt],
  );
  await db.query('delete from mail where user_id = $1 and detail is null', [userId]);
  return { code, expiresAt };
}

/** Ends the links of a blocked account before the block is lifted: a stranger may have them. */
export async function endLinksOfBlocked(db: Database, userId: bigint): Promise<void> {
  const { rowCount } = await db.query(
    'select from account where user_id = $1 and blocked_at is not null',
    [userId],
  );
  if (rowCount === 1) await endLinks(db, userId);
}

/** SQL: whether a link is valid, joined to its account: $1 the code's hash, $2 now. */
const isGood = (table: (typeof TABLES)[number]) =>
  `account.user_id = ${table}.user_id and code_hash = $1 and ${table}.expires_at > $2
   and blocked_at is null`;

async function findOwner(db: Database, codeHash: Buffer, now: Date): Promise<Owner | null> {
  const { rows } = await db.query<Owner>(
    TABLES.map(
      (table) =>
        `select account.user_id, username, email from ${table}, account where ${isGood(table)}`,
    ).join(' union all '),
    [codeHash, now],
  );
  return openEmails(db, rows)[0] ?? null;
}

/**
 * Uses up the code, and ends all other links of the person. All links are locked first, so only one of several requests
 * finds the code.
 * @returns whether the code was still valid
 */
function redeem(
  { db, now }: Context,
  { user_id: userId }: Owner,
  codeHash: Buffer,
  passwordHash: string,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    await lockLinks(transaction, userId);
    if (!(await findOwner(transaction, codeHash, now))) return false;
    await endLinks(transaction, userId);
    await setPassword(transaction, userId, passwordHash, now);
    const what = { user_id: Number(userId) };
    await writeAudit(transaction, { who: `user ${userId}`, action: 'password reset', what }, now);
    return true;
  });
}

/**
 * Tries the code of a link, within the limit of attempts per address.
 * @returns the result of `attempt`
 */
export async function attemptCode(
  context: Context,
  isGood: () => Promise<boolean>,
): Promise<boolean> {
  await countLogin(context);
  const limit = context.settings.get('limit.address_login_attempts');
  const window = { bucket: 'reset:address', limit, lengthMs: WINDOW_MS };
  return attempt(context, windowsOfAddress(context.visitor.address, window), isGood);
}

/**
 * @throws Refusal link_over, the same after the same work for an unknown, used or expired code, and for a blocked
 * account; weak_password, which does not use up the link; too_many_attempts
 */
export const resetPassword: Handler<typeof calls.resetPassword> = async (
  context,
  _caller,
  { code, password },
) => {
  const { db, now } = context;
  const isDone = await attemptCode(context, async () => {
    const codeHash = hashToken(code);
    const owner = await findOwner(db, codeHash, now);
    return redeemFor(context, owner, password, (found, passwordHash) =>
      redeem(context, found, codeHash, passwordHash),
    );
  });
  if (!isDone) throw new Refusal('link_over');
  return {};
};
