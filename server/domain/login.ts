import type { ParsedInputOf } from '../../contract/call.ts';
import type { checkIn } from '../../contract/calls.ts';
import { inTransaction } from '../database/database.ts';
import { writeAudit } from './audit.ts';
import { type Caller, type Context, Refusal, Unavailable } from './context.ts';
import { isKnownDevice, rememberDevice } from './devices.ts';
import { keyOfName } from './emails.ts';
import { findAccount } from './find-account.ts';
import { returnSlots, takeSlots, type Window, windowsOfAddress } from './limits.ts';
import { hashPassword, isOutdated, verifyPassword } from './passwords.ts';
import { digestName } from './sealed-emails.ts';
import { openSession } from './sessions.ts';
import { MINUTE } from './time.ts';

type LoginInput = Extract<ParsedInputOf<typeof checkIn>, { tab: 'login' }>;

interface Candidate {
  readonly user_id: bigint;
  readonly password_hash: string;
  readonly blocked_at: Date | null;
}

export const WINDOW_MS = 15 * MINUTE;

/** The id of no account: the same statements run for an unknown name. */
const NOBODY = 0n;

/**
 * The limits that count an attempt: of its address, then of its name. On a device that the account knows, attempts are
 * counted separately: strangers' attempts, on this account or from this address, do not lock its owner out. A username
 * and the e-mail of the same account are counted separately, like two unknown names: a lock must not reveal that they
 * belong together.
 */
async function windowsOf(
  { db, settings, visitor }: Context,
  name: string,
  user?: Candidate,
): Promise<Window[]> {
  const { device = null } = visitor;
  const limit = settings.get('limit.login_attempts');
  const window = (bucket: string, most: number) => ({ bucket, limit: most, lengthMs: WINDOW_MS });
  if (await isKnownDevice(db, user?.user_id ?? NOBODY, device)) {
    return [window(`login:device:${await digestName(db, `${device} ${name}`)}`, limit)];
  }
  const most = settings.get('limit.address_login_attempts');
  return [
    ...windowsOfAddress(visitor.address, window('login:address', most)),
    window(`login:name:${await digestName(db, name)}`, limit),
  ];
}

/**
 * The limits for wrong passwords of a logged-in user: the log-in limits of the address, and a separate one per account.
 * So strangers' log-in attempts do not stop the owner from changing the password or deleting the account.
 */
export function passwordWindows({ settings, visitor }: Context, userId: bigint): Window[] {
  const window = (bucket: string, limit: number) => ({ bucket, limit, lengthMs: WINDOW_MS });
  const most = settings.get('limit.address_login_attempts');
  return [
    ...windowsOfAddress(visitor.address, window('login:address', most)),
    window(`password:user:${userId}`, settings.get('limit.login_attempts')),
  ];
}

/** Takes slots for an attempt before the password is checked; they are returned after a success or an error. */
export async function attempt(
  { db, now }: Context,
  windows: readonly Window[],
  verify: () => Promise<boolean>,
): Promise<boolean> {
  const seconds = await takeSlots(db, windows, now);
  if (seconds > 0) throw new Refusal('too_many_attempts', { retry_after: seconds });
  let failed = false;
  try {
    failed = !(await verify());
    return !failed;
  } finally {
    if (!failed) await returnSlots(db, windows, now);
  }
}

/**
 * Counts each log-in, reset or change of a password by address, successful or not, because each costs a hash.
 * @throws Refusal too_many_attempts
 */
export async function countLogin({ db, settings, visitor, now }: Context): Promise<void> {
  const limit = settings.get('limit.address_logins');
  const window = { bucket: 'logins', limit, lengthMs: WINDOW_MS };
  const seconds = await takeSlots(db, windowsOfAddress(visitor.address, window), now);
  if (seconds > 0) throw new Refusal('too_many_attempts', { retry_after: seconds });
}

