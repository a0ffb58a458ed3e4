import type { PushKind } from '../../contract/push.ts';
import { askedIds } from './attention.ts';
import { type Command, outdated } from './command.ts';

/** What the screens show of the server's. */
export const allShown = outdated(...askedIds, 'withdrawInfo');

/** What a message of the server's has made old. */
export const madeOldBy: Record<PushKind, readonly Command[]> = {
  withdrawal_paid: outdated('withdrawal', 'withdrawals'),
  withdrawal_rejected: outdated('withdrawal', 'withdrawals'),
  withdrawal_failed: outdated('withdrawal', 'withdrawals'),
  withdrawal_returned: outdated('withdrawal', 'withdrawals'),
  friend_joined: outdated('friends'),
  daily_limit: [...outdated('config'), { to: 'feed', event: { type: 'limit.changed' } }],
  report_decided: [],
  objection_decided: outdated('withdrawals', 'corrections'),
  payout_info_changed: outdated('withdrawal', 'withdrawInfo'),
  account_changed: [],
};
