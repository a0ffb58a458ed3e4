import type pg from 'pg';
import type { Database } from '../../database/database.ts';
import type { Settings } from '../settings.ts';
import { addMilliseconds, DAY, utcDay } from '../time.ts';
import { COVERAGE, comparedOf, UNSENT_FRIENDS } from './fetched.ts';
import { BLOCK_LIFETIME_MS } from './registration-blocks.ts';

/** The fastest claims in a row. */
interface Run {
  readonly ended_at: Date;
  /** seconds from the first of them to the last */
  readonly elapsed: number;
  /** seconds that the watch times of all but the first take */
  readonly watch_seconds: number;
}

/** What is known of one who asks to be paid. */
export interface Facts {
  /** null: not requested yet */
  readonly withdrawal_id: bigint | null;
  readonly user_id: bigint;
  readonly registered_at: Date;
  readonly blocked_at: Date | null;
  /** 1/10,000 units by the transfer's operation, decimal text */
  readonly earned: Readonly<Record<string, string>>;
  /** of it what friends of the last 30 days have brought who were sent no or too few files of clips, decimal text */
  readonly by_unsent_friends: string;
  /** users besides this one who are, were or want to be paid to the same account */
  readonly sharing: number;
  /** their names, the first twenty */
  readonly sharing_names: readonly string[];
  /** registrations from the same block in the last 30 days, this one too, up to 1,000; 0: not known any more */
  readonly registrations: number;
  /** claims of the last 30 days */
  readonly claims: number;
  /** those of them of which it is known when they arrived */
  readonly arrived: number;
  /** of these: sooner after another one than their watch time takes */
  readonly bursts: number;
  /** and when their UTC day was over */
  readonly late: number;
  /** null: there were not so many in a row */
  readonly run: Run | null;
  /** claims of clips whose files this server has, without the first of each day */
  readonly played: number;
  /** of these: of clips of which no file was sent to this user */
  readonly not_fetched: number;
  /** whether anything is known of what was sent */
  readonly is_media_known: boolean;
  /** direct friends who have had at least a day */
  readonly invitees: number;
  /** those of them who never watched a clip */
  readonly idle: number;
}

/** Claims are looked at for so long. */
const PACE_MS = 30 * DAY;
const SHOWN_NAMES = 20;

/** Who else is, was or wants to be paid to the account that `asked` names. */
const SHARING = `
  select username, row_number() over (order by user_id) as place
  from account join (
    select user_id from payout_info where account_key = asked.account_key
    union select user_id from withdrawal
      where account_key = asked.account_key and status <> 'rejected'
  ) as paid_there using (user_id)
  where user_id <> asked.user_id`;

/** Registrations of a block are counted so far: more is no other news. */
const COUNTED = 1_000;

/** Each block counted once, however many ask who come from it. */
const BLOCKS = (asked: string): string => `
  select block_hash, (
    select count(*)::int from (
      select from registration_block other
      where other.block_hash = own_block.block_hash and other.registered_at > $2 limit ${COUNTED}
    ) as counted
  ) as registrations
  from (
    select distinct block_hash from registration_block join (${asked}) as asked using (user_id)
    where registered_at > $2
  ) as own_block`;

const REGISTRATIONS = `
  select coalesce(max(registrations), 0) as registrations
  from registration_block own join counted_block using (block_hash)
  where own.user_id = asked.user_id and own.registered_at > $2`;

/**
 * Each claim with how long the `$4` claims that end with it have taken, as they say; and how it
 * arrived, which no client can choose.
 */
const CLAIMS = `
  select at, arrived_at,
    day < (arrived_at at time zone 'UTC')::date as is_late,
    arrived_at - lag(arrived_at) over (order by arrived_at nulls first, at)
      < seconds * interval '1 second' as is_burst,
    extract(epoch from at - lag(at, $4::int - 1) over (order by at))::float8 as elapsed,
    sum(seconds) over (
      order by at rows between $4::int - 2 preceding and current row
    )::float8 as watch_seconds
  from (
    select watched_at as at, day, arrived_at, coalesce(watch_seconds, 0) as seconds
    from watched where user_id = asked.user_id and day >= $3::date
    union all
    select rewarded_at, day, arrived_at, coalesce(watch_seconds, 0)
    from ad_rewarded where user_id = asked.user_id and day >= $3 and action = 'watch'
  ) as claim`;

