import type { Mutant } from './mutant.ts';

const counts = 'server/domain/friend-counts.ts';
const listing = 'server/domain/listing.ts';
const counted = ['friend-counts.test.ts'];
const pages = ['operator-lists-pages.test.ts'];

/** Mutants of lists that continue by a key, and of their counts. */
export const listMutants: readonly Mutant[] = [
  {
    fault: 'counted friends are stored although an earlier friend may be missing',
    file: counts,
    find: 'addMilliseconds(now, -SETTLED_AFTER_MS)',
    replace: 'now',
    tests: counted,
  },
  {
    fault: 'the last counted friend is counted again',
    file: counts,
    find: 'friend_id > $2::bigint',
    replace: 'friend_id >= $2::bigint',
    tests: counted,
  },
  {
    fault: 'a list waits for a change of the account',
    file: counts,
    find: 'for no key update skip locked',
    replace: 'for no key update',
    tests: counted,
  },
  {
    fault: 'the next page of a list of days lacks rows with the time of the last row',
    file: listing,
    find: "end: '$1::timestamptz'",
    replace: `end: "($1::timestamptz + interval '1 millisecond')"`,
    tests: pages,
  },
  {
    fault: 'the next page of the newest rows lacks rows with the time of the last row',
    file: listing,
    find: 'sqlMomentOf(last + 1n)',
    replace: 'sqlMomentOf(last)',
    tests: pages,
  },
  {
    fault: 'the failed log-ins of an hour are listed twice if a page ends within the hour',
    file: 'server/domain/letters/sources.ts',
    find: ' having min(at) >= $2::timestamptz',
    replace: '',
    tests: ['operator-timeline-pages.test.ts'],
  },
];
