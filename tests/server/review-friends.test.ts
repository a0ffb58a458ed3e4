import { beforeEach, expect, test } from 'vitest';
import type { Database } from '../../server/database/database.ts';
import type { Caller } from '../../server/domain/context.ts';
import { factsOfRequests, factsOfUser } from '../../server/domain/review/facts.ts';
import { sumUnsent } from '../../server/domain/review/friends.ts';
import { addMilliseconds, DAY } from '../../server/domain/time.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { payee } from './review.support.ts';
import { rowsRead } from './rows-read.ts';

setUpDomain({ empty: ['payout_info', 'media_asked', 'watched', 'video'] });

/** More friends than two statements read; the last statement reads fewer than the others. */
const FRIENDS = 4_321;
const LOOKED = { runLength: 5, isMediaAtCdn: false };
let inviter: Caller;

beforeEach(async () => {
  inviter = await payee(domain);
});

/** Adds direct friends with ids from `first` on, all at once, who brought 0.50 and 0.05 each. */
async function invite(first: bigint, count: number): Promise<void> {
  const values = [inviter.userId, first, count, domain.now()];
  await domain.pool.query(
    `with friends as (select $2::bigint + i as id from generate_series(0, $3::int - 1) as i),
     accounts as (
       insert into account (user_id, username, username_key, email, email_key, password_hash, invite_code,
         created_at, password_changed_at) overriding system value
       select id, 'f' || id, 'f' || id, 'f' || id, 'f' || id, '', 'F' || id, $4, $4 from friends
     ),
     line as (
       insert into friend (user_id, friend_id, level, created_at)
       select $1, id, 1, $4::timestamptz - interval '3 days' from friends
     )
     insert into progress (user_id, videos) select id, id % 3 from friends`,
    values,
  );
  await domain.pool.query(
    `insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail, created_at)
     select $1, row_number() over (order by i, op), op, 'friend:' || i, 'rewards', 'available', amount, '', $4
     from generate_series($2::bigint, $2 + $3::int - 1) as i,
       (values ('invite', 5000), ('invite_level_1_reward', 500)) as part (op, amount)`,
    values,
  );
}

/** The pool, and the number of rows of its longest answer. */
function watched(): { db: Database; longest: () => number } {
  let longest = 0;
  const query = async (text: string, values?: unknown[]) => {
    const done = await domain.pool.query(text, values);
    longest = Math.max(longest, done.rows.length);
    return done;
  };
  return { db: { query } as Database, longest: () => longest };
}

test('each of very many friends counts once, and no statement returns all of them', async () => {
  const first = 3_000_000n;
  await invite(first, FRIENDS);
  // every other friend was sent a clip
  await domain.pool.query(
    `insert into media_asked (user_id, video_id, asked_on)
     select i, 1, $3 from generate_series($1::bigint, $1 + $2::int - 1, 2) as i`,
    [first, FRIENDS, domain.now()],
  );
  const { db, longest } = watched();
  const facts = await factsOfUser(db, inviter.userId, LOOKED, domain.now());
  expect(facts).toMatchObject({
    invitees: FRIENDS,
    idle: Math.ceil(FRIENDS / 3),
    by_unsent_friends: BigInt(Math.floor(FRIENDS / 2)) * 5_500n,
    is_media_known: true,
  });
  expect(longest()).toBeLessThan(FRIENDS / 2);
});

test('a friend of less than a day, and a friend’s friend, are no direct invitees', async () => {
  await invite(4_000_000n, 3);
  await domain.pool.query(
    `update friend set created_at = $2 where friend_id = 4000000 and user_id = $1`,
    [inviter.userId, domain.now()],
  );
  await domain.pool.query(
    'update friend set level = 2 where friend_id = 4000001 and user_id = $1',
    [inviter.userId],
  );
  const facts = await factsOfUser(domain.pool, inviter.userId, LOOKED, domain.now());
  expect(facts).toMatchObject({ invitees: 1 });
});

test('rewards for friends of long ago are not read', async () => {
  await invite(5_000_000n, FRIENDS);
  domain.advance(60 * DAY);
  await domain.pool.query(
    `insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail, created_at)
     select $1, 1000000 + i, 'invite', 'friend:' || i, 'rewards', 'available', 100, '', $2
     from generate_series(1, 10) as i`,
    [inviter.userId, domain.now()],
  );
  await domain.pool.query('analyze transfer');
  const counted = {
    since: addMilliseconds(domain.now(), -30 * DAY),
    comparable: { since: '2026-01-01', known_since: null, known_until: null },
  };
  const reads = await rowsRead(domain.pool, async (db) => {
    const sums = await sumUnsent(db, [inviter.userId], counted);
    expect(sums).toEqual(new Map([[inviter.userId, 1_000n]]));
  });
  expect(reads('transfer')).toBeLessThan(100);
});

test('without requests there are no facts', async () => {
  expect(await factsOfRequests(domain.pool, [], LOOKED, domain.now())).toEqual([]);
});
