import type { Mutant } from './mutant.ts';

const file = 'server/database/functions/record_task.sql';
const once = ['record-once.test.ts'];
const paid = ['record-function.test.ts'];

/** Mutants of the payment for tasks. */
export const taskMutants: readonly Mutant[] = [
  {
    fault: 'a task is paid in a session that has ended',
    file,
    find: 'if session_end is not null then return; end if;',
    replace: '',
    tests: ['http-sessions.test.ts'],
  },
  {
    fault: 'a task is paid in the session of another user',
    file,
    find: 'session_end := find_own_session(p_user_id, p_token_hash',
    replace: 'select found.session_end into session_end from find_session(p_token_hash',
    tests: paid,
  },
  {
    fault: 'simultaneous claims of tasks do not wait for each other',
    file,
    find: 'select * into strict mine from progress where user_id = p_user_id for update;',
    replace: '',
    tests: ['http-postgres-log.test.ts'],
  },
  {
    fault: 'the stored answer of a task is not found',
    file,
    find: 'if found then return; end if;',
    replace: '',
    tests: once,
  },
  {
    fault: 'the stored answer of a task is returned to a request with another body',
    file,
    find: 'select answer, body_hash = p_body_hash into',
    replace: 'select answer, true into',
    tests: once,
  },
  {
    fault: 'the stored answer of a task is returned for any key',
    file,
    find: 'and path = p_path and key = p_key and',
    replace: 'and path = p_path and',
    tests: once,
  },
  {
    fault: 'the stored answer of a task differs from the sent one',
    file,
    find: 'to_char(balance / 10000.0, as_money)',
    replace: 'to_char(promised / 10000.0, as_money)',
    tests: once,
  },
  {
    fault: 'a new answer of a task replaces an unexpired stored answer',
    file,
    find: 'where kept_answer.expires_at <= p_now;',
    replace: ';',
    tests: once,
  },
  {
    fault: 'a task without a reward can be claimed',
    file,
    find: "refusal := 'unknown_task';\n    return;",
    replace: 'null;',
    tests: ['http-contract.test.ts'],
  },
  {
    fault: 'a task is claimed twice',
    file,
    find: "refusal := 'already_claimed';\n    return;",
    replace: 'null;',
    tests: ['http-contract.test.ts'],
  },
  {
    fault: 'a claimed task is stored with a reward of 0',
    file,
    find: 'values (p_user_id, p_task, paid, p_now);',
    replace: 'values (p_user_id, p_task, 0, p_now);',
    tests: ['domain-earning.test.ts'],
  },
  {
    fault: 'the reward of a task repays no debt',
    file,
    find: 'repaid := least(purse.debt, paid);',
    replace: 'repaid := 0;',
    tests: paid,
  },
  {
    fault: 'a task is paid although the funds do not cover it',
    file,
    find: 'if promised > 0 and (select is_enforced from funding) then',
    replace: 'if false then',
    tests: ['domain-funding.test.ts'],
  },
  {
    fault: 'a task draws on no allotment',
    file,
    find: 'set room = room - promised where',
    replace: 'set room = room where',
    tests: ['domain-funding.test.ts'],
  },
  {
    fault: 'a task waits for an allotment that another claim has locked',
    file,
    find: 'limit 1 for update skip locked;',
    replace: 'limit 1 for update;',
    tests: paid,
  },
];
