import type { Context } from './context.ts';
import { queueMail } from './mail-queue.ts';
import { queuePush } from './push-queue.ts';

/** Changes of how an owner logs in; each is also the kind of the mail about it. */
export type OwnerChange = 'password' | 'passkey' | 'passkey_removed';

const QUEUE_NOTIFICATION = queuePush(
  `select $1::bigint as user_id, $2::text as occasion, $3::text as kind, $4::text as detail`,
  '$5::timestamptz',
);

/**
 * Notifies an account's owner of a change by push and, where mails are set up, by mail: a stranger may have made the
 * change.
 */
export async function notifyOwner(
  { db, now, site }: Pick<Context, 'db' | 'now' | 'site'>,
  userId: bigint,
  change: OwnerChange | 'payout',
): Promise<void> {
  const told = change === 'payout' ? ['payout_info_changed', ''] : ['account_changed', change];
  await db.query(QUEUE_NOTIFICATION, [userId, `${change}:${now.getTime()}`, ...told, now]);
  if (!site.mails) return;
  const { rows } = await db.query<{ email_key: string }>(
    'select email_key from account where user_id = $1',
    [userId],
  );
  const [account] = rows;
  if (!account) return;
  await queueMail(db, { kind: change, emailKey: account.email_key, linkId: null }, now);
}
