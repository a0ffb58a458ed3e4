import { createHash } from 'node:crypto';
import type { ParsedInputOf } from '../../contract/call.ts';
import type { checkIn } from '../../contract/calls.ts';
import { inTransaction } from '../database/database.ts';
import { addressKey } from './addresses.ts';
import { writeAudit } from './audit.ts';
import { type Caller, type Context, Refusal } from './context.ts';
import { isKnownDevice, rememberDevice } from './devices.ts';
import { returnSlot, takeSlot, type Window } from './limits.ts';
import { foldName } from './names.ts';
import { verifyPassword } from './passwords.ts';
import { openSession } from './sessions.ts';
import { MINUTE } from './time.ts';

type LoginInput = Extract<ParsedInputOf<typeof checkIn>, { tab: 'login' }>;

interface Candidate {
  readonly user_id: bigint;
  readonly password_hash: string;
  readonly blocked_at: Date | null;
}

const WINDOW_MS = 15 * MINUTE;

/**
 * The limits that count an attempt: of its address, then of the account or name that it tries. On a
 * device that the account knows the attempts are counted by themselves: what strangers try, on
 * this account or from this address, does not keep its owner out.
 */
async function windowsOf(
  { db, settings, visitor }: Context,
  name: string,
  user?: Candidate,
): Promise<Window[]> {
  const { device = null } = visitor;
  const limit = settings.get('limit.login_attempts');
  const windows = (buckets: Record<string, number>) =>
    Object.entries(buckets).map(([bucket, most]) => ({ bucket, limit: most, lengthMs: WINDOW_MS }));
  if (user && (await isKnownDevice(db, user.user_id, device))) {
    return windows({ [`login:device:${user.user_id}:${digest(device ?? '')}`]: limit });
  }
  // an unknown name is counted like a known one: the limit must not reveal who exists
  const who = user?.user_id ?? digest(name);
  return windows({
    [`login:address:${addressKey(visitor.address)}`]: settings.get('limit.address_login_attempts'),
    [`login:account:${who}`]: limit,
  });
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Every attempt takes its slots before the password is checked; a successful one returns them. */
async function attempt(
  { db, now }: Context,
  windows: readonly Window[],
  verify: () => Promise<boolean>,
): Promise<boolean> {
  for (const window of windows) {
    const seconds = await takeSlot(db, window, now);
    if (seconds > 0) throw new Refusal('too_many_attempts', { retry_after: seconds });
  }
  let failed = false;
  try {
    failed = !(await verify());
    return !failed;
  } finally {
    if (!failed) for (const window of windows) await returnSlot(db, window, now);
  }
}

/**
 * Begins a session, unless the password has become another one since it was looked at: who changes
 * it waits for this, or this for them.
 * @throws Refusal invalid_credentials
 */
function enter({ db, now }: Context, user: Candidate, keep: boolean): Promise<string> {
  return inTransaction(db, async (transaction) => {
    const { rowCount } = await transaction.query(
      'select from account where user_id = $1 and password_hash = $2 for share',
      [user.user_id, user.password_hash],
    );
    if (rowCount !== 1) throw new Refusal('invalid_credentials');
    return openSession(transaction, user.user_id, keep, now);
  });
}

/**
 * @throws Refusal invalid_credentials, the same and after the same time for a name that nobody
 *   has, a wrong password and a blocked account; too_many_attempts
 */
export async function logIn(context: Context, input: LoginInput): Promise<Caller> {
  const { db, now } = context;
  const name = foldName(input.username);
  const { rows } = await db.query<Candidate>(
    `select user_id, password_hash, blocked_at from account
     where username_key = $1 or email_key = $1`,
    [name],
  );
  const [user] = rows;
  const good = await attempt(context, await windowsOf(context, name, user), async () => {
    const matches = await verifyPassword(input.password, user?.password_hash ?? null);
    return matches && user?.blocked_at === null;
  });
  if (user && !good) {
    const what = { user_id: Number(user.user_id) };
    await writeAudit(db, { who: 'somebody', action: 'login failed', what }, now);
  }
  if (!user || !good) throw new Refusal('invalid_credentials');
  const token = await enter(context, user, input.keep);
  await db.query(
    `update account set country = coalesce($2, country), language = coalesce($3, language)
     where user_id = $1
       and (country is distinct from coalesce($2, country)
         or language is distinct from coalesce($3, language))`,
    [user.user_id, input.country ?? null, input.language ?? null],
  );
  await rememberDevice(db, user.user_id, context.visitor.device ?? null, now);
  return { userId: user.user_id, token };
}
