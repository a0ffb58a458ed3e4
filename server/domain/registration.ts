import { inviteCodeIn } from '../../contract/invite-code.ts';
import { type Database, inTransaction } from '../database/database.ts';
import { emailHashes, LookupTaken, lookupHash } from './account-lookups.ts';
import { readStatement, storeConsent } from './consent.ts';
import { type Caller, type Context, InvalidField, Refusal } from './context.ts';
import { rememberDevice } from './devices.ts';
import { isTaken } from './email-links.ts';
import { keysOfEmail, readEmail } from './emails.ts';
import { returnSlots } from './limits.ts';
import { logIn } from './login.ts';
import { foldName, formerKey } from './names.ts';
import { addressOf, type Form, insertAccount, type RegisterInput } from './new-account.ts';
import { hashPassword } from './passwords.ts';
import { countRegistration } from './register-limits.ts';
import { isReserved } from './reserved-names.ts';
import { hashBlock } from './review/registration-blocks.ts';
import { storedKeysOf } from './sealed-emails.ts';
import { openSession } from './sessions.ts';
import { isImpersonating, skeletonsOf } from './skeletons.ts';
import { addMilliseconds, HOUR } from './time.ts';
import { isWeakPassword } from './weak-passwords.ts';

/** @throws InvalidField when the e-mail is invalid */
function readForm(form: Form): RegisterInput {
  const email = readEmail(form.email);
  if (!email) throw new InvalidField('email', 'an e-mail address');
  const { username } = form;
  const keys = { username: foldName(username), email: email.key, skeletons: skeletonsOf(username) };
  return { ...form, email: email.plain, keys };
}

interface InviterRow {
  readonly user_id: bigint;
  readonly inviter_id: bigint | null;
}

/**
 * The inviter of a code, and the two inviters above.
 * @throws Refusal invalid_invite_code, also when the inviter is blocked
 */
export async function findInviters(db: Database, code: string): Promise<bigint[]> {
  const { rows } = await db.query<InviterRow>(
    `select user_id, inviter_id from account
     where user_id = (select user_id from account_lookup where lookup_hash = $1)
       and blocked_at is null`,
    [lookupHash('invite_code', inviteCodeIn(code).toUpperCase())],
  );
  const [first] = rows;
  if (!first) throw new Refusal('invalid_invite_code');
  const above = await db.query<Pick<InviterRow, 'inviter_id'>>(
    'select inviter_id from account where user_id = $1',
    [first.inviter_id],
  );
  const third = above.rows[0]?.inviter_id ?? null;
  return [first.user_id, first.inviter_id, third].filter((id) => id !== null);
}

/** Most names with the same skeleton that are compared. */
const MAX_ALIKE = 100;

/** @throws Refusal username_taken, also for a reserved name or one that imitates another person's; email_taken */
async function assertNamesFree({ db, settings }: Context, input: RegisterInput): Promise<void> {
  const { rows } = await db.query<{ username: boolean; email: boolean }>(
    `select bool_or(lookup_hash = any($1)) as username, bool_or(lookup_hash = any($2)) as email
     from account_lookup where lookup_hash = any($1) or lookup_hash = any($2)`,
    [
      [input.keys.username, formerKey(input.username)].map((key) => lookupHash('username', key)),
      emailHashes(await storedKeysOf(db, keysOfEmail(addressOf(input)))),
    ],
  );
  const alike = await db.query<{ username: string }>(
    `select username from account where username_skeletons && $1 limit ${MAX_ALIKE}`,
    [input.keys.skeletons],
  );
  const isNameTaken =
    rows[0]?.username ||
    isReserved(input.username, settings.localizedText('product.name')) ||
    alike.rows.some(({ username }) => isImpersonating(input.username, username));
  if (isNameTaken) throw new Refusal('username_taken');
  if (rows[0]?.email) throw new Refusal('email_taken');
}

/** Attempts to create an account: one is enough, unless the random invite code exists already. */
const MAX_ATTEMPTS = 10;

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
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const created = await inTransaction(context.db, async (db) => {
      const userId = await insertAccount({ ...context, db }, input, inviters, hashes);
      if (userId === null) return null;
      // a previous owner may still restore the address, or another account may have it in readable form
      if (await isTaken(db, userId, addressOf(input), context.now))
        throw new Refusal('email_taken');
      await storeConsent({ ...context, db }, userId, agreed, input.age);
      await rememberDevice(db, userId, context.visitor.device ?? null, context.now);
      return { userId, token: await openSession({ ...context, db }, userId, input.keep) };
    }).catch((error: unknown) => {
      if (error instanceof LookupTaken) return null;
      throw error;
    });
    if (created) return created;
    // refuses a name that a concurrent request took; otherwise the invite code exists already: try another code
    await assertNamesFree(context, input);
  }
  throw new Error(`no account could be made in ${MAX_ATTEMPTS} attempts`);
}

/**
 * Logs in where the answer to a registration was lost: the same form within an hour, with the right password, opens the
 * account that the first form made. For another e-mail, does the same work with an impossible name: the time must not
 * reveal which name and e-mail belong together.
 * @throws `refusal`, where the form differs
 */
async function logInAfterLostAnswer(
  context: Context,
  { username, email, keys, password, keep }: RegisterInput,
  refusal: Refusal,
): Promise<Caller> {
  const { rowCount } = await context.db.query(
    `select from account
     where user_id = (select user_id from account_lookup where lookup_hash = $1)
       and user_id in (select user_id from account_lookup where lookup_hash = any($2))
       and created_at > $3`,
    [
      lookupHash('username', keys.username),
      emailHashes(await storedKeysOf(context.db, [keys.email])),
      addMilliseconds(context.now, -HOUR),
    ],
  );
  const name = rowCount === 1 ? username : `${username}\n${email}`;
  return logIn(context, { tab: 'login', username: name, password, keep }).catch(
    (error: unknown) => {
      throw error instanceof Refusal ? refusal : error;
    },
  );
}

/** @throws Refusal weak_password */
async function assertStrong(
  { settings }: Context,
  { password, username, email }: RegisterInput,
): Promise<void> {
  const own = { username, email, product: settings.get('product.name') };
  if (await isWeakPassword(password, own)) throw new Refusal('weak_password');
}

/**
 * @throws Refusal weak_password, invalid_invite_code, username_taken, email_taken, too_many_attempts (registrations of
 * this address, or refused ones), proof_needed, agreement_needed, country_closed
 * @throws InvalidField when the e-mail is invalid
 */
export async function register(context: Context, form: Form): Promise<Caller> {
  const { db, now } = context;
  const input = readForm(form);
  const agreed = await readStatement(context, form);
  const { registered, refused } = await countRegistration(context, form.proof);
  try {
    await assertStrong(context, input);
    const inviters = input.invite_code ? await findInviters(db, input.invite_code) : [];
    const caller = await create(context, input, inviters, agreed);
    await returnSlots(db, refused, now);
    return caller;
  } catch (error) {
    await returnSlots(db, registered, now);
    if (!(error instanceof Refusal)) await returnSlots(db, refused, now);
    if (error instanceof Refusal && error.reason === 'username_taken') {
      return logInAfterLostAnswer(context, input, error);
    }
    throw error;
  }
}
