import { createHash } from 'node:crypto';
import type { ParsedInputOf } from '../../contract/call.ts';
import type { checkIn } from '../../contract/calls.ts';
import { type Caller, type Context, Refusal } from './context.ts';
import { addressKey, returnPlace, takePlace, type Window } from './limits.ts';
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

/** The limits that an attempt counts in: its address, then the account or the name it tries. */
function windowsOf({ settings, visitor }: Context, name: string, user?: Candidate): Window[] {
  const limit = settings.get('limit.login_attempts');
  // an unknown name is counted like a known one: the limit must not tell who exists
  const who = user?.user_id ?? createHash('sha256').update(name).digest('base64url');
  return [`login:address:${addressKey(visitor.address)}`, `login:account:${who}`].map((bucket) => ({
    bucket,
    limit,
    lengthMs: WINDOW_MS,
  }));
}

/** Every attempt takes its places before the password is looked at; a good one gives them back. */
async function attempt(
  { db, now }: Context,
  windows: readonly Window[],
  verify: () => Promise<boolean>,
): Promise<boolean> {
  for (const window of windows) {
    const seconds = await takePlace(db, window, now);
    if (seconds > 0) throw new Refusal('too_many_attempts', { retry_after: seconds });
  }
  let failed = false;
  try {
    failed = !(await verify());
    return !failed;
  } finally {
    if (!failed) for (const window of windows) await returnPlace(db, window, now);
  }
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
  const good = await attempt(context, windowsOf(context, name, user), async () => {
    const matches = await verifyPassword(input.password, user?.password_hash ?? null);
    return matches && user?.blocked_at === null;
  });
  if (!user || !good) throw new Refusal('invalid_credentials');
  await db.query(
    `update account set country = coalesce($2, country), language = coalesce($3, language)
     where user_id = $1
       and (country is distinct from coalesce($2, country)
         or language is distinct from coalesce($3, language))`,
    [user.user_id, input.country ?? null, input.language ?? null],
  );
  return { userId: user.user_id, token: await openSession(db, user.user_id, input.keep, now) };
}