/**
 * Begins a session, unless the password has changed since it was read. A concurrent password change runs before or
 * after this transaction.
 * @throws Refusal invalid_credentials
 */
function enter(context: Context, user: Candidate, keep: boolean): Promise<string> {
  return inTransaction(context.db, async (db) => {
    const { rowCount } = await db.query(
      'select from account where user_id = $1 and password_hash = $2 for share',
      [user.user_id, user.password_hash],
    );
    if (rowCount !== 1) throw new Refusal('invalid_credentials');
    return openSession({ ...context, db }, user.user_id, keep);
  });
}

/**
 * Hashes a password again after its hash has become too cheap; of several log-ins at once the first one's hash stays.
 */
async function renewHash({ db, visitor }: Context, user: Candidate, password: string) {
  await db.query(
    'update account set password_hash = $3 where user_id = $1 and password_hash = $2',
    [user.user_id, user.password_hash, await hashPassword(password, visitor.address)],
  );
}

/** The fields of a log-in that prove knowledge of the password, for a blocked account too. */
type Credentials = Pick<LoginInput, 'username' | 'password'>;

/**
 * Checks a password, with the same work for an unknown name.
 * @param accepts whether an account with the right password counts
 * @throws Refusal too_many_attempts
 */
async function prove(
  context: Context,
  { username, password }: Credentials,
  accepts: (user: Candidate) => boolean,
): Promise<{ user: Candidate | undefined; good: boolean }> {
  const { db, visitor } = context;
  const name = keyOfName(username);
  await countLogin(context);
  const { rows } = await db.query<Candidate>(
    'select user_id, password_hash, blocked_at from account where user_id = $1',
    [(await findAccount(db, username)) ?? NOBODY],
  );
  const [user] = rows;
  const good = await attempt(context, await windowsOf(context, name, user), async () => {
    const matches = await verifyPassword(password, user?.password_hash ?? null, visitor.address);
    return matches && user !== undefined && accepts(user);
  });
  return { user, good };
}

/** The blocked account of these credentials; null: there is none. @throws Refusal too_many_attempts */
export async function findBlocked(
  context: Context,
  credentials: Credentials,
): Promise<bigint | null> {
  const { user, good } = await prove(context, credentials, (each) => each.blocked_at !== null);
  return good && user ? user.user_id : null;
}

/**
 * Logs a person in.
 * @throws Refusal invalid_credentials, the same after the same work for an unknown name, a wrong password and a blocked
 * account; too_many_attempts
 */
export async function logIn(context: Context, input: LoginInput): Promise<Caller> {
  const { db, now, visitor } = context;
  const { user, good } = await prove(context, input, (each) => each.blocked_at === null);
  if (!good) {
    // also for an unknown name: without this write, its refusal would come noticeably earlier
    const what = { user_id: user ? Number(user.user_id) : null };
    await writeAudit(db, { who: 'somebody', action: 'login failed', what }, now);
  }
  if (!user || !good) throw new Refusal('invalid_credentials');
  const token = await enter(context, user, input.keep).catch((error: unknown) => {
    if (error instanceof Refusal && isOutdated(user.password_hash)) return null;
    throw error;
  });
  // another log-in has renewed the hash meanwhile, or the password was changed
  if (token === null) return logIn(context, input);
  if (isOutdated(user.password_hash)) {
    await renewHash(context, user, input.password).catch((error: unknown) => {
      // too many requests wait for a hash: the next log-in renews this one
      if (!(error instanceof Unavailable)) throw error;
    });
  }
  await db.query(
    `update account set country = coalesce($2, country), language = coalesce($3, language)
     where user_id = $1 and deleted_at is null
       and (country is distinct from coalesce($2, country)
         or language is distinct from coalesce($3, language))`,
    [user.user_id, input.country ?? null, input.language ?? null],
  );
  await rememberDevice(db, user.user_id, visitor.device ?? null, now);
  return { userId: user.user_id, token };
}
