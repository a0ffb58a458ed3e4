import type { Mutant } from './mutant.ts';

const settle = 'server/database/functions/settle_withdrawal.sql';
const cancel = 'server/database/functions/cancel_withdrawal.sql';
const payouts = ['payout-moves.test.ts'];
const cancelling = ['withdrawal-cancel.test.ts'];

/** Mutants of the settlement of withdrawals. */
export const settlementMutants: readonly Mutant[] = [
  {
    fault: 'a request is settled again',
    file: settle,
    find: 'and step = any(p_from) for update;',
    replace: 'for update;',
    tests: ['payout-steps.test.ts'],
  },
  {
    fault: 'a cancelled request is searched among all users’ requests',
    file: settle,
    find: 'owner bigint := p_user_id;',
    replace: 'owner bigint;',
    tests: ['distribution.test.ts'],
  },
  {
    fault: 'a blocked user is paid',
    file: settle,
    find: 'exists (select from account where user_id = asked.user_id and blocked_at is not null)',
    replace: 'false',
    tests: ['operator-review.test.ts'],
  },
  {
    fault: 'a held withdrawal can be approved',
    file: settle,
    find: `    or asked.held_until > p_now
`,
    replace: '',
    tests: ['first-payments.test.ts'],
  },
  {
    fault: 'one operator alone may approve',
    file: settle,
    find: '(asked.prepared_by <> p_who) is not true',
    replace: 'asked.prepared_by is null and p_who is not null',
    tests: ['operator-audit.test.ts'],
  },
  {
    fault: 'a returned payout counts as paid out',
    file: settle,
    find: "when p_debit = 'payouts' then -asked.amount",
    replace: "when p_debit = 'payouts' then 0",
    tests: payouts,
  },
  {
    fault: 'a returned amount repays no debt',
    file: settle,
    find: 'repaid := least(purse.debt, returned);',
    replace: 'repaid := 0;',
    tests: ['domain-corrections.test.ts'],
  },
  {
    fault: 'a returned amount frees no funds',
    file: settle,
    find: 'room = room + repaid - least(repaid, shortfall),',
    replace: 'room = room,',
    tests: ['payout-moves.test.ts'],
  },
  {
    fault: 'a step is taken without an entry in the history',
    file: settle,
    find: '  values (asked.user_id, p_withdrawal_id, asked.step_number, asked.previous_step, p_step, p_now);',
    replace: `  select asked.user_id, p_withdrawal_id, asked.step_number, asked.previous_step, p_step, p_now
  where p_step <> 'paid';`,
    tests: payouts,
  },
  {
    fault: 'a user gets a message about the user’s own cancellation',
    file: settle,
    find: 'if p_user_id is null then',
    replace: 'if true then',
    tests: cancelling,
  },
  {
    fault: 'a request of another user is cancelled',
    file: cancel,
    find: '  where user_id = p_user_id and withdrawal_id = p_withdrawal_id for update;',
    replace: '  where withdrawal_id = p_withdrawal_id for update;',
    tests: ['http-contract.test.ts'],
  },
  {
    fault: 'a paid request is cancelled',
    file: cancel,
    find: 'or not asked.cancelled and asked.step <> all(p_from)',
    replace: 'or false',
    tests: cancelling,
  },
  {
    fault: 'a cancellation and a settlement deadlock',
    file: cancel,
    find: `  perform from wallet where user_id = p_user_id for update;
`,
    replace: '',
    tests: cancelling,
  },
  {
    fault: 'a repeated cancellation counts as a new cancellation',
    file: cancel,
    find: 'if not asked.cancelled then',
    replace: 'if true then',
    tests: cancelling,
  },
  {
    fault: 'a user may request and cancel withdrawals without a limit',
    file: cancel,
    find: 'where known.used < p_limit;',
    replace: ';',
    tests: cancelling,
  },
];
