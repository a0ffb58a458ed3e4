import type { Database } from '../../database/database.ts';
import { momentInSql, sqlMomentOf } from '../paging.ts';
import { addMilliseconds, HOUR } from '../time.ts';
import { withDetails } from './details.ts';
import { auditSources, ORDER, ownSources } from './sources.ts';
import type { SourceRow, TimelineEvent } from './timeline-events.ts';

/** SQL of the first $4 lines of some sources; $1 to $3 as in each source. */
const timelineOf = (sources: Readonly<Record<string, string>>) => `
  select at, ${momentInSql('at')}, kind, sequence, facts from (${Object.entries(sources)
    .map(
      ([kind, source], place) => `
    (select at, sequence, facts, '${kind}' as kind, ${place} as place from (${source}) as source
     order by at, sequence, facts::text limit $4::bigint)`,
    )
    .join(' union all ')}
  ) as timeline order by at, place, sequence, facts::text limit $4::bigint`;

const OWN = timelineOf(ownSources);
const AUDITED = timelineOf(auditSources);

interface TimelinePlace {
  /** moment of a page's last line, in microseconds */
  readonly moment: bigint;
  /** number of lines of this moment on earlier pages */
  readonly passed: number;
}

export interface TimelineSelection {
  readonly from: Date;
  /** the first moment after the range; null: no end */
  readonly to: Date | null;
  readonly page: number;
  /** the page begins after this line, and `page` is ignored; null: `page` counts */
  readonly after: TimelinePlace | null;
  readonly limit: number;
}

/** Parses a key such as `1772323200000000-2`. @returns null: it is malformed, or outside of the range */
export function readTimelinePlace(
  key: string,
  { from, to }: Pick<TimelineSelection, 'from' | 'to'>,
): TimelinePlace | null {
  const [, moment, passed] = /^([1-9]\d{0,17})-([1-9]\d{0,5})$/.exec(key) ?? [];
  if (moment === undefined) return null;
  const place = { moment: BigInt(moment), passed: Number(passed) };
  const millisecond = Number(place.moment / 1_000n);
  return millisecond >= Number(from) && millisecond < Number(to ?? Infinity) ? place : null;
}

/** The key of the page after these lines. */
function nextOf({ after }: TimelineSelection, shown: readonly TimelineEvent[]): string | null {
  const last = shown.at(-1)?.moment;
  const passed = shown.filter(({ moment }) => moment === last).length;
  return `${last}-${after && after.moment === last ? after.passed + passed : passed}`;
}

/** The length of the first range that is searched, and the factor of each next length. */
const FIRST_MS = HOUR;
const LONGER = 8;
/** Beyond this length the whole selection is searched. */
const LONGEST_MS = LONGER ** 6 * HOUR;

/**
 * Returns the ends of longer and longer ranges, last the end of the selection: a page uses the first range with enough
 * lines, so it does not read all later lines. No lines exist after `now`, so an end after `now` is replaced by the end
 * of the selection. The other ends are whole hours, because failed log-ins are grouped by the hour.
 */
function endsOf(begin: bigint, to: Date | null, now: Date): (Date | null)[] {
  const hour = new Date(Math.floor(Number(begin / 1_000n) / HOUR) * HOUR);
  const ends: Date[] = [];
  for (let length = FIRST_MS; length <= LONGEST_MS; length *= LONGER) {
    const end = addMilliseconds(hour, length);
    if (end >= now || (to && end >= to)) break;
    ends.push(end);
  }
  return [...ends, to];
}

const placeOf = ({ kind }: SourceRow): number => ORDER.indexOf(kind);

/** Sorts by time; lines of one statement keep their order. */
const compare = (one: SourceRow, other: SourceRow): number =>
  Number(one.moment - other.moment) ||
  placeOf(one) - placeOf(other) ||
  Number(one.sequence - other.sequence);

/** One page of a person's timeline, the oldest line first. */
export async function readTimeline(
  db: Database,
  userId: bigint,
  selection: TimelineSelection,
  now: Date,
): Promise<{ readonly rows: readonly TimelineEvent[]; readonly next: string | null }> {
  const { from, to, page, after, limit } = selection;
  const offset = after ? after.passed : (page - 1) * limit;
  const begin = after ? after.moment : BigInt(from.getTime()) * 1_000n;
  const most = offset + limit + 1;
  let found: readonly SourceRow[] = [];
  for (const end of endsOf(begin, to, now)) {
    const values = [userId, sqlMomentOf(begin), end ?? 'infinity', most];
    const own = await db.query<SourceRow>(OWN, values);
    const audited = await db.query<SourceRow>(AUDITED, values);
    found = [...own.rows, ...audited.rows].sort(compare).slice(offset, most);
    if (found.length > limit) break;
  }
  const rows = await withDetails(db, userId, found.slice(0, limit));
  return { rows, next: found.length > limit ? nextOf(selection, rows) : null };
}
