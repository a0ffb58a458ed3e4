import { formatMoney } from '../../contract/money.ts';
import type { Database } from '../database/database.ts';
import { Refusal } from '../domain/context.ts';
import { eraseAccount } from '../domain/deletion/delete-account.ts';
import { openEmails } from '../domain/sealed-emails.ts';
import { type Command, OperatorError } from './command.ts';
import { namedUser } from './named-user.ts';

/** @throws OperatorError when the reason would name the erased person in the audit log */
async function refuseNaming(db: Database, userId: bigint, reason: string): Promise<void> {
  const { rows } = await db.query<{ user_id: bigint; username: string; email: string }>(
    'select user_id, username, email from account where user_id = $1',
    [userId],
  );
  const said = reason.toLowerCase();
  const names = openEmails(db, rows).flatMap(({ username, email }) => [username, email]);
  // an erased account has an empty e-mail
  if (names.some((name) => name !== '' && said.includes(name.toLowerCase()))) {
    throw new OperatorError('--reason must not name the user, because the log keeps it for good');
  }
}

/** Deletes an account as its member can on the screen Mine. */
export const eraseCommand: Command = {
  name: 'users erase',
  changes: true,
  redactsArguments: true,
  synopsis: 'NAME',
  summary:
    'deletes one user’s account for good, as the user can on Mine: name, e-mail, payout accounts and sessions are erased, the balance goes back to the house; the log of changes has only the number of the user',
  positionals: 1,
  options: [],
  run: async ({ db, now }, { positionals: [name = ''], values: { reason = '' } }) => {
    const userId = await namedUser(db, name);
    await refuseNaming(db, userId, reason);
    const forfeited = await eraseAccount(db, userId, null, now).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      throw new OperatorError(
        error.reason === 'pending_exists'
          ? 'a withdrawal of the user is in process: it has to be paid, rejected or cancelled first'
          : 'the account is deleted already',
      );
    });
    const json = { user_id: Number(userId), forfeited: formatMoney(forfeited) };
    return {
      json,
      text: `user ${json.user_id} is erased; ${json.forfeited} went back to the house`,
      changed: json,
    };
  },
};
