import { handleLoginReward, withdraw } from '../../contract/calls.ts';
import { claimPaths } from './send-claims.ts';

/**
 * Paths of the calls that a function of the database makes: it looks at the session, and keeps the answer.
 */
export const functionPaths: ReadonlySet<string> = new Set([
  ...claimPaths,
  handleLoginReward.path,
  withdraw.path,
]);
