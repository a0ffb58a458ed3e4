import type { OutputOf } from '../../contract/call.ts';
import type * as calls from '../../contract/calls.ts';
import type { Context } from './context.ts';

type AccountSafety = NonNullable<OutputOf<typeof calls.withdrawConfig>['account_safety']>;

/**
 * Returns whether a person can log in again after losing the password, has a passkey, and has requested a withdrawal:
 * the app chooses its offers by these values. Where the server sends mails, a reset link is enough.
 */
export async function findAccountSafety(
  { db, site }: Pick<Context, 'db' | 'site'>,
  userId: bigint,
): Promise<AccountSafety> {
  const { rows } = await db.query<AccountSafety>(
    `select $2 or exists (select from recovery_code where user_id = $1) as has_way_back,
       exists (select from passkey where user_id = $1) as has_passkey,
       exists (select from withdrawal where user_id = $1) as has_withdrawn`,
    [userId, site.mails],
  );
  const [row] = rows;
  if (!row) throw new Error(`nothing is known of user ${userId}`);
  return row;
}
