import type { Mutant } from './mutant.ts';

const file = 'server/database/functions/record_ad.sql';
const tests = ['domain-ads.test.ts'];
const once = ['record-once.test.ts'];
const paid = ['record-function.test.ts'];

/** Mutants of the payment for advertisements. */
export const adMutants: readonly Mutant[] = [
  {
    fault: 'an advertisement is paid in a session that has ended',
    file,
    find: 'if session_end is not null then return; end if;',
    replace: '',
    tests: ['http-sessions.test.ts'],
  },
  {
    fault: 'an advertisement is paid in the session of another user',
    file,
    find: 'session_end := find_own_session(p_user_id, p_token_hash',
    replace: 'select found.session_end into session_end from find_session(p_token_hash',
    tests: paid,
  },
  {
    fault: 'the stored answer of an advertisement is not found',
    file,
    find: 'if found then return; end if;',
    replace: '',
    tests: once,
  },
  {
    fault: 'the stored answer of an advertisement is returned to a request with another body',
    file,
    find: 'select answer, body_hash = p_body_hash into',
    replace: 'select answer, true into',
    tests: once,
  },
  {
    fault: 'the stored answer of an advertisement differs from the sent one',
    file,
    find: 'to_char(balance / 10000.0, as_money)',
    replace: 'to_char(promised / 10000.0, as_money)',
    tests: once,
  },
  {
    fault: 'a new answer of an advertisement replaces an unexpired stored answer',
    file,
    find: 'where kept_answer.expires_at <= p_now;',
    replace: ';',
    tests: once,
  },
  {
    fault: 'an advertisement that was taken down is paid',
    file,
    find: 'and (disabled_at is null or p_earned_at <= disabled_at);',
    replace: ';',
    tests,
  },
  {
    fault: 'a click pays the reward of a watch',
    file,
    find: 'case when is_watch then known.watch_reward else known.click_reward end',
    replace: 'known.watch_reward',
    tests,
  },
  {
    fault: 'an advertisement with its own reward pays the general reward',
    file,
    find: 'known.watch_reward else known.click_reward end, p_reward)',
    replace: 'null::bigint else null::bigint end, p_reward)',
    tests,
  },
  {
    fault: 'an advertisement is paid twice on one day',
    file,
    find: "refusal := 'already_rewarded';\n    return;",
    replace: 'null;',
    tests,
  },
  {
    fault: 'yesterday’s advertisements count towards today’s limit',
    file,
    find: '    mine.ads_watched_today := 0;\n    mine.ads_clicked_today := 0;\n',
    replace: '',
    tests,
  },
  {
    fault: 'clicks count as watches',
    file,
    find: 'case when is_watch then mine.ads_watched_today else mine.ads_clicked_today end',
    replace: 'mine.ads_watched_today',
    tests: ['http-contract.test.ts'],
  },
  {
    fault: 'a clip and an advertisement may be watched at the same time',
    file,
    find: 'greatest(ready_at, mine.last_watch_at + action_time)',
    replace: 'ready_at',
    tests,
  },
  {
    fault: 'a late advertisement sets the time of the last watch back',
    file,
    find: 'mine.last_watch_at := greatest(mine.last_watch_at, ready_at);',
    replace: 'mine.last_watch_at := ready_at;',
    tests: ['domain-late-others.test.ts', 'domain-late.test.ts'],
  },
  {
    fault: 'an advertisement that was served too long ago is not served again',
    file,
    find: 'if not is_served then perform',
    replace: 'if false then perform',
    tests: ['domain-day.test.ts', 'domain-ads.test.ts'],
  },
  {
    fault: 'the reward of an advertisement repays no debt',
    file,
    find: 'repaid := least(purse.debt, paid);',
    replace: 'repaid := 0;',
    tests: ['domain-corrections.test.ts', ...paid],
  },
  {
    fault: 'an advertisement is paid although the funds do not cover it',
    file,
    find: 'if not found then\n      uncovered := promised;\n      return;\n    end if;',
    replace: '',
    tests: ['domain-funding.test.ts', 'funding-allotments.test.ts', 'ledger-model.test.ts'],
  },
  {
    fault: 'an advertisement pays although no allotment of its budget covers it',
    file,
    find: 'if is_unbudgeted then return; end if;',
    replace: '',
    tests: ['ad-allotments.test.ts', 'domain-funding.test.ts'],
  },
];
