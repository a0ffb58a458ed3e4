import { randomInt } from 'node:crypto';
import type { ParsedInputOf } from '../../contract/call.ts';
import type { checkIn } from '../../contract/calls.ts';
import {
  INVITE_CODE_LENGTH,
  INVITE_CODE_LETTERS,
  inviteCodeIn,
} from '../../contract/invite-code.ts';
import { type Database, inTransaction } from '../database/database.ts';
import { keepConsent, readStatement } from './consent.ts';
import { type Caller, type Context, InvalidField, Refusal } from './context.ts';
import { rememberDevice } from './devices.ts';
import { isHeld } from './email-links.ts';
import { readEmail } from './emails.ts';
import { returnSlots } from './limits.ts';
import { logIn } from './login.ts';
import { foldName, formerKey } from './names.ts';
import { hashPassword } from './passwords.ts';
import { countRegistration } from './register-limits.ts';
import { isReserved } from './reserved-names.ts';
import { hashBlock } from './review/registration-blocks.ts';
import { openSession } from './sessions.ts';
import { isPosing, skeletonsOf } from './skeletons.ts';
import { addMilliseconds, HOUR } from './time.ts';
import { isWeakPassword } from './weak-passwords.ts';

type Form = Extract<ParsedInputOf<typeof checkIn>, { tab: 'register' }>;

/** A form whose e-mail is an address. */
interface RegisterInput extends Form {
  /** what makes two names the same, and alike */
  readonly keys: {
    readonly username: string;
    readonly email: string;
    readonly skeletons: readonly string[];
  };
}

/** @throws InvalidField when the e-mail is no address */
function readForm(form: Form): RegisterInput {
  const email = readEmail(form.email);
  if (!email) throw new InvalidField('email', 'an e-mail address');
  const { username } = form;
  const keys = { username: foldName(username), email: email.key, skeletons: skeletonsOf(username) };
  return { ...form, email: email.plain, keys };
}

function makeInviteCode(): string {
  return Array.from(
    { length: INVITE_CODE_LENGTH },
    () => INVITE_CODE_LETTERS[randomInt(INVITE_CODE_LETTERS.length)],
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
    [inviteCodeIn(code).toUpperCase()],
  );
  const [row] = rows;
  if (!row) throw new Refusal('invalid_invite_code');
  return [row.level1, row.level2, row.level3].filter((id) => id !== null);
}

/** Of names with one skeleton so many are looked at. */
const MOST_ALIKE = 100;

/** @throws Refusal username_taken also for a name that is reserved, or poses as another person's */
async function assertNamesFree(
  { db, settings, now }: Context,
  input: RegisterInput,
): Promise<void> {
  const { rows } = await db.query<{ username: boolean; email: boolean }>(
    `select bool_or(username_key = any($1)) as username, bool_or(email_key = any($2)) as email
     from account where username_key = any($1) or email_key = any($2)`,
    [
      [input.keys.username, formerKey(input.username)],
      [input.keys.email, formerKey(input.email)],
    ],
  );
  const alike = await db.query<{ username: string }>(
    `select username from account where username_skeletons && $1 limit ${MOST_ALIKE}`,
    [input.keys.skeletons],
  );
  const isTaken =
    rows[0]?.username ||
    isReserved(input.username, settings.said('product.name')) ||
    alike.rows.some(({ username }) => isPosing(input.username, username));
  if (isTaken) throw new Refusal('username_taken');
  if (rows[0]?.email) throw new Refusal('email_taken');
  await assertEmailFree(db, input, now);
}

/** @throws Refusal email_taken: who had the address may bring it back */
async function assertEmailFree(db: Database, { email, keys }: RegisterInput, now: Date) {
  if (await isHeld(db, null, { plain: email, key: keys.email }, now)) {
    throw new Refusal('email_taken');
  }
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
         language, invite_code, inviter_id, created_at, password_changed_at, key_folding,
         username_skeletons)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, 2, $13)
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
      input.keys.username,
      input.email,
      input.keys.email,
      passwordHash,
      input.country ?? visitor.country,
      input.language ?? null,
      makeInviteCode(),
      inviters[0] ?? null,
      now,
      inviters,
      blockHash,
      input.keys.skeletons,
    ],
  );
  return rows[0]?.user_id ?? null;
}

async function create(
  context: Context,
  input: RegisterInput,
  inviters: readonly bigint[],
  agreed: Awaited<ReturnType<typeof readStatement>>,
): Promise<Caller> {
  await assertNamesFree(context, input);
  const hashes = {
    passwordHash: await hashPassword(input.password, context.visitor.address),
    blockHash: await hashBlock(context.db, context.visitor.address),
  };
  for (;;) {
    const created = await inTransaction(context.db, async (db) => {
      const userId = await insertAccount({ ...context, db }, input, inviters, hashes);
      if (userId === null) return null;
      // its owner may have left it a moment ago
      await assertEmailFree(db, input, context.now);
      await keepConsent({ ...context, db }, userId, agreed, input.age);
      await rememberDevice(db, userId, context.visitor.device ?? null, context.now);
      return { userId, token: await openSession({ ...context, db }, userId, input.keep) };
    });
    if (created) return created;
    // a concurrent request took a name; if none did, the invite code was not unique: try another
    await assertNamesFree(context, input);
  }
}

/**
 * The answer to a registration may have been lost: whoever sends the same once more within an hour,
 * with the right password, is logged in to the account that it made. For another e-mail the same
 * work is done on a name that nobody can have: its time must not tell that name and e-mail belong
 * together.
 * @throws Refusal what it was refused for, where it is not the same
 */
async function enterAgain(
  context: Context,
  { username, email, keys, password, keep }: RegisterInput,
  refusal: Refusal,
): Promise<Caller> {
  const { rowCount } = await context.db.query(
    'select from account where username_key = $1 and email_key = $2 and created_at > $3',
    [keys.username, keys.email, addMilliseconds(context.now, -HOUR)],
  );
  const name = rowCount === 1 ? username : `${username}\n${email}`;
  return logIn(context, { tab: 'login', username: name, password, keep }).catch(
    (error: unknown) => {
      throw error instanceof Refusal ? refusal : error;
    },
  );
}

/** @throws Refusal weak_password */
function assertStrong({ settings }: Context, { password, username, email }: RegisterInput): void {
  const own = { username, email, product: settings.get('product.name') };
  if (isWeakPassword(password, own)) throw new Refusal('weak_password');
}

/**
 * @throws Refusal weak_password, invalid_invite_code, username_taken, email_taken,
 *   too_many_attempts (registrations of this address, or refused ones), proof_needed, agreement_needed,
 *   country_closed
 * @throws InvalidField when the e-mail is no address
 */
export async function register(context: Context, form: Form): Promise<Caller> {
  const { db, now } = context;
  const input = readForm(form);
  const agreed = await readStatement(context, form);
  const { registered, refused } = await countRegistration(context, form.proof);
  try {
    assertStrong(context, input);
    const inviters = input.invite_code ? await findInviters(db, input.invite_code) : [];
    const caller = await create(context, input, inviters, agreed);
    await returnSlots(db, refused, now);
    return caller;
  } catch (error) {
    await returnSlots(db, registered, now);
    if (!(error instanceof Refusal)) await returnSlots(db, refused, now);
    if (error instanceof Refusal && error.reason === 'username_taken') {
      return enterAgain(context, input, error);
    }
    throw error;
  }
}
