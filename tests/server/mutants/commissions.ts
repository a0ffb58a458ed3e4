import type { Mutant } from './mutant.ts';

const credit = 'server/database/functions/credit_rewards.sql';
const release = 'server/database/functions/release_rewards.sql';
const deliver = 'server/database/functions/deliver_rewards.sql';
const outbox = ['domain-outbox.test.ts'];

/** Mutants of the release and credit of friends' rewards. */
export const commissionMutants: readonly Mutant[] = [
  {
    fault: 'a reward that is credited stays in the outbox',
    file: credit,
    find: 'delete from outbox using unnest(due) as row_of\n  where',
    replace: 'delete from outbox using unnest(due) as row_of\n  where false and',
    tests: outbox,
  },
  {
    fault: 'a delivery waits for rewards that another process is delivering',
    file: credit,
    find: 'limit p_most for update skip locked',
    replace: 'limit p_most for update',
    tests: outbox,
  },
  {
    fault: 'wallets are locked in the opposite order',
    file: deliver,
    find: 'group by user_id order by user_id',
    replace: 'group by user_id order by user_id desc',
    tests: outbox,
  },
  {
    fault: 'a delivery takes more rewards of a receiver than its limit',
    file: deliver,
    find: 'receiver.most)',
    replace: '200)',
    tests: outbox,
  },
  {
    fault: 'a reward of a user without a wallet leaves the outbox',
    file: credit,
    find: 'if not found then return; end if;\n  credited',
    replace:
      'if not found then delete from outbox where user_id = p_user_id; return; end if;\n  credited',
    tests: outbox,
  },
  {
    fault: 'the part of a commission that repaid a debt stays promised',
    file: deliver,
    find: 'coalesce(done.repaid, 0)',
    replace: '0 * coalesce(done.repaid, 0)',
    tests: ['domain-funding.test.ts', 'ledger-model.test.ts'],
  },
  {
    fault: 'a commission repays a debt without an entry in the ledger',
    file: credit,
    find: 'if repaid > 0 then\n    insert',
    replace: 'if false then\n    insert',
    tests: ['domain-funding.test.ts', 'ledger-model.test.ts'],
  },
  {
    fault: 'the rewards for a friend are released, and stay in coming_reward',
    file: release,
    find: 'delete from coming_reward where friend_id = p_user_id returning *',
    replace: 'select * from coming_reward where friend_id = p_user_id',
    tests: ['domain-activity.test.ts', 'domain-invitations.test.ts'],
  },
  {
    fault: 'the rewards for other friends are released too',
    file: release,
    find: 'where friend_id = p_user_id returning *',
    replace: 'where p_user_id > 0 returning *',
    tests: ['domain-activity.test.ts'],
  },
];