const INVITEES = `
  select count(*)::int as invitees, (count(*) filter (where videos = 0))::int as idle
  from friend join progress on progress.user_id = friend_id
  where friend.user_id = asked.user_id and level = 1 and friend.created_at <= $1::timestamptz - interval '1 day'`;

/**
 * One statement for all that `asked` gives, rows of `user_id`, `account_key` and `withdrawal_id`:
 * $1 now, $2 since when registrations count, $3 since which day claims do, $4 claims in a row, $5 what
 * `asked` itself needs, and $6 whether a CDN sends clips.
 */
const factsOf = (asked: string): string => `
  with counted_block as materialized (${BLOCKS(asked)}), coverage as materialized (${COVERAGE})
  select asked.withdrawal_id, asked.user_id, account.created_at as registered_at, account.blocked_at,
    (select coalesce(jsonb_object_agg(op, amount), '{}') from (
      select op, sum(amount)::text as amount
      from transfer where transfer.user_id = asked.user_id and debit = 'rewards' group by op
    ) as earning) as earned,
    sharing.*, block.*, invited.*, pace.*, played.*, unsent.*, is_media_known
  from (${asked}) as asked join account using (user_id) cross join coverage
  cross join lateral (
    select count(*)::int as sharing,
      coalesce(array_agg(username order by place) filter (where place <= ${SHOWN_NAMES}), '{}')
        as sharing_names
    from (${SHARING}) as other_user
  ) as sharing
  cross join lateral (${REGISTRATIONS}) as block
  cross join lateral (${INVITEES}) as invited
  cross join lateral (${UNSENT_FRIENDS}) as unsent
  cross join lateral (
    select count(*)::int as claims, count(arrived_at)::int as arrived,
      (count(*) filter (where is_burst))::int as bursts,
      (count(*) filter (where is_late))::int as late,
      (array_agg(
        jsonb_build_object('ended_at', at, 'elapsed', elapsed, 'watch_seconds', watch_seconds)
        order by elapsed - watch_seconds, at
      ) filter (where elapsed is not null))[1] as run
    from (${CLAIMS}) as claim
  ) as pace
  cross join lateral (${comparedOf('asked.user_id')}) as played`;

/** What the operator's settings say of the looking. */
export interface Looked {
  /** claims in a row */
  readonly runLength: number;
  readonly isMediaAtCdn: boolean;
}

export const lookedBy = (settings: Settings): Looked => ({
  runLength: settings.get('review.pace_claims'),
  isMediaAtCdn: settings.get('review.media_at_cdn'),
});

type FactsRow = Omit<Facts, 'run'> & {
  readonly run: (Omit<Run, 'ended_at'> & { readonly ended_at: string }) | null;
};

async function find(
  db: Database,
  { asked, needs }: { readonly asked: string; readonly needs: unknown },
  looked: Looked,
  now: Date,
): Promise<Facts[]> {
  const since = addMilliseconds(now, -BLOCK_LIFETIME_MS);
  const day = utcDay(addMilliseconds(now, -PACE_MS));
  const values = [now, since, day, looked.runLength, needs, looked.isMediaAtCdn];
  const { rows }: pg.QueryResult<FactsRow> = await db.query(factsOf(asked), values);
  return rows.map(({ run, ...row }) => ({
    ...row,
    run: run && { ...run, ended_at: new Date(run.ended_at) },
  }));
}

/**
 * What is known of a user who asks to be paid to the account that is set.
 * @returns null when none is set
 */
export async function factsOfUser(
  db: Database,
  userId: bigint,
  looked: Looked,
  now: Date,
): Promise<Facts | null> {
  const asked = `select user_id, account_key, null::bigint as withdrawal_id
    from payout_info where user_id = $5::bigint`;
  const [facts] = await find(db, { asked, needs: userId }, looked, now);
  return facts ?? null;
}

/** What is known now of those who have asked, by the ids of their requests. */
export function factsOfRequests(
  db: Database,
  ids: readonly bigint[],
  looked: Looked,
  now: Date,
): Promise<Facts[]> {
  const asked = `select user_id, account_key, withdrawal_id
    from withdrawal where withdrawal_id = any($5::bigint[]) order by withdrawal_id`;
  return find(db, { asked, needs: ids }, looked, now);
}
