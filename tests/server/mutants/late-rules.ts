import type { Mutant } from './mutant.ts';

const record = 'server/database/functions/record_watch.sql';
const ads = 'server/database/functions/record_ad.sql';

/** Mutants of the rules for backdated claims, and of the real time between arrivals. */
export const lateRuleMutants: readonly Mutant[] = [
  {
    fault: 'late clips are paid without the limit for late claims',
    file: record,
    find: ') >= p_late_limit then',
    replace: ') >= 1000 * p_late_limit then',
    tests: ['late-rules.test.ts'],
  },
  {
    fault: 'late clips that arrived yesterday count towards today’s limit',
    file: record,
    find: `
      and arrived_at >= p_today::timestamp at time zone 'UTC'`,
    replace: '',
    tests: ['late-rules.test.ts'],
  },
  {
    fault: 'the stored time of arrival is the time at which a claim was earned',
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
    fault: 'a clip that was served before midnight is not paid after midnight',
    file: record,
    find: 'p_day - (p_earned_at is not null)::int',
    replace: 'p_day - (p_earned_at is null and false)::int',
    tests: ['late-honest.test.ts'],
  },
  {
    fault: 'a burst is paid for more watch time than has passed',
    file: record,
    find: 'or ready_at > p_now or free_at > p_now then',
    replace: 'or ready_at > p_now then',
    tests: ['late-rules.test.ts'],
  },
  {
    fault: 'a burst is paid for the whole time of a long silence',
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
    fault: 'two claims are paid for the same real time',
    file: record,
    find: 'mine.spent_until, p_now - ',
    replace: 'null, p_now - ',
    tests: ['late-rules.test.ts', 'late-claims.test.ts'],
  },
  {
    fault: 'late advertisements are paid without the limit for late claims',
    file: ads,
    find: ') >= p_late_limit then',
    replace: ') >= 1000 * p_late_limit then',
    tests: ['late-rules.test.ts'],
  },
  {
    fault: 'late advertisements that arrived earlier count towards today’s limit',
    file: ads,
    find: " and arrived_at >= p_today::timestamp at time zone 'UTC'",
    replace: '',
    tests: ['late-rules.test.ts'],
  },
  {
    fault: 'an advertisement is paid for more watch time than has passed',
    file: ads,
    find: ' or free_at > p_now',
    replace: '',
    tests: ['late-rules.test.ts'],
  },
  {
    fault: 'an advertisement uses up no real time',
    file: ads,
    find: 'spent_until = mine.spent_until',
    replace: 'spent_until = spent_until',
    tests: ['late-rules.test.ts'],
  },
];
