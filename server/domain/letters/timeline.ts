import type { Reason } from '../../../contract/reasons.ts';
import type { Database } from '../../database/database.ts';
import { momentInSql, textOf } from '../paging.ts';
import { openAccounts } from '../payout-accounts/sealed.ts';
import { sources } from './sources.ts';

/** Moments within the facts, as Postgres writes them into JSON. */
type Moment = string;

/** What a timeline tells, by its kind. Amounts are whole numbers of 1/10,000 units. */
export interface Happenings {
  account: {
    readonly inviter: string | null;
    /** of the same block of addresses, this one too, at most 1,000; 0: not known any more */
    readonly block_users: number;
  };
  login: {
    /** null: not known */
    readonly device: string | null;
    /** the rest is of a session that has not ended */
    readonly seen_at?: Moment;
    readonly expires_at?: Moment;
    /** the service that brings push messages to it; null: none does */
    readonly push?: string | null;
  };
  'failed login': { readonly times: number; readonly last_at: Moment };
  served: { readonly what: 'video' | 'ad'; readonly ids: readonly number[] };
  watch: {
    readonly action: 'clip' | 'watch' | 'click';
    readonly id: number;
    readonly title: string | null;
    readonly seconds: number | null;
    readonly amount: number;
  };
  refusal: {
    readonly call: string;
    readonly item: string;
    readonly title: string | null;
    readonly reason: Reason;
    readonly times: number;
    readonly last_at: Moment;
  };
  entry: {
    readonly op: string;
    readonly debit: string;
    readonly credit: string;
    readonly amount: number;
    readonly detail: string;
    readonly withdrawal: string | null;
  };
  friend: { readonly friend: string; readonly videos: number };
  'on its way': {
    readonly op: string;
    readonly amount: number;
    /** who has to watch clips before */
    readonly friend?: string;
    readonly videos?: number;
    readonly laid_aside?: number;
  };
  change: {
    readonly action: string;
    readonly who?: string;
    readonly reason?: string | null;
    readonly before?: unknown;
    readonly after?: unknown;
    readonly method?: string;
    readonly account?: string;
    readonly recipient?: string;
  };
  withdrawal: {
    readonly id: number;
    readonly step: string;
    readonly amount: number;
    readonly method?: string;
    readonly account?: string;
    readonly reason?: string | null;
    /** the step before */
    readonly from?: string;
    readonly batch?: number | null;
    readonly due_at?: Moment | null;
    readonly held_until?: Moment | null;
    /** what arrives, where the method has a currency of its own */
    readonly pays?: string | null;
  };
  push: { readonly message: string; readonly attempts: number; readonly due_at: Moment };
}

export type HappeningKind = keyof Happenings;

export type Happening = {
  [Kind in HappeningKind]: {
    readonly at: Date;
    /** the same in microseconds */
    readonly moment: bigint;
    readonly kind: Kind;
    readonly facts: Happenings[Kind];
  };
}[HappeningKind];

/** $1 to $3 as each source has them, $4 how many rows of each a page may need, $5 and $6 the page. */
const TIMELINE = `
  select at, ${momentInSql('at')}, kind, facts from (${Object.entries(sources)
    .map(
      ([kind, source], place) => `
    (select at, sequence, facts, '${kind}' as kind, ${place} as place from (${source}) as source
     order by at, sequence limit $4::bigint)`,
    )
    .join(' union all ')}
  ) as timeline order by at, place, sequence, facts::text limit $5::bigint offset $6::bigint`;

interface TimelinePlace {
  /** microseconds: of the last line of a page */
  readonly moment: bigint;
  /** how many lines of this moment were gone past */
  readonly passed: number;
}

export interface TimelineSelection {
  readonly from: Date;
  /** the first moment after the range; null: without an end */
  readonly to: Date | null;
  readonly page: number;
  /** the page begins after this line, and its number does not count; null: by its number */
  readonly after: TimelinePlace | null;
  readonly limit: number;
}

/** A key such as `1772323200000000-2`. @returns null: it leads to nothing of these days */
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

/** Leads to the page after these lines. */
function nextOf({ after }: TimelineSelection, shown: readonly Happening[]): string | null {
  const last = shown.at(-1)?.moment;
  const passed = shown.filter(({ moment }) => moment === last).length;
  return `${last}-${after && after.moment === last ? after.passed + passed : passed}`;
}

function withAccount(db: Database, userId: bigint, row: Happening): Happening {
  if (!('account' in row.facts) || row.facts.account === undefined) return row;
  const [opened] = openAccounts(db, [{ user_id: userId, account: row.facts.account }]);
  return { ...row, facts: { ...row.facts, account: opened?.account } } as Happening;
}

/** One page of what the database knows of a person, the oldest first. */
export async function readTimeline(
  db: Database,
  userId: bigint,
  selection: TimelineSelection,
): Promise<{ readonly rows: readonly Happening[]; readonly next: string | null }> {
  const { from, to, page, after, limit } = selection;
  const offset = after ? after.passed : (page - 1) * limit;
  const { rows } = await db.query<Happening>(TIMELINE, [
    userId,
    after ? textOf(after.moment) : from,
    to ?? 'infinity',
    offset + limit + 1,
    limit + 1,
    offset,
  ]);
  const shown = rows.slice(0, limit).map((row) => withAccount(db, userId, row));
  return { rows: shown, next: rows.length > limit ? nextOf(selection, shown) : null };
}
