import type { Database } from '../../database/database.ts';
import { openAccounts } from '../payout-accounts/sealed.ts';
import { countRegistrations } from '../review/registration-blocks.ts';
import type { SourceRow, TimelineEvent } from './timeline-events.ts';

type Table = 'video' | 'ad';

/** The clip or the advertisement of a line; a later query finds its title. */
interface Titled {
  readonly table: Table;
  readonly id: bigint;
}

function titledIn({ kind, facts }: SourceRow): Titled | null {
  const { action, id, call = '', item = '' } = facts;
  if (kind === 'watch') return { table: action === 'clip' ? 'video' : 'ad', id: BigInt(id ?? 0) };
  if (kind !== 'refusal' || !/^\d+$/.test(item)) return null;
  if (call === '/api/video/record') return { table: 'video', id: BigInt(item) };
  return call.startsWith('/api/ad/') ? { table: 'ad', id: BigInt(item) } : null;
}

const keyOf = ({ table, id }: Titled): string => `${table} ${id}`;

async function findTitles(
  db: Database,
  lines: readonly SourceRow[],
): Promise<ReadonlyMap<string, string>> {
  const all = lines.flatMap((line) => titledIn(line) ?? []);
  const idsOf = (wanted: Table) => all.filter(({ table }) => table === wanted).map(({ id }) => id);
  const { rows } = await db.query<Titled & { readonly title: string }>(
    `select 'video' as table, video_id as id, title from video
     where video_id = any($1::bigint[])
     union all
     select 'ad', ad_id, title from ad where ad_id = any($2::bigint[])`,
    [idsOf('video'), idsOf('ad')],
  );
  return new Map(rows.map((row) => [keyOf(row), row.title]));
}

interface Named {
  readonly username: string;
  readonly videos: number | null;
}

/** Finds the inviters and friends in these lines, by their ids. */
async function findNamed(
  db: Database,
  lines: readonly SourceRow[],
): Promise<ReadonlyMap<number, Named>> {
  const ids = lines.flatMap(({ facts }) => facts.inviter_id ?? facts.friend_id ?? []);
  if (ids.length === 0) return new Map();
  const { rows } = await db.query<Named & { readonly user_id: bigint }>(
    `select user_id, username, videos::int from account left join progress using (user_id)
     where user_id = any($1::bigint[])`,
    [ids],
  );
  return new Map(rows.map(({ user_id, ...named }) => [Number(user_id), named]));
}

/** Finds the payout batches by the times of their cancellation in these lines. */
async function findBatches(
  db: Database,
  lines: readonly SourceRow[],
): Promise<ReadonlyMap<string, number>> {
  const moments = lines.flatMap(({ facts }) => facts.cancelled_at ?? []);
  if (moments.length === 0) return new Map();
  const { rows } = await db.query<{ moment: string; batch_id: bigint }>(
    `select moment, batch_id from unnest($1::text[]) as left_at (moment)
     join payout_batch on cancelled_at = moment::timestamptz`,
    [moments],
  );
  return new Map(rows.map(({ moment, batch_id }) => [moment, Number(batch_id)]));
}

/**
 * Counts the registrations from a person's block of addresses, the person included, up to 1,000; 0: the block is not
 * stored any more.
 */
async function countBlock(db: Database, userId: bigint): Promise<number> {
  const { rows } = await db.query<{ block_hash: Buffer }>(
    'select block_hash from registration_block where user_id = $1',
    [userId],
  );
  const counts = await countRegistrations(
    db,
    rows.map(({ block_hash }) => block_hash),
    new Date(0),
  );
  return Math.max(0, ...counts.values());
}

/** Adds data of other tables to a person's lines: one query per table for all lines. */
export async function withDetails(
  db: Database,
  userId: bigint,
  lines: readonly SourceRow[],
): Promise<TimelineEvent[]> {
  const titles = await findTitles(db, lines);
  const named = await findNamed(db, lines);
  const batches = await findBatches(db, lines);
  const isRegistered = lines.some(({ kind }) => kind === 'account');
  const block_users = isRegistered ? await countBlock(db, userId) : 0;
  return lines.map((line) => {
    const { inviter_id, friend_id, cancelled_at, ...facts } = line.facts;
    const [own] =
      facts.account === undefined
        ? []
        : openAccounts(db, [{ user_id: userId, account: facts.account }]);
    const friend = named.get(friend_id ?? 0);
    const titled = titledIn(line);
    return {
      at: line.at,
      moment: line.moment,
      kind: line.kind,
      facts: {
        ...facts,
        title: titled && (titles.get(keyOf(titled)) ?? null),
        ...(own && { account: own.account }),
        ...(inviter_id !== undefined && {
          inviter: named.get(inviter_id ?? 0)?.username ?? null,
          block_users,
        }),
        ...(friend_id !== undefined && {
          friend: friend?.username ?? `user ${friend_id}`,
          videos: friend?.videos ?? 0,
        }),
        ...(cancelled_at && { batch: batches.get(cancelled_at) ?? null }),
      },
    } as TimelineEvent;
  });
}
