import { expect, test } from 'vitest';
import { watchAdReward } from '../../server/domain/ad-rewards.ts';
import { getAdList } from '../../server/domain/ads.ts';
import type { Caller } from '../../server/domain/context.ts';
import { landing } from '../../server/domain/landing.ts';
import { claimShareReward, incrementShare } from '../../server/domain/sharing.ts';
import { DAY, SECOND } from '../../server/domain/time.ts';
import { playable } from '../../server/domain/videos.ts';
import { history } from '../../server/domain/watched-clips.ts';
import { record } from '../../server/domain/watching.ts';
import { handleLoginReward } from '../../server/domain/welcome.ts';
import { answerByFunction } from '../../server/http/idempotency.ts';
import { insertAd } from './backdated.setup.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { refusalOf } from './support.ts';

const page = { page: 1, limit: 10 };
const MIDNIGHT = new Date('2026-03-02T00:00:00.000Z');

setUpDomain({ empty: ['video', 'ad'], settings: { 'video.daily_limit': '20' } });

/** Returns a context at this many milliseconds after midnight. */
const at = (milliseconds: number) =>
  domain.context({ now: new Date(MIDNIGHT.getTime() + milliseconds) });

async function progressOf({ userId }: Caller) {
  const { rows } = await domain.pool.query(
    `select day, videos_today, shares_today, last_watch_at, videos from progress
     where user_id = $1`,
    [userId],
  );
  return rows[0];
}

test('a clip that was served yesterday is paid today only after its watch time has passed again', async () => {
  const user = await domain.user();
  const videos_id = await domain.video();
  await playable(at(-2 * SECOND), user, page);
  const claim = (milliseconds: number) => record(at(milliseconds), user, { videos_id });
  expect(await refusalOf(claim(3 * SECOND))).toEqual({ reason: 'too_early', retry_after: 5_000 });
  expect(await refusalOf(claim(8 * SECOND - 1))).toEqual({ reason: 'too_early', retry_after: 1 });
  expect(await claim(8 * SECOND)).toMatchObject({ balance: '0.0500' });
});

test('a claim with a key also starts the watch time of a clip that was served yesterday', async () => {
  const user = await domain.user();
  const videos_id = await domain.video();
  await playable(at(-2 * SECOND), user, page);
  const now = at(SECOND).now;
  const attempt = { userId: user.userId, path: '/record', key: 'k', input: { videos_id }, now };
  const { text } = await answerByFunction(domain.pool, attempt, async (answerKey) => {
    await record({ ...at(SECOND), answerKey }, user, { videos_id });
    throw new Error('it was paid');
  });
  expect(JSON.parse(text)).toMatchObject({ data: { reason: 'too_early', retry_after: 5_000 } });
  expect(await record(at(6 * SECOND), user, { videos_id })).toMatchObject({ reward: '0.0500' });
});

test('a claim with a key also starts the watch time of an ad that was served yesterday', async () => {
  const ad_id = await insertAd();
  const user = await domain.user();
  await getAdList(at(-2 * SECOND), user, page);
  const now = at(SECOND).now;
  const attempt = { userId: user.userId, path: '/watch', key: 'k', input: { ad_id }, now };
  const { text } = await answerByFunction(domain.pool, attempt, async (answerKey) => {
    await watchAdReward({ ...at(SECOND), answerKey }, user, { ad_id });
    throw new Error('it was paid');
  });
  expect(JSON.parse(text)).toMatchObject({ data: { reason: 'too_early', retry_after: 5_000 } });
  expect(await watchAdReward(at(6 * SECOND), user, { ad_id })).toMatchObject({ reward: '0.0500' });
});

test('an ad that was served yesterday is paid today only after its watch time has passed again', async () => {
  const ad_id = await insertAd();
  const user = await domain.user();
  await getAdList(at(-DAY / 2), user, page);
  const claim = (milliseconds: number) => watchAdReward(at(milliseconds), user, { ad_id });
  expect(await refusalOf(claim(DAY / 2))).toEqual({ reason: 'too_early', retry_after: 5_000 });
  expect(await claim(DAY / 2 + 5 * SECOND)).toMatchObject({ reward: '0.0500' });
});

test('watches of one user on two devices do not overlap', async () => {
  const user = await domain.user();
  const clips = [await domain.video(), await domain.video({ watch_seconds: 8 })];
  // both devices request the list and begin at once
  await Promise.all([playable(at(0), user, page), playable(at(0), user, page)]);
  const claim = (clip: number, milliseconds: number) =>
    record(at(milliseconds), user, { videos_id: clips[clip] ?? 0 });
  await claim(0, 8 * SECOND);
  expect(await refusalOf(claim(1, 8 * SECOND + 1))).toEqual({
    reason: 'too_early',
    retry_after: 7_999,
  });
  expect(await claim(1, 16 * SECOND)).toMatchObject({ balance: '0.1000' });
});

test('a request of yesterday that arrives late does not set the day back', async () => {
  await domain.configure({ 'video.daily_limit': '2' });
  const user = await domain.user();
  const [first, second, third] = [
    await domain.video(),
    await domain.video(),
    await domain.video({ watch_seconds: 0 }),
  ];
  await playable(at(-60 * SECOND), user, page);
  await playable(at(SECOND), user, page);
  await record(at(10 * SECOND), user, { videos_id: first });
  await record(at(20 * SECOND), user, { videos_id: second });
  const today = {
    day: '2026-03-02',
    videos_today: 2,
    shares_today: 0,
    last_watch_at: at(20 * SECOND).now,
    videos: 2n,
  };
  expect(await progressOf(user)).toEqual(today);
  await incrementShare(at(-1), user, {});
  expect(await progressOf(user)).toEqual({ ...today, shares_today: 1 });
  expect(await refusalOf(record(at(-1), user, { videos_id: third }))).toMatchObject({
    reason: 'daily_limit_reached',
  });
  expect(await history(at(-1), user, page)).toMatchObject({ paid_today: 2 });
  expect(await playable(at(-1), user, page)).toMatchObject({ remaining_today: 0 });
});

test('a late request does not move the time of the last watch back', async () => {
  const inviter = await domain.user();
  const { rows } = await domain.pool.query('select invite_code from account where user_id = $1', [
    inviter.userId,
  ]);
  await domain.video();
  const clip = await domain.video();
  const { watch_ticket } = await landing(at(0), null, rows[0]);
  const user = await domain.user({ inviters: [inviter.userId] });
  await playable(at(0), user, page);
  await record(at(20 * SECOND), user, { videos_id: clip });
  await handleLoginReward(at(10 * SECOND), user, { watch_ticket });
  expect(await progressOf(user)).toMatchObject({ videos: 2n, last_watch_at: at(20 * SECOND).now });
});

test('a share of yesterday that arrives after today’s share is not paid', async () => {
  const user = await domain.user();
  await claimShareReward(at(SECOND), user, {});
  expect(await refusalOf(claimShareReward(at(-1), user, {}))).toEqual({
    reason: 'already_claimed',
  });
  expect(await refusalOf(claimShareReward(at(2 * SECOND), user, {}))).toEqual({
    reason: 'already_claimed',
  });
});
