import type { Mutant } from './mutant.ts';

const candidates = 'server/domain/feed/candidates.ts';
const clipProgress = 'server/domain/feed/clip-progress.ts';
const statistics = 'server/domain/feed/statistics.ts';
const spans = 'server/domain/clip-spans.ts';
const order = ['feed-order.test.ts'];
const audience = ['feed-audience.test.ts'];
const schedule = ['operator-schedule.test.ts'];
const lookedAtTests = ['feed-looked-at.test.ts'];

/** Mutants of a clip's audience, schedule and licence. */
const clipMutants: readonly Mutant[] = [
  {
    fault: 'a clip for other countries is among the new and rare clips',
    file: candidates,
    find: `as found where \${suitsCountry('$5')} and \${UNSEEN}\``,
    replace: `as found where \${UNSEEN}\``,
    tests: audience,
  },
  {
    fault: 'a clip for some countries is shown to people of unknown country',
    file: candidates,
    find: '= any(feed_countries), false))`',
    replace: '= any(feed_countries), true))`',
    tests: audience,
  },
  {
    fault: 'a clip in a language is not shown to readers of a regional variant',
    file: candidates,
    find: "new Set(['', new Intl.Locale(language).language, language])",
    replace: "new Set(['', language])",
    tests: audience,
  },
  {
    fault: 'clips seen before come ahead of clips for other audiences',
    file: 'server/domain/feed/places.ts',
    find: 'fresh ?? elsewhere ?? pick([ordered.again], taken, near)',
    replace: 'fresh ?? pick([ordered.again], taken, near) ?? elsewhere',
    tests: audience,
  },
  {
    fault: 'clips that have risen above the place of the last list are not searched',
    file: candidates,
    find: 'if (from === null) return { risen: [], next: null };',
    replace: 'if (risenFrom !== undefined) return { risen: [], next: null };',
    tests: order,
  },
  {
    fault: 'the search for risen clips begins at the best clip every day',
    file: candidates,
    find: 'next: isOver ? null : last ? placeOf(last) : risenFrom',
    replace: 'next: null',
    tests: order,
  },
  {
    fault: 'a clip stays in the feed after the end of its time span',
    file: spans,
    find: '(feed_from > $1 or feed_until <= $1)',
    replace: 'feed_from > $1',
    tests: schedule,
  },
  {
    fault: 'a clip with only an end time stays hidden after the clock was fast',
    file: spans,
    find: '(feed_from <= $1 or feed_until > $1) and',
    replace: 'feed_from <= $1 and',
    tests: schedule,
  },
  {
    fault: 'a clip disabled by an operator is shown again when its time begins',
    file: spans,
    find: 'disabled_at <= feed_out_at and ',
    replace: 'true and ',
    tests: schedule,
  },
  {
    fault: 'a clip enabled before its time is shown at once',
    file: 'server/domain/media-visibility.ts',
    find: `or not \${isWithinSpan('$3')} then coalesce(disabled_at, $3)`,
    replace: 'then coalesce(disabled_at, $3)',
    tests: schedule,
  },
  {
    fault: 'a film that may not be used commercially is taken from PeerTube',
    file: 'server/operator/peertube/api.ts',
    find: 'if (LICENCES[Number(licence.id)] === undefined) {',
    replace: 'if (licence.id === 0) {',
    tests: ['operator-peertube.test.ts'],
  },
];

/** Mutants of the reports of clips that were watched without pay. */
const progressMutants: readonly Mutant[] = [
  {
    fault: 'an account reports more clips as finished than it was paid for',
    file: statistics,
    find: ') <= cardinality(videos) as is_told',
    replace: ') <= 500 as is_told',
    tests: lookedAtTests,
  },
  {
    fault: 'any number of reported clips counts as finished',
    file: statistics,
    find: 'is_paid or (is_through and is_told)',
    replace: 'is_paid or is_through',
    tests: lookedAtTests,
  },
  {
    fault: 'a clip that was reported as left counts as finished',
    file: 'server/domain/feed/seen.ts',
    find: 'left join unnest(looked_through) as through',
    replace: 'left join unnest(looked_at) as through',
    tests: lookedAtTests,
  },
  {
    fault: 'the reports claim more watch time than has passed',
    file: clipProgress,
    find: 'if (endMs > now.getTime()) continue;',
    replace: '',
    tests: lookedAtTests,
  },
  {
    fault: 'reports may claim watch time from hours ago',
    file: clipProgress,
    find: 'Math.max(noted.until?.getTime() ?? earliestMs, earliestMs)',
    replace: 'noted.until?.getTime() ?? earliestMs',
    tests: lookedAtTests,
  },
  {
    fault: 'a report of 0 seconds takes no watch time',
    file: clipProgress,
    find: 'Math.max(each.seconds, 1)',
    replace: 'each.seconds',
    tests: lookedAtTests,
  },
  {
    fault: 'a reported clip counts although the list of the day lacks it',
    file: clipProgress,
    find: `and video_id = any(
       (select clips from feed_list where user_id = $1 and day = $2)::bigint[]
     )`,
    replace: 'and $1::bigint is not null and $2::date is not null',
    tests: lookedAtTests,
  },
  {
    fault: 'a clip whose reported end is too early counts as finished',
    file: clipProgress,
    find: '(ended && seconds >= Math.floor(durationMs / 1_000) - 1)',
    replace: '(ended && durationMs > 0)',
    tests: lookedAtTests,
  },
];

export const feedMutants: readonly Mutant[] = [...clipMutants, ...progressMutants];
