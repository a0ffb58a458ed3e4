import { randomInt } from 'node:crypto';
import type { ParsedInputOf } from '../../contract/call.ts';
import type { checkIn } from '../../contract/calls.ts';
import { type Database, inTransaction } from '../database/database.ts';
import { addressKey } from './addresses.ts';
import { type Caller, type Context, Refusal } from './context.ts';
import { rememberDevice } from './devices.ts';
import { returnSlot, takeSlot, type Window } from './limits.ts';
import { logIn } from './login.ts';
import { foldName } from './names.ts';
import { hashPassword } from './passwords.ts';
import { hashBlock } from './review/registration-blocks.ts';
import { openSession } from './sessions.ts';
import { addMilliseconds, HOUR } from './time.ts';
import { isWeakPassword } from './weak-passwords.ts';

type RegisterInput = Extract<ParsedInputOf<typeof checkIn>, { tab: 'register' }>;

/** No letters or digits that look alike: people read these codes to each other. */
const CODE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE_LENGTH = 8;

function makeInviteCode(): string {
  return Array.from(
    { length: CODE_LENGTH },
    () => CODE_LETTERS[randomInt(CODE_LETTERS.length)],
  ).join('');
}

interface InviterRow {
  readonly level1: bigint;
  readonly level2: bigint | null;
  readonly level3: bigint | null;
}

/**
 * The inviter behind a code, and the two above.
 * @throws Refusal invalid_invite_code also when the inviter is blocked
 */
export async function findInviters(db: Database, code: string): Promise<bigint[]> {
  const { rows } = await db.query<InviterRow>(
    `select first.user_id as level1, first.inviter_id as level2, second.inviter_id as level3
     from account first left join account second on second.user_id = first.inviter_id
     where first.invite_code = $1 and first.blocked_at is null`,
    [code.trim().toUpperCase()],
  );
  const [row] = rows;
  if (!row) throw new Refusal('invalid_invite_code');
  return [row.level1, row.level2, row.level3].filter((id) => id !== null);
}

async function assertNamesFree(db: Database, input: RegisterInput): Promise<void> {
  const { rows } = await db.query<{ username: boolean; email: boolean }>(
    `select bool_or(username_key = $1) as username, bool_or(email_key = $2) as email
     from account where username_key = $1 or email_key = $2`,
    [foldName(input.username), foldName(input.email)],
  );
  if (rows[0]?.username) throw new Refusal('username_taken');
  if (rows[0]?.email) throw new Refusal('email_taken');
}

interface Hashes {
  readonly passwordHash: string;
  /** of the block of addresses that the request came from */
  readonly blockHash: Buffer;
}

/** Inserts the account, its wallet, its progress, its block and its friendships. @returns null: name taken */
async function insertAccount(
  { db, now, visitor }: Context,
  input: RegisterInput,
  inviters: readonly bigint[],
  { passwordHash, blockHash }: Hashes,
): Promise<bigint | null> {
  const { rows } = await db.query<{ user_id: bigint }>(
    `with created as (
       insert into account (username, username_key, email, email_key, password_hash, country,
         language, invite_code, inviter_id, created_at, password_changed_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
       on conflict do nothing returning user_id
     ),
     new_wallet as (insert into wallet (user_id) select user_id from created),
     new_progress as (insert into progress (user_id) select user_id from created),
     new_block as (
       insert into registration_block (user_id, block_hash, registered_at)
       select user_id, $12, $10 from created
     ),
     new_friends as (
       insert into friend (user_id, friend_id, level, created_at)
       select inviter, created.user_id, level, $10
       from created, unnest($11::bigint[]) with ordinality as inviters (inviter, level)
     )
     select user_id from created`,
    [
      input.username,
      foldName(input.username),
      input.email,
      foldName(input.email),
      passwordHash,
      input.country ?? visitor.country,
      input.language ?? null,
      makeInviteCode(),
      inviters[0] ?? null,
      now,
      inviters,
      blockHash,
    ],
  );
  return rows[0]?.user_id ?? null;
}

async function create(
  context: Context,
  input: RegisterInput,
  inviters: readonly bigint[],
): Promise<Caller> {
  await assertNamesFree(context.db, input);
  const hashes = {
    passwordHash: await hashPassword(input.password),
    blockHash: await hashBlock(context.db, context.visitor.address),
  };
  for (;;) {
    const created = await inTransaction(context.db, async (db) => {
      const userId = await insertAccount({ ...context, db }, input, inviters, hashes);
      if (userId === null) return null;
      await rememberDevice(db, userId, context.visitor.device ?? null, context.now);
      return { userId, token: await openSession(db, userId, input.keep, context.now) };
    });
    if (created) return created;
    // a concurrent request took a name; if none did, the invite code was not unique: try another
    await assertNamesFree(context.db, input);
  }
}

/**
 * The answer to a registration may have been lost: whoever sends the same once more within an hour,
 * with the right password, is logged in to the account that it made.
 * @throws Refusal what it was refused for, where it is not the same
 */
async function enterAgain(
  context: Context,
  { username, email, password, keep }: RegisterInput,
  refusal: Refusal,
): Promise<Caller> {
  const { rowCount } = await context.db.query(
    'select from account where username_key = $1 and email_key = $2 and created_at > $3',
    [foldName(username), foldName(email), addMilliseconds(context.now, -HOUR)],
  );
  if (rowCount !== 1) throw refusal;
  return logIn(context, { tab: 'login', username, password, keep }).catch((error: unknown) => {
    throw error instanceof Refusal ? refusal : error;
  });
}

/**
 * @throws Refusal weak_password, invalid_invite_code, username_taken, email_taken,
 *   too_many_attempts (registrations of this address)
 */
export async function register(context: Context, input: RegisterInput): Promise<Caller> {
  const { db, now, settings, visitor } = context;
  if (isWeakPassword(input.password, input.username)) throw new Refusal('weak_password');
  const inviters = input.invite_code ? await findInviters(db, input.invite_code) : [];
  const window: Window = {
    bucket: `register:${addressKey(visitor.address)}`,
    limit: settings.get('limit.registrations_per_hour'),
    lengthMs: HOUR,
  };
  const seconds = await takeSlot(db, window, now);
  if (seconds > 0) throw new Refusal('too_many_attempts', { retry_after: seconds });
  try {
    return await create(context, input, inviters);
  } catch (error) {
    // a refused registration does not count
    await returnSlot(db, window, now);
    const isTaken = error instanceof Refusal && error.reason === 'username_taken';
    if (isTaken) return enterAgain(context, input, error);
    throw error;
  }
}
