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
  /** stored nowhere; hexadecimal, since messengers cut other signs off the end of a link */
  readonly code: string;
  readonly expiresAt: Date;
}

/** A link's code, and what is kept of it. */
export function drawCode(): { code: string; codeHash: Buffer } {
  const code = randomBytes(CODE_BYTES).toString('hex');
  return { code, codeHash: hashToken(code) };
}

/** Where people reach the app, no slash at the end. */
/** Behind a `#` a code reaches no server: no log and no other page has it. */
export const linkOf = (publicUrl: string, code: string) => `${publicUrl}/reset#code=${code}`;

/** The links of operators, and those that were mailed. */
const TABLES = ['reset_link', 'mail'] as const;

/** The same of one person: not what is mailed without a link. */
const OWN = [
  'reset_link where user_id = $1',
  'mail where user_id = $1 and detail is null',
] as const;

/** Ends every link of a person to a new password, and to another address. */
export async function endLinks(db: Database, userId: bigint): Promise<void> {
  for (const own of OWN) await db.query(`delete from ${own}`, [userId]);
  await endConfirmLinks(db, userId);
}

/** Locks every link of a person, in the order in which others end them: so neither waits for the other. */
export async function lockLinks(db: Database, userId: bigint): Promise<void> {
  for (const own of [...OWN, 'email_link where user_id = $1']) {
    await db.query(`select from ${own} for update`, [userId]);
  }
}

/**
 * Makes the link of an operator, or of whoever undoes a change of the e-mail, by which a person may choose a
 * password; it ends those before.
 */
export async function makeResetLink(db: Database, userId: bigint, now: Date): Promise<Link> {
  const { code, codeHash } = drawCode();
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

/** Ends the links of a blocked account, before the block is cleared: they may be a stranger's. */
export async function endLinksOfBlocked(db: Database, userId: bigint): Promise<void> {
  const { rowCount } = await db.query(
    'select from account where user_id = $1 and blocked_at is not null',
    [userId],
  );
  if (rowCount === 1) await endLinks(db, userId);
}

/** SQL: whose link it is, as long as it may be used: $1 the code's hash, $2 now. */
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
 * Uses the code up, and ends all other links of the person. They are locked first: of several requests one
 * finds the code.
 * @returns whether it is still good
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
 * Tries the code of a link, in no more tries than codes may have from one address.
 * @returns what `attempt` does
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
 * @throws Refusal link_over, the same after the same work for a code that is unknown, used or
 *   over, and for a blocked account; weak_password, which leaves the link as it is; too_many_attempts
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
