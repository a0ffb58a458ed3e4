import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/database/database.ts';
import type { Caller } from '../../server/domain/context.ts';
import { factsOfRequests } from '../../server/domain/review/facts.ts';
import { findSharing } from '../../server/domain/review/same-account.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { addGcash } from './payout.support.ts';
import { requestAt } from './payout-steps.setup.ts';
import { watch } from './review.support.ts';

setUpDomain({ settings: { 'reward.download_app': '10' } });

const LOOKED = { runLength: 5, isMediaAtCdn: false };
/** More friends than one statement returns. */
const FRIENDS = 2_100;

beforeAll(async () => {
  await addGcash(domain);
  await domain.pool.query(
    `insert into video (video_id, title, author, url, poster, width, height, duration_ms, created_at)
     overriding system value
     select 1000 + i, 'Clip', 'A', '/media/' || i || '.mp4', '/p', 540, 960, 8000, now()
     from generate_series(1, 20) as i`,
  );
});

/** A user with a request in review and claims of clips, of which the first `sent` were sent. */
async function asker(clips: number, gapMs: number, sent: number): Promise<[Caller, bigint]> {
  const { id, user } = await requestAt('in_review');
  await watch(domain, user, { clips, gapMs, seconds: 8, arrivesMs: gapMs });
  await domain.pool.query(
    `insert into media_asked (user_id, video_id, asked_on)
     select $1, 1000 + i, $3 from generate_series(1, $2::int) as i`,
    [user.userId, sent, domain.now()],
  );
  return [user, BigInt(id)];
}

/** Adds direct friends who brought 0.50 each; every other friend has watched nothing. */
async function invite({ userId }: Caller, first: bigint, count: number): Promise<void> {
  await domain.pool.query(
    `with line as (
       insert into friend (user_id, friend_id, level, created_at)
       select $1, $2::bigint + i, 1, $4::timestamptz - interval '3 days'
       from generate_series(1, $3::int) as i
     ), brought as (
       insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail, created_at)
       select $1, 1000 + i, 'invite', 'friend:' || $2::bigint + i, 'rewards', 'available', 5000, '', $4
       from generate_series(1, $3::int) as i
     )
     insert into progress (user_id, videos) select $2::bigint + i, i % 2 from generate_series(1, $3::int) as i`,
    [userId, first, count, domain.now()],
  );
}

test('the facts of several requests equal the facts of each single request', async () => {
  // the claims of all three users arrive within the same two minutes
  const [slow, first] = await asker(6, 10_000, 6);
  const [early, second] = await asker(12, 10_000, 2);
  const [fast, third] = await asker(20, 1_000, 20);
  await invite(slow, 5_000_000n, FRIENDS);
  await invite(early, 6_000_000n, 2);
  await invite(fast, 7_000_000n, 3);
  const ids = [first, second, third];
  const each = await Promise.all(
    ids.map((id) => factsOfRequests(domain.pool, [id], LOOKED, domain.now())),
  );
  expect(await factsOfRequests(domain.pool, ids, LOOKED, domain.now())).toEqual(each.flat());
  expect(each.flat()).toMatchObject([
    { bursts: 0, played: 5, not_fetched: 0, invitees: FRIENDS, by_unsent_friends: 10_500_000n },
    { bursts: 0, played: 11, not_fetched: 9, invitees: 2, by_unsent_friends: 10_000n },
    { bursts: 19, played: 19, not_fetched: 0, invitees: 3, idle: 1, by_unsent_friends: 15_000n },
  ]);
});

test('the facts of six requests take as many statements as the facts of one', async () => {
  const ids: bigint[] = [];
  for (let one = 0; one < 6; one += 1) {
    const [user, id] = await asker(1, 10_000, 1);
    await invite(user, 8_000_000n + BigInt(one) * 10n, 3);
    ids.push(id);
  }
  const countFor = async (some: readonly bigint[]) => {
    let statements = 0;
    const query = (text: string, values?: unknown[]) => {
      statements += 1;
      return domain.pool.query(text, values);
    };
    await factsOfRequests({ query } as Database, some, LOOKED, domain.now());
    return statements;
  };
  expect(await countFor(ids)).toBe(await countFor(ids.slice(0, 1)));
});

test('a payee whose account is not known any more shares it with nobody, also beside erased people', async () => {
  const [erased, other, unknown] = await Promise.all([1, 2, 3].map(() => domain.user()));
  if (!erased || !other || !unknown) throw new Error('a user is missing');
  await domain.pool.query(
    `insert into payout_info (user_id, country, method, account_type, recipient_name, account, account_key,
       updated_at)
     select user_id, 'PH', 'gcash', 'phone', '', '', '', now() from unnest($1::bigint[]) as user_id`,
    [[erased.userId, other.userId]],
  );
  const payee = { user_id: unknown.userId, account_key: null };
  const sharingOf = await findSharing(domain.pool, [
    { user_id: erased.userId, account_key: '' },
    payee,
  ]);
  expect(sharingOf(payee)).toEqual({ sharing: 0, sharing_names: [] });
});
