import { randomBytes } from 'node:crypto';
import { recordResetLink } from '../domain/approvals.ts';
import { hashPassword } from '../domain/passwords.ts';
import { linkOf, makeResetLink } from '../domain/reset-links.ts';
import { setPassword } from '../domain/sessions.ts';
import { type Command, type OperatorContext, OperatorError } from './command.ts';
import { namedUser } from './named-user.ts';

/** Sets an unknown random password, which ends all sessions at once. */
async function lock({ db, now }: OperatorContext, userId: bigint): Promise<void> {
  const unknown = await hashPassword(randomBytes(32).toString('hex'), 'operator');
  await setPassword(db, userId, unknown, now);
}

/**
 * Locks an account that is not blocked; a deletion waits for this lock.
 * @throws OperatorError when the account is deleted by now, or blocked
 */
async function lockUnblocked({ db }: OperatorContext, userId: bigint, name: string) {
  const { rows } = await db.query<{ username: string; is_blocked: boolean }>(
    `select username, blocked_at is not null as is_blocked from account
     where user_id = $1 and deleted_at is null for key share`,
    [userId],
  );
  const [found] = rows;
  if (!found) throw new OperatorError(`there is no user "${name}"`);
  if (found.is_blocked) {
    throw new OperatorError(
      `${found.username} is blocked, and could not log in: unblock the user first`,
    );
  }
  return found;
}

/** Makes a reset link, and records the operator, who could use the link too and then know the password. */
async function makeLink(context: OperatorContext, name: string, locks: boolean) {
  const { db, who, now, publicUrl } = context;
  if (publicUrl === null) {
    throw new OperatorError(
      'no server has started here yet: set PUBLIC_URL to the value of the server',
    );
  }
  const user_id = await namedUser(db, name);
  const { code, expiresAt } = await makeResetLink(db, user_id, now);
  // after the link, in the same lock order as a deletion
  const { username } = await lockUnblocked(context, user_id, name);
  await recordResetLink(db, user_id, who);
  if (locks) await lock(context, user_id);
  const link = linkOf(publicUrl, code);
  const expires_at = expiresAt.toISOString();
  const old = locks
    ? 'The old password and all sessions have ended.'
    : 'The old password and the sessions stay valid until then.';
  const text = `${username} chooses a new password here, once, until ${expires_at}:\n${link}\n${old}`;
  return { json: { username, link, expires_at }, text, changed: { user_id: Number(user_id) } };
}

const resetLink: Command = {
  name: 'users reset-link',
  changes: true,
  synopsis: 'NAME [--lock]',
  summary:
    'prints a link by which the user chooses a new password, once and within 24 hours; --lock ends the old password and the sessions at once',
  positionals: 1,
  options: [],
  flags: ['lock'],
  run: (context, { positionals: [name = ''], values }) =>
    makeLink(context, name, values.lock !== undefined),
};

export const resetCommands: readonly Command[] = [resetLink];
