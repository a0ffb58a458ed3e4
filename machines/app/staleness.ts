import type { PushKind } from '../../contract/push.ts';
import { askedIds } from './attention.ts';
import { type Command, type OutdatableId, outdated } from './command.ts';

/** Those that `askedIds` has not. */
type Others = Exclude<OutdatableId, (typeof askedIds)[number]>;
// a new one makes this `never`, which does not compile until it is named below
type OthersNamed = [Others] extends ['withdrawInfo'] ? Others : never;

/** What the screens show of the server's. */
export const allShown = outdated(...askedIds, 'withdrawInfo' satisfies OthersNamed);

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
