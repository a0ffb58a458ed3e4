import { randomBytes } from 'node:crypto';
import type * as calls from '../../contract/calls.ts';
import { type Database, inTransaction } from '../database/database.ts';
import { writeAudit } from './audit.ts';
import { type Context, type Handler, Refusal } from './context.ts';
import { windowsOfAddress } from './limits.ts';
import { attempt, countLogin, WINDOW_MS } from './login.ts';
import { hashPassword } from './passwords.ts';
import { hashToken, setPassword } from './sessions.ts';
import { addMilliseconds, HOUR } from './time.ts';
import { isWeakPassword } from './weak-passwords.ts';

/** 160 bits. */
const CODE_BYTES = 20;
const LIFETIME_MS = 24 * HOUR;

interface Link {
  /** stored nowhere; hexadecimal, since messengers cut other signs off the end of a link */
  readonly code: string;
  readonly expiresAt: Date;
}

/** Makes the one link by which a person may choose a password; it ends the one before. */
export async function makeResetLink(db: Database, userId: bigint, now: Date): Promise<Link> {
  const code = randomBytes(CODE_BYTES).toString('hex');
  const expiresAt = addMilliseconds(now, LIFETIME_MS);
  await db.query(
    `insert into reset_link (user_id, code_hash, expires_at) values ($1, $2, $3)
     on conflict (user_id) do update set
       code_hash = excluded.code_hash, expires_at = excluded.expires_at`,
    [userId, hashToken(code), expiresAt],
  );
  return { code, expiresAt };
}

/** Ends the link of a blocked account, before the block is cleared: it may be a stranger's. */
export async function endLinkOfBlocked(db: Database, userId: bigint): Promise<void> {
  await db.query(
    `delete from reset_link using account
     where reset_link.user_id = $1 and account.user_id = $1 and blocked_at is not null`,
    [userId],
  );
}

/** Whose link it is, as long as it may be used: $1 the code's hash, $2 now. */
const IS_GOOD = `account.user_id = reset_link.user_id and code_hash = $1 and expires_at > $2
  and blocked_at is null`;

interface Owner {
  readonly username: string;
  readonly email: string;
}

async function findOwner(db: Database, codeHash: Buffer, now: Date): Promise<Owner | null> {
  const { rows } = await db.query<Owner>(
    `select username, email from reset_link, account where ${IS_GOOD}`,
    [codeHash, now],
  );
  return rows[0] ?? null;
}

/** One statement uses the code up: of several requests one finds it. @returns whether it did */
function redeem({ db, now }: Context, codeHash: Buffer, passwordHash: string): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const { rows } = await transaction.query<{ user_id: bigint }>(
      `delete from reset_link using account where ${IS_GOOD} returning reset_link.user_id`,
      [codeHash, now],
    );
    const [used] = rows;
    if (!used) return false;
    const { user_id: userId } = used;
    await setPassword(transaction, userId, passwordHash, now);
    const what = { user_id: Number(userId) };
    await writeAudit(transaction, { who: `user ${userId}`, action: 'password reset', what }, now);
    return true;
  });
}

const NOBODY: Owner = { username: '', email: '' };

/**
 * @throws Refusal invalid_credentials, the same after the same work for a code that is unknown, used or
 *   over, and for a blocked account; weak_password, which leaves the link as it is; too_many_attempts
 */
export const resetPassword: Handler<typeof calls.resetPassword> = async (
  context,
  _caller,
  { code, password },
) => {
  const { db, settings, visitor, now } = context;
  await countLogin(context);
  const limit = settings.get('limit.address_login_attempts');
  const window = { bucket: 'reset:address', limit, lengthMs: WINDOW_MS };
  const isDone = await attempt(context, windowsOfAddress(visitor.address, window), async () => {
    const codeHash = hashToken(code);
    const owner = await findOwner(db, codeHash, now);
    const passwordHash = await hashPassword(password, visitor.address);
    const own = { ...(owner ?? NOBODY), product: settings.get('product.name') };
    const isWeak = isWeakPassword(password, own);
    if (!owner) return false;
    if (isWeak) throw new Refusal('weak_password');
    return redeem(context, codeHash, passwordHash);
  });
  if (!isDone) throw new Refusal('invalid_credentials');
  return {};
};
