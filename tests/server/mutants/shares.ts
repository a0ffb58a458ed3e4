import type { Mutant } from './mutant.ts';

const file = 'server/database/functions/record_share.sql';
const once = ['record-once.test.ts'];
const paid = ['record-function.test.ts'];
const late = ['domain-late-others.test.ts'];

/** Faults of what a share pays. */
export const shareMutants: readonly Mutant[] = [
  {
    fault: 'a share is paid in a session that has ended',
    file,
    find: 'if session_end is not null then return; end if;',
    replace: '',
    tests: ['http-sessions.test.ts'],
  },
  {
    fault: 'a share is paid in the session of somebody else',
    file,
    find: 'if session_end is null and caller <> p_user_id then session_end := 401; end if;',
    replace: '',
    tests: paid,
  },
  {
    fault: 'claims of shares do not queue',
    file,
    find: 'from progress where user_id = p_user_id for update;',
    replace: 'from progress where user_id = p_user_id;',
    tests: ['domain-races.test.ts', 'http-postgres-log.test.ts'],
  },
  {
    fault: 'the kept answer of a share is not found',
    file,
    find: 'if found then return; end if;',
    replace: '',
    tests: once,
  },
  {
    fault: 'the kept answer of a share is for every body',
    file,
    find: 'select answer, body_hash = p_body_hash into',
    replace: 'select answer, true into',
    tests: once,
  },
  {
    fault: 'the kept answer of a share never expires',
    file,
    find: ' and expires_at > p_now;',
    replace: ';',
    tests: once,
  },
  {
    fault: 'another answer of a share is kept than the one which was sent',
    file,
    find: 'to_char(balance / 10000.0, as_money)',
    replace: 'to_char(promised / 10000.0, as_money)',
    tests: once,
  },
  {
    fault: 'an answer of a share is kept in the place of one that has not expired',
    file,
    find: 'where kept_answer.expires_at <= p_now;',
    replace: ';',
    tests: once,
  },
  {
    fault: 'the share of the day is paid without end',
    file,
    find: 'if mine.share_claimed_on = shared_on or ',
    replace: 'if ',
    tests: ['domain-earning.test.ts'],
  },
  {
    fault: 'a past day’s share is paid without end',
    file,
    find: "op = 'share_reward' and idempotency_key = entry_key",
    replace: 'false',
    tests: late,
  },
  {
    fault: 'a share that brought nothing is forgotten',
    file,
    find: 'from unrewarded_share where user_id',
    replace: 'from unrewarded_share where false and user_id',
    tests: late,
  },
  {
    fault: 'a request that was on its way over midnight claims a day again',
    file,
    find: 'p_earned_at is null\n    or exists',
    replace: 'false\n    or exists',
    tests: ['domain-day.test.ts'],
  },
  {
    fault: 'a late share makes the last one’s day paid anew',
    file,
    find: 'greatest(mine.share_claimed_on, shared_on)',
    replace: 'shared_on',
    tests: late,
  },
  {
    fault: 'a share is paid for days before the registration',
    file,
    find: "greatest(p_day, (created_at at time zone 'UTC')::date)",
    replace: 'p_day',
    tests: late,
  },
  {
    fault: 'a late share counts among today’s',
    file,
    find: '(mine.day = shared_on or p_earned_at is null)::int',
    replace: '1',
    tests: late,
  },
  {
    fault: 'clips of yesterday count on the day of a share',
    file,
    find: '    mine.videos_today := 0;\n',
    replace: '',
    tests: paid,
  },
  {
    fault: 'a share repays no debt',
    file,
    find: 'repaid := least(purse.debt, paid);',
    replace: 'repaid := 0;',
    tests: paid,
  },
  {
    fault: 'a share pays what the funds do not cover',
    file,
    find: 'if promised > 0 and (select is_enforced from funding) then',
    replace: 'if false then',
    tests: ['domain-funding.test.ts'],
  },
  {
    fault: 'a share draws on no allotment',
    file,
    find: 'set room = room - promised where',
    replace: 'set room = room where',
    tests: ['domain-funding.test.ts'],
  },
  {
    fault: 'a share waits for an allotment that another claim has locked',
    file,
    find: 'limit 1 for update skip locked;',
    replace: 'limit 1 for update;',
    tests: paid,
  },
];
