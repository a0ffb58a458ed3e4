import { beforeAll, expect, test } from 'vitest';
import { type Database, inTransaction } from '../../server/database/database.ts';
import { watchAdReward } from '../../server/domain/ad-rewards.ts';
import { getAdList } from '../../server/domain/ads.ts';
import type { Caller, Context } from '../../server/domain/context.ts';
import { DAY, MINUTE, SECOND } from '../../server/domain/time.ts';
import { playable } from '../../server/domain/videos.ts';
import { record } from '../../server/domain/watching.ts';
import { at, earnedAt, insertAd, page, timeOf } from './backdated.setup.ts';
import { domain, setUpDomain } from './domain.setup.ts';

/** Number of watched clips of each day, and of watched ads. */
const A_DAY = 20;

setUpDomain({
  settings: {
    'video.daily_limit': String(A_DAY + 1),
    'ad.daily_limit': String(A_DAY + 1),
    'claim.late_days': '3',
    'claim.late_limit': String(A_DAY),
  },
});

let clip: number;
let ad: number;
const users: Caller[] = [];
beforeAll(async () => {
  clip = await domain.video();
  ad = await insertAd();
  // the claim of the first user fills the caches of the connection, and is not compared
  for (const count of [180, 180, 1_800]) users.push(await watchedBefore(count));
  await domain.pool.query('vacuum analyze');
});

/** Makes a user with `count` watched clips and ads until noon, whose last watch is a day later. */
async function watchedBefore(count: number): Promise<Caller> {
  const user = await domain.user();
  await playable(at(0), user, page);
  await getAdList(at(0), user, page);
  const values = [user.userId, A_DAY, timeOf(0), count - 1];
  const history = `1000 + i % $2, 500, ended, 5, ended
    from generate_series(0, $4::integer) as i,
      lateral (select $3::timestamptz - i / $2 * interval '1 day' - i % $2 * interval '1 minute') as at (ended)`;
  await domain.pool.query(
    `insert into watched (user_id, day, video_id, reward, watched_at, watch_seconds, arrived_at)
     select $1, (ended at time zone 'UTC')::date, ${history}`,
    values,
  );
  await domain.pool.query(
    `insert into ad_rewarded
       (user_id, day, action, ad_id, reward, rewarded_at, watch_seconds, arrived_at)
     select $1, (ended at time zone 'UTC')::date, 'watch', ${history}`,
    values,
  );
  await domain.pool.query('update progress set day = $2, last_watch_at = $3 where user_id = $1', [
    user.userId,
    timeOf(DAY),
    timeOf(DAY),
  ]);
  return user;
}

interface Explained {
  readonly 'QUERY PLAN': readonly {
    readonly Plan: { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number };
  }[];
}

/**
 * Counts the pages of tables and indexes that the statements of `claim` and their functions read.
 */
async function pagesOf(
  transaction: Database,
  claim: (context: Context) => Promise<unknown>,
): Promise<number> {
  let pages = 0;
  const query = async ({ text, values }: { text: string; values: unknown[] }) => {
    await transaction.query('savepoint before');
    const { rows } = await transaction.query<Explained>(
      `explain (analyze, buffers, format json) ${text}`,
      values,
    );
    await transaction.query('rollback to savepoint before');
    for (const { Plan } of rows[0]?.['QUERY PLAN'] ?? []) {
      pages += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
    }
    return transaction.query(text, values);
  };
  await claim({ ...at(DAY), db: { query } as unknown as Database });
  return pages;
}

const claims: [string, (context: Context, user: Caller) => Promise<unknown>][] = [
  [
    'a clip',
    (context, user) => record(context, user, { videos_id: clip, earned_at: earnedAt(10 * MINUTE) }),
  ],
  [
    'an advertisement',
    (context, user) =>
      watchAdReward(context, user, { ad_id: ad, earned_at: earnedAt(20 * MINUTE) }),
  ],
];

test.each(claims)(
  'a backdated claim of %s reads at most 1.2 times as many pages after ten times as many watches',
  async (_, claim) => {
    const [, short = 0, long = 0] = await inTransaction(domain.pool, async (transaction) => {
      const pages = [];
      for (const user of users) {
        pages.push(await pagesOf(transaction, (context) => claim(context, user)));
      }
      return pages;
    });
    expect(short).toBeGreaterThan(0);
    expect(long / short).toBeLessThan(1.2);
  },
);

interface Node {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly Node[];
}

/** Counts the rows that the node and its children read, over all loops. */
function rowsOf(node: Node): number {
  const removed =
    (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  const below = (node.Plans ?? []).map(rowsOf).reduce((sum, rows) => sum + rows, 0);
  return (node['Actual Rows'] + removed) * node['Actual Loops'] + below;
}

/** Counts the rows that the search for a free moment reads after `count` watches in a row. */
async function searched(count: number): Promise<number> {
  const { userId } = await domain.user();
  await domain.pool.query(
    `insert into watched (user_id, day, video_id, reward, watched_at, watch_seconds)
     select $1, ($2::timestamptz at time zone 'UTC')::date, i, 500, $2::timestamptz + i * interval '5 seconds', 5
     from generate_series(1, $3::integer) as i`,
    [userId, timeOf(0), count],
  );
  await domain.pool.query('vacuum analyze watched');
  const values: Readonly<Record<string, string>> = {
    p_user_id: `${userId}::bigint`,
    p_day: `'${timeOf(0).toISOString()}'::date`,
    p_earliest: `'${timeOf(SECOND).toISOString()}'::timestamptz`,
    p_time: "interval '5 seconds'",
  };
  const { rows } = await domain.pool.query<{ body: string }>(
    "select prosrc as body from pg_proc where proname = 'free_moment'",
  );
  // Postgres shows no plan of a function's body, so the query in the body is explained
  const [, query = ''] = rows[0]?.body.match(/return \((.*)\);\s*end/s) ?? [];
  const body = query.replaceAll(/\bp_\w+/g, (name) => values[name] ?? name);
  const { rows: plans } = await domain.pool.query<{
    'QUERY PLAN': { Plan: Node }[];
  }>(`explain (analyze, format json) ${body}`);
  return (plans[0]?.['QUERY PLAN'] ?? []).reduce((sum, { Plan }) => sum + rowsOf(Plan), 0);
}

test('with ten times as many watches, the search for a free moment reads at most 15 times as many rows', async () => {
  const few = await searched(180);
  const many = await searched(1_800);
  expect(few).toBeGreaterThan(180);
  expect(many / few).toBeLessThan(15);
});
