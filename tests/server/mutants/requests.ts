import type { Mutant } from './mutant.ts';

const file = 'server/database/functions/hold_withdrawal.sql';
const previousFile = 'server/database/functions/request_withdrawal.sql';
const tests = ['request-withdrawal.test.ts'];

/** Mutants of withdrawal requests. */
export const requestMutants: readonly Mutant[] = [
  {
    fault: 'a withdrawal is asked for in a session that has ended',
    file,
    find: 'if session_end is not null then return; end if;',
    replace: '',
    tests: ['http-sessions.test.ts'],
  },
  {
    fault: 'a withdrawal is asked for in the session of another user',
    file,
    find: 'session_end := find_own_session(p_user_id, p_token_hash',
    replace: 'select found.session_end into session_end from find_session(p_token_hash',
    tests,
  },
  {
    fault: 'the stored answer of a withdrawal is not found',
    file,
    find: 'if found then return; end if;',
    replace: '',
    tests,
  },
  {
    fault: 'the stored answer of a withdrawal is returned to a request with another body',
    file,
    find: 'select answer, body_hash = p_body_hash into',
    replace: 'select answer, true into',
    tests,
  },
  {
    fault: 'the stored answer of a withdrawal is returned for any key',
    file,
    find: 'and path = p_path and key = p_key and',
    replace: 'and path = p_path and',
    tests,
  },
  {
    fault: 'a new answer of a withdrawal replaces an unexpired stored answer',
    file,
    find: 'where kept_answer.expires_at <= p_now;',
    replace: ';',
    tests,
  },
  {
    fault: 'the stored balance differs from the sent one',
    file,
    find: 'to_char(balance / 10000.0, as_money)),',
    replace: 'to_char(p_amount / 10000.0, as_money)),',
    tests,
  },
  {
    fault: 'less than the minimum can be requested',
    file,
    find: "when p_amount < p_min_amount then 'amount_too_small'",
    replace: "when p_amount + 1 < p_min_amount then 'amount_too_small'",
    tests: ['http-contract.test.ts'],
  },
  {
    fault: 'a second withdrawal is accepted while one is pending',
    file,
    find: "when purse.held > 0 then 'pending_exists'",
    replace: "when false then 'pending_exists'",
    tests: ['http-contract.test.ts'],
  },
  {
    fault: 'more than the balance can be requested',
    file,
    find: "when purse.available < p_amount then 'amount_exceeds_balance'",
    replace: "when false then 'amount_exceeds_balance'",
    tests: ['http-contract.test.ts'],
  },
  {
    fault: 'an account is paid that was never shown',
    file,
    find: 'is_stale := payee is distinct from p_payee;',
    replace: 'is_stale := false;',
    tests,
  },
  {
    fault: 'an account is changed between its check and its payment',
    file,
    find: 'where user_id = p_user_id for share;',
    replace: 'where user_id = p_user_id;',
    tests,
  },
  {
    fault: 'a server of the previous version pays an account that was never shown',
    file: previousFile,
    find: 'case when xmin::text = p_payee then',
    replace: 'case when true then',
    tests,
  },
  {
    fault: 'a server of the previous version can pay no account',
    file: previousFile,
    find: 'case when xmin::text = p_payee then',
    replace: 'case when xmin::text <> p_payee then',
    tests,
  },
  {
    fault: 'a change of the shown account is not reported',
    file,
    find: "when p_is_elsewhere then 'wdinfo_changed'",
    replace: "when false then 'wdinfo_changed'",
    tests: ['domain-payee.test.ts'],
  },
  {
    fault: 'the history of a withdrawal lacks the step into review',
    file,
    find: `  if is_reviewed then
`,
    replace: `  if false then
`,
    tests,
  },
  {
    fault: 'the held amount stays available',
    file,
    find: 'update wallet set available = balance, held',
    replace: 'update wallet set available = purse.available, held',
    tests,
  },
];
