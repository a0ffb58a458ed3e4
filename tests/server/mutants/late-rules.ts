import type { Mutant } from './mutant.ts';

const record = 'server/database/functions/record_watch.sql';
const ads = 'server/database/functions/record_ad.sql';

/** Mutants of the rules for backdated claims, and of the real time between arrivals. */
export const lateRuleMutants: readonly Mutant[] = [
  {
    fault: 'days that are over are paid without a limit of their own',
    file: record,
    find: ') >= p_late_limit then',
    replace: ') >= 1000 * p_late_limit then',
    tests: ['late-rules.test.ts'],
  },
  {
    fault: 'late claims of yesterday count today',
    file: record,
    find: `
      and arrived_at >= p_today::timestamp at time zone 'UTC'`,
    replace: '',
    tests: ['late-rules.test.ts'],
  },
  {
    fault: 'a claim arrives when it was earned',
    file: record,
    find: 'ready_at, seconds, p_now);',
    replace: 'ready_at, seconds, ready_at);',
    tests: ['late-rules.test.ts'],
  },
  {
    fault: 'a clip is paid for days on which it was not served',
    file: record,
    find: 'p_day - (p_earned_at is not null)::int',
    replace: 'p_day - 2 * (p_earned_at is not null)::int',
    tests: ['late-rules.test.ts'],
  },
  {
    fault: 'an evening ends at midnight',
    file: record,
    find: 'p_day - (p_earned_at is not null)::int',
    replace: 'p_day - (p_earned_at is null and false)::int',
    tests: ['late-honest.test.ts'],
  },
  {
    fault: 'a burst may bring more than passed',
    file: record,
    find: 'or ready_at > p_now or free_at > p_now then',
    replace: 'or ready_at > p_now then',
    tests: ['late-rules.test.ts'],
  },
  {
    fault: 'all of a long silence may be spent at once',
    file: record,
    find: 'p_now - greatest(p_burst_seconds',
    replace: 'p_now - greatest(100 * p_burst_seconds',
    tests: ['late-rules.test.ts'],
  },
  {
    fault: 'a clip longer than a burst takes time that has not passed',
    file: record,
    find: "greatest(p_burst_seconds * interval '1 second', watch_time)",
    replace: "p_burst_seconds * interval '1 second'",
    tests: ['late-rules.test.ts'],
  },
  {
    fault: 'time is spent twice',
    file: record,
    find: 'mine.spent_until, p_now - ',
    replace: 'null, p_now - ',
    tests: ['late-rules.test.ts', 'late-claims.test.ts'],
  },
  {
    fault: 'advertisements of days that are over are paid without a limit',
    file: ads,
    find: ') >= p_late_limit then',
    replace: ') >= 1000 * p_late_limit then',
    tests: ['late-rules.test.ts'],
  },
  {
    fault: 'advertisements of all days of arrival count',
    file: ads,
    find: " and arrived_at >= p_today::timestamp at time zone 'UTC'",
    replace: '',
    tests: ['late-rules.test.ts'],
  },
  {
    fault: 'an advertisement may bring more than passed',
    file: ads,
    find: ' or free_at > p_now',
    replace: '',
    tests: ['late-rules.test.ts'],
  },
  {
    fault: 'an advertisement takes no time',
    file: ads,
    find: 'spent_until = mine.spent_until',
    replace: 'spent_until = spent_until',
    tests: ['late-rules.test.ts'],
  },
];
