import type { Mutant } from './mutant.ts';

const earned = 'server/domain/earned.ts';
const progress = 'server/domain/progress.ts';
const record = 'server/database/functions/record_watch.sql';
const freeMoment = 'server/database/functions/free_moment.sql';
const ads = 'server/database/functions/record_ad.sql';
const idempotency = 'server/http/idempotency.ts';

/** Mutants of backdated claims. */
export const lateMutants: readonly Mutant[] = [
  {
    fault: 'a late claim counts for the day of its arrival',
    file: earned,
    find: 'null : { at, day: utcDay(at) };',
    replace: 'null : { at, day: utcDay(now) };',
    tests: ['domain-late.test.ts'],
  },
  {
    fault: 'a claim never expires',
    file: earned,
    find: "settings.get('claim.late_days') * DAY",
    replace: '100 * DAY',
    tests: ['domain-late.test.ts'],
  },
  {
    fault: 'a claim with a future date counts for that day',
    file: earned,
    find: 'Math.min(Date.parse(earnedAt), now.getTime())',
    replace: 'Date.parse(earnedAt)',
    tests: ['domain-late.test.ts'],
  },
  {
    fault: 'a late watch may end during another watch',
    file: freeMoment,
    find: "<= coalesce(ends_at, 'infinity')",
    replace: "<= 'infinity'",
    tests: ['late-claims.test.ts'],
  },
  {
    fault: 'a late watch may begin during another watch',
    file: freeMoment,
    find: 'select min(greatest(p_earliest, begins_at + p_time))',
    replace: 'select min(greatest(p_earliest, begins_at))',
    tests: ['late-claims.test.ts'],
  },
  {
    fault: 'a late clip may be watched during an advertisement',
    file: freeMoment,
    find: "and action = 'watch'",
    replace: 'and false',
    tests: ['late-claims.test.ts'],
  },
  {
    fault: 'a late claim reads the watches of all days',
    file: freeMoment,
    find: 'from watched where user_id = p_user_id and day between p_day - 1 and p_day + 1',
    replace: 'from watched where user_id = p_user_id',
    tests: ['late-cost.test.ts'],
  },
  {
    fault: 'a late clip counts towards today’s limit',
    file: record,
    find: 'if not is_over then mine.videos_today',
    replace: 'if true then mine.videos_today',
    tests: ['domain-late.test.ts'],
  },
  {
    fault: 'a past day has no limit of clips',
    file: record,
    find: 'select count(*) into videos_of_day',
    replace: 'select 0 into videos_of_day',
    tests: ['domain-late.test.ts'],
  },
  {
    fault: 'a past day has the extra views of all days',
    file: record,
    find: `from extra_views
    where user_id = p_user_id and day = p_day;`,
    replace: 'from extra_views where user_id = p_user_id;',
    tests: ['domain-late.test.ts'],
  },
  {
    fault: 'the extra views of a day are not stored for late claims',
    file: 'server/domain/sharing.ts',
    find: 'from decision where refusal is null and $4 > 0',
    replace: 'from decision where refusal is null and $4 > 1000',
    tests: ['domain-late.test.ts'],
  },
  {
    fault: 'a clip that was served after a day’s end is paid for that day',
    file: record,
    find: 'or ready_at - watch_time >=',
    replace: 'or false and ready_at >=',
    tests: ['domain-late-midnight.test.ts'],
  },
  {
    fault: 'the earlier times at which a clip was served are lost',
    file: progress,
    find: 'served.earlier || served.first_at',
    replace: 'served.earlier || excluded.first_at',
    tests: ['domain-late.test.ts'],
  },
  {
    fault: 'a past day’s advertisements have no limit',
    file: ads,
    find: 'select count(*) into paid_of_day',
    replace: 'select 0 * count(*) into paid_of_day',
    tests: ['domain-late-others.test.ts'],
  },
  {
    fault: 'an advertisement is paid for a day before it was served',
    file: ads,
    find: 'served_since is null or ready_at - action_time >=',
    replace: 'false and ready_at - action_time >=',
    tests: ['domain-late-others.test.ts'],
  },
  {
    fault: 'the answer of a paid claim is stored for only one day',
    file: idempotency,
    find: 'isLong ? CLAIM_LIFETIME_MS : LIFETIME_MS',
    replace: 'isLong ? LIFETIME_MS : LIFETIME_MS',
    tests: ['http-idempotency.test.ts'],
  },
  {
    fault: 'claims in one request ignore their keys',
    file: 'server/http/calls.ts',
    find: 'makeCall({ ...made, key, db }, options)',
    replace: 'makeCall({ ...made, key: key && null, db }, options)',
    tests: ['http-contract.test.ts'],
  },
  {
    fault: 'twenty claims of one request count as one',
    file: 'server/http/calls.ts',
    find: 'if ((await requestLimit.takeUser(db, userId)) > 0) return counted;',
    replace: 'await requestLimit.takeUser(db, userId);',
    tests: ['http-limits.test.ts'],
  },
];
