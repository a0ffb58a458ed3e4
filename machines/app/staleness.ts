import type { PushKind } from '../../contract/push.ts';
import { dataChildIds } from './attention.ts';
import { type Command, type OutdatableId, outdated } from './command.ts';

/** Ids that are not in `dataChildIds`. */
type Others = Exclude<OutdatableId, (typeof dataChildIds)[number]>;
// a new id makes this `never`, which does not compile until the id is named below
type OthersNamed = [Others] extends ['withdrawInfo'] ? Others : never;

/** Marks all data of the server that the screens show as outdated. */
export const allDataOutdated = outdated(...dataChildIds, 'withdrawInfo' satisfies OthersNamed);

/** Data that each kind of push message makes outdated. */
export const outdatedByPush: Record<PushKind, readonly Command[]> = {
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
