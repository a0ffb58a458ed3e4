import type { Call } from '../../contract/call.ts';
import * as calls from '../../contract/calls.ts';
import type { ClaimCall } from '../../contract/claims.ts';

const { record, watchAdReward, clickAdReward, claimShareReward, claimTask } = calls;
/** The calls that make claims. */
export const claimTable: Readonly<Record<ClaimCall, Call>> = {
  record,
  watchAdReward,
  clickAdReward,
  claimShareReward,
  claimTask,
};

/** Paths of the claims: the answer of a paid claim is stored for longer. */
export const claimPaths: ReadonlySet<string> = new Set(
  Object.values(claimTable).map(({ path }) => path),
);

/** Paths of the calls that run as a function of the database, which checks the session and stores the answer. */
export const functionPaths: ReadonlySet<string> = new Set([
  ...claimPaths,
  calls.sendClaims.path,
  calls.handleLoginReward.path,
  calls.withdraw.path,
]);
