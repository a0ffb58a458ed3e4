import { beforeEach, expect, test } from 'vitest';
import type { Caller } from '../../server/domain/context.ts';
import { eraseAccount } from '../../server/domain/deletion/delete-account.ts';
import { assess } from '../../server/domain/review/review.ts';
import { DAY } from '../../server/domain/time.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { finding, payee, REVIEW } from './review.support.ts';

setUpDomain({ settings: REVIEW, empty: ['payout_info', 'registration_block', 'media_asked'] });

const CARRIER = '203.0.113.4';
let promoter: Caller;

beforeEach(async () => {
  domain.setNow(new Date('2026-03-20T10:00:00.000Z'));
  promoter = await payee(domain, { address: CARRIER });
});

/** Invites friends of the same carrier who bring 0.50 each; the first `sent` were sent a clip. */
async function invite(friends: number, sent: number): Promise<Caller[]> {
  const all: Caller[] = [];
  for (let place = 0; place < friends; place += 1) {
    const friend = await payee(domain, { address: CARRIER });
    await domain.pool.query(
      `insert into friend (user_id, friend_id, level, created_at)
       values ($1, $2, 1, $3::timestamptz - interval '2 days')`,
      [promoter.userId, friend.userId, domain.now()],
    );
    await domain.pool.query(
      `with moved as (
         update wallet set available = available + 5000, credited = credited + 5000,
           version = version + 1
         where user_id = $1 returning version
       )
       insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
         created_at)
       select $1, version, 'invite', 'friend:' || $2::bigint, 'rewards', 'available', 5000, '', $3
       from moved`,
      [promoter.userId, friend.userId, domain.now()],
    );
    if (place < sent) await wasSent(friend);
    all.push(friend);
  }
  return all;
}

const wasSent = ({ userId }: Caller) =>
  domain.pool.query('insert into media_asked values ($1, 1, $2)', [userId, domain.now()]);

async function reviewOf(user: Caller) {
  const { pool: db, settings } = domain;
  return (await assess({ db, settings, now: domain.now() }, user.userId)).review;
}

test('a promoter behind one carrier’s address whose friends were sent clips is not reviewed', async () => {
  await invite(25, 20);
  expect(await finding(domain, promoter, 'commissions')).toEqual({
    name: 'commissions',
    raised: false,
    text:
      'from invitations and commissions: 12.5000 of 12.5000 earned, 100%; 2.5000, 20%, in the last ' +
      '30 days from friends who were sent no clip, or at most half of the clips that they claimed (a signal from 70%)',
  });
  expect(await reviewOf(promoter)).toBeNull();
});

test('a promoter most of whose friends were sent no clip is reviewed', async () => {
  await invite(25, 7);
  expect((await finding(domain, promoter, 'commissions'))?.raised).toBe(true);
  expect(await reviewOf(promoter)).not.toBeNull();
});

test('friends who were sent clips count for their inviter, also after deleting their accounts', async () => {
  const friends = await invite(25, 25);
  for (const { userId } of friends.slice(0, 20)) {
    await eraseAccount(domain.pool, userId, null, domain.now());
  }
  expect(await finding(domain, promoter, 'commissions')).toMatchObject({ raised: false });
  expect(await reviewOf(promoter)).toBeNull();
});

/** Adds today's claims of the first `claimed` clips; files of the first `sent` clips were sent. */
async function claim({ userId }: Caller, claimed: number, sent: number): Promise<void> {
  const clips = (
    await domain.pool.query<{ video_id: bigint }>('select video_id from video order by 1')
  ).rows;
  const ids = clips.map(({ video_id }) => video_id);
  await domain.pool.query(
    `insert into watched (user_id, day, video_id, reward, watched_at)
     select $1, $2::date, id, 500, $2 from unnest($3::bigint[]) as id`,
    [userId, domain.now(), ids.slice(0, claimed)],
  );
  await domain.pool.query(
    'insert into media_asked select $1, id, $2 from unnest($3::bigint[]) as id',
    [userId, domain.now(), ids.slice(0, sent)],
  );
}

test.each([
  // the first clip of a day may have come with the page
  [3, 1, true],
  [3, 2, false],
  [10, 4, true],
  [10, 5, false],
])('friends claim %i clips and were sent %i; a signal: %s', async (claimed, sent, raised) => {
  await domain.pool.query('truncate video');
  for (let place = 0; place < 10; place += 1) await domain.video();
  await domain.pool.query("update video set url = '/media/of-' || video_id || '.mp4'");
  for (const friend of await invite(25, 0)) await claim(friend, claimed, sent);
  expect(await finding(domain, promoter, 'commissions')).toMatchObject({ raised });
});

test('if nobody was sent a clip, all friends count', async () => {
  await invite(25, 0);
  expect((await finding(domain, promoter, 'commissions'))?.text).toBe(
    'from invitations and commissions: 12.5000 of 12.5000 earned, 100% (a signal from 70%)',
  );
  expect(await reviewOf(promoter)).not.toBeNull();
});

test('rewards for friends of more than 30 days ago raise no signal', async () => {
  await invite(25, 0);
  await wasSent(promoter);
  expect(await finding(domain, promoter, 'commissions')).toMatchObject({ raised: true });
  domain.advance(30 * DAY);
  await wasSent(await domain.user());
  expect(await finding(domain, promoter, 'commissions')).toMatchObject({ raised: false });
});

test('friends who never watch bring nothing, and cause no review', async () => {
  for (let place = 0; place < 20; place += 1) await domain.user({ inviters: [promoter.userId] });
  domain.advance(2 * DAY);
  expect(await finding(domain, promoter, 'idle_invitees')).toMatchObject({ raised: true });
  expect(await reviewOf(promoter)).toBeNull();
});
