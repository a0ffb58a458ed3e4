import { createHash, randomBytes } from 'node:crypto';
import { base32crockford } from '@scure/base';
import type * as calls from '../../contract/calls.ts';
import { inTransaction } from '../database/database.ts';
import { writeAudit } from './audit.ts';
import { NOBODY, type Owner, redeemFor } from './chosen-password.ts';
import { type Context, type Handler, Refusal } from './context.ts';
import { keyOfName } from './emails.ts';
import { findAccount } from './find-account.ts';
import { windowsOfAddress } from './limits.ts';
import { attempt, countLogin, passwordWindows, WINDOW_MS } from './login.ts';
import { notifyOwner } from './notify-owner.ts';
import { verifyPassword } from './passwords.ts';
import { endLinks } from './reset-links.ts';
import { digestName, openEmails } from './sealed-emails.ts';
import { setPassword } from './sessions.ts';

const CODES = 10;
/** 136 bits, 28 letters and digits. Older codes have 80 bits, and stay valid until they are used. */
const CODE_BYTES = 17;

/** Draws a code of seven groups; its alphabet has no I, L or O, which look like 1 and 0. */
const drawCode = () =>
  base32crockford.encode(randomBytes(CODE_BYTES)).match(/.{4}/g)?.join('-') ?? '';

/** Normalizes a typed code: removes separators, and replaces letters by the digits that they look like. */
const plainCode = (typed: string) =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

/** A fast hash is enough: a random code of so many bits cannot be guessed. */
const hashCode = (userId: bigint, code: string) =>
  createHash('sha256')
    .update(`${userId}:${plainCode(code)}`)
    .digest();

/** Replaces the stored codes. @throws Refusal when the password has changed meanwhile */
async function store(
  { db, now }: Context,
  userId: bigint,
  passwordHash: string,
  codes: readonly string[],
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await transaction.query('delete from recovery_code where user_id = $1', [userId]);
    const { rowCount } = await transaction.query(
      `select from account where user_id = $1 and password_hash = $2 and deleted_at is null for update`,
      [userId, passwordHash],
    );
    if (rowCount !== 1) throw new Refusal('invalid_credentials');
    // again: another transaction may have stored codes while this one waited for the account's lock
    await transaction.query('delete from recovery_code where user_id = $1', [userId]);
    await transaction.query(
      'insert into recovery_code (user_id, code_hash, made_at) select $1, unnest($2::bytea[]), $3',
      [userId, codes.map((code) => hashCode(userId, code)), now],
    );
    const what = { user_id: Number(userId) };
    const entry = { who: `user ${userId}`, action: 'recovery codes made', what };
    await writeAudit(transaction, entry, now);
  });
}

/**
 * Makes ten codes, which are shown only now; earlier codes become invalid.
 * @throws Refusal invalid_credentials, too_many_attempts
 */
export const makeRecoveryCodes: Handler<typeof calls.makeRecoveryCodes> = async (
  context,
  { userId },
  { password },
) => {
  const { db, visitor } = context;
  await countLogin(context);
  const codes = Array.from({ length: CODES }, drawCode);
  const isDone = await attempt(context, passwordWindows(context, userId), async () => {
    const { rows } = await db.query<{ password_hash: string }>(
      'select password_hash from account where user_id = $1',
      [userId],
    );
    const hash = rows[0]?.password_hash ?? null;
    if (hash === null || !(await verifyPassword(password, hash, visitor.address))) return false;
    await store(context, userId, hash, codes);
    return true;
  });
  if (!isDone) throw new Refusal('invalid_credentials');
  return { codes };
};

/** @returns whether the code was still valid */
function redeem(
  { db, now, site }: Context,
  { user_id: userId }: Owner,
  codeHash: Buffer,
  passwordHash: string,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const { rowCount } = await transaction.query(
      'delete from recovery_code where user_id = $1 and code_hash = $2',
      [userId, codeHash],
    );
    if (rowCount !== 1) return false;
    await endLinks(transaction, userId);
    await setPassword(transaction, userId, passwordHash, now);
    await notifyOwner({ db: transaction, now, site }, userId, 'password');
    const what = { user_id: Number(userId) };
    const entry = { who: `user ${userId}`, action: 'password recovered', what };
    await writeAudit(transaction, entry, now);
    return true;
  });
}

/**
 * Sets a new password by one of the codes, and ends all sessions.
 * @throws Refusal invalid_credentials, the same after the same work for an unknown name, a wrong or used code, and a
 * blocked account; weak_password, which does not use up the code; too_many_attempts
 */
export const recoverAccount: Handler<typeof calls.recoverAccount> = async (
  context,
  _caller,
  { username, code, password },
) => {
  const { db, settings, visitor } = context;
  await countLogin(context);
  const name = await digestName(db, keyOfName(username));
  const most = settings.get('limit.address_login_attempts');
  const window = (bucket: string, limit: number) => ({ bucket, limit, lengthMs: WINDOW_MS });
  const windows = [
    ...windowsOfAddress(visitor.address, window('login:address', most)),
    window(`recover:name:${name}`, settings.get('limit.login_attempts')),
  ];
  const isDone = await attempt(context, windows, async () => {
    const userId = (await findAccount(db, username)) ?? NOBODY.user_id;
    const codeHash = hashCode(userId, code);
    const { rows } = await db.query<Owner>(
      `select account.user_id, username, email from recovery_code join account using (user_id)
       where user_id = $1 and code_hash = $2 and blocked_at is null`,
      [userId, codeHash],
    );
    return redeemFor(context, openEmails(db, rows)[0] ?? null, password, (owner, passwordHash) =>
      redeem(context, owner, codeHash, passwordHash),
    );
  });
  if (!isDone) throw new Refusal('invalid_credentials');
  return {};
};
