import type { Caller } from '../../server/domain/context.ts';
import { rewardLogs } from '../../server/domain/ledger.ts';
import { domain, setUpDomain } from './domain.setup.ts';

export { domain };
export const page = { page: 1, limit: 10 };

/** Gives the test file a domain that rewards invitations, and has no clips. */
export function setUpInvitations(): void {
  setUpDomain({
    empty: ['video'],
    settings: {
      'reward.registration': '1.9999',
      'reward.invite': '0.5',
      'landing.watch_seconds': '5',
      'landing.watch_reward': '0.1',
    },
  });
}

export async function logOf(caller: Caller) {
  const { list } = await rewardLogs(domain.context(), caller, page);
  return list.map(({ type, amount, detail }) => ({ type, amount, detail }));
}

export async function inviteCodeOf({ userId }: Caller): Promise<string> {
  const { rows } = await domain.pool.query('select invite_code from account where user_id = $1', [
    userId,
  ]);
  return rows[0].invite_code;
}
