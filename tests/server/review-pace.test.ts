import { beforeEach, describe, expect, test } from 'vitest';
import { watchAdReward } from '../../server/domain/ad-rewards.ts';
import { getAdList } from '../../server/domain/ads.ts';
import type { Caller } from '../../server/domain/context.ts';
import { HOUR, MINUTE } from '../../server/domain/time.ts';
import { playable } from '../../server/domain/videos.ts';
import { record } from '../../server/domain/watching.ts';
import { addAd } from './ad.support.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { finding, payee, REVIEW, watch } from './review.support.ts';

setUpDomain({ settings: REVIEW });
beforeEach(() => domain.setNow(new Date('2026-03-01T10:00:00.000Z')));

describe('pace', () => {
  test.each([
    [5_299, true, 299],
    [5_300, false, 300],
  ])('claims of clips of 5 s each, %i ms apart', async (gapMs, raised, pause) => {
    const user = await payee(domain);
    await watch(domain, user, { clips: 20, gapMs, seconds: 5 });
    expect(await finding(domain, user, 'pace')).toEqual({
      name: 'pace',
      raised,
      text:
        'the fastest 20 claims in a row, on 2026-03-01: 100.7 s, 679 an hour; their watch times ' +
        `take 95 s, which leaves ${pause} ms from one clip to the next (a signal below 300 ms; a person ` +
        'manages 679 an hour)',
    });
  });

  test('nineteen claims in a row, which an outage may delay, raise no signal', async () => {
    const user = await payee(domain);
    await watch(domain, user, { clips: 19, gapMs: 5_000, seconds: 5 });
    expect(await finding(domain, user, 'pace')).toEqual({
      name: 'pace',
      raised: false,
      text: 'claims in the last 30 days: 19 (checked if there are 20 in a row)',
    });
  });

  test('the fastest claims in a row count, also between slower claims; ads count too', async () => {
    const user = await payee(domain);
    domain.setNow(new Date('2026-03-02T10:00:00.000Z'));
    await watch(domain, user, { clips: 30, gapMs: MINUTE, seconds: 5 });
    domain.setNow(new Date('2026-03-03T10:00:00.000Z'));
    await watch(domain, user, { clips: 19, gapMs: 5_100, seconds: 5 });
    await domain.pool.query(
      `insert into ad_rewarded (user_id, day, ad_id, action, reward, rewarded_at, watch_seconds)
       values ($1, '2026-03-03', 1, 'watch', 500, $2, 15), ($1, '2026-03-03', 1, 'click', 200, $3, 15)`,
      [user.userId, new Date('2026-03-03T10:00:15.100Z'), new Date('2026-03-03T10:00:15.200Z')],
    );
    expect(await finding(domain, user, 'pace')).toMatchObject({
      raised: true,
      text: expect.stringContaining(
        'on 2026-03-03: 106.9 s, 640 an hour; their watch times take 105 s, which leaves 100 ms',
      ),
    });
  });
});

describe('when claims arrived', () => {
  /** Adds claims of clips that were watched a minute apart; the claims arrive `arrivesMs` apart. */
  async function burst(clips: number, arrivesMs: number, day: number): Promise<void> {
    domain.setNow(new Date(Date.UTC(2026, 2, day, 10)));
    await watch(domain, user, { clips, gapMs: MINUTE, seconds: 5, arrivesMs });
  }
  let user: Caller;
  beforeEach(async () => {
    user = await payee(domain);
  });

  test('claims that name moments a minute apart but arrive in bursts are a signal', async () => {
    await burst(20, 30, 1);
    await burst(20, 30, 2);
    expect(await finding(domain, user, 'bursts')).toMatchObject({
      raised: true,
      text:
        'claims that arrived after another claim in less time than their watch time: 38 of 40, 95% ' +
        '(a signal from 80% of at least 40)',
    });
  });

  test('claims of one evening offline are no signal, nor are claims that arrive one by one', async () => {
    await burst(20, 30, 1);
    expect(await finding(domain, user, 'bursts')).toMatchObject({ raised: false });
    await burst(4, 5_000, 2);
    await burst(16, MINUTE, 3);
    expect(await finding(domain, user, 'bursts')).toMatchObject({
      raised: false,
      text: expect.stringContaining('19 of 40, 47% ('),
    });
  });

  test.each([
    [20, true, '20 of 40, 50%'],
    [19, false, '19 of 40, 47%'],
  ])('%i of 40 claims that arrive on a later day', async (late, raised, share) => {
    await burst(40 - late, MINUTE, 5);
    await burst(late, MINUTE, 6);
    await domain.pool.query('update watched set day = day - 2 where user_id = $1 and day = $2', [
      user.userId,
      '2026-03-06',
    ]);
    expect(await finding(domain, user, 'late_claims')).toEqual({
      name: 'late_claims',
      raised,
      text: `claims that arrived when their UTC day was over: ${share} (a signal from 50% of at least 40)`,
    });
  });

  test('advertisements count, and claims without a stored arrival do not', async () => {
    await watch(domain, user, { clips: 50, gapMs: MINUTE, seconds: 5 });
    await domain.pool.query(
      `insert into ad_rewarded (user_id, day, ad_id, action, reward, rewarded_at, watch_seconds,
         arrived_at)
       values ($1, '2026-03-01', 1, 'watch', 500, $2, 5, $2), ($1, '2026-02-28', 2, 'watch', 500, $2, 5, $2)`,
      [user.userId, domain.now()],
    );
    const text = async (name: 'bursts' | 'late_claims') =>
      (await finding(domain, user, name))?.text;
    expect(await text('bursts')).toContain('watch time: 1 of 2, 50%');
    expect(await text('late_claims')).toContain('over: 1 of 2, 50%');
  });
});

describe('claims', () => {
  test('without a stored watch time are no signal', async () => {
    const user = await payee(domain);
    await watch(domain, user, { clips: 40, gapMs: 5_000, seconds: null });
    expect(await finding(domain, user, 'pace')).toMatchObject({ raised: false });
  });

  test('count with the watch time that was set when they were made, also after the setting changes', async () => {
    await domain.configure({ 'review.pace_claims': '3' });
    const user = await payee(domain);
    const clips = [await domain.video(), await domain.video()];
    const ad_id = await addAd(domain);
    await playable(domain.context(), user, { page: 1, limit: 10 });
    await getAdList(domain.context(), user, { page: 1, limit: 10 });
    for (const clip of clips) {
      domain.advance(5_100);
      await record(domain.context(), user, { videos_id: clip });
    }
    domain.advance(5_100);
    await watchAdReward(domain.context(), user, { ad_id });
    const found = {
      raised: true,
      text: expect.stringContaining('10.2 s, 706 an hour; their watch times take 10 s'),
    };
    expect(await finding(domain, user, 'pace')).toMatchObject(found);
    await domain.configure({ 'video.watch_seconds': '1', 'ad.watch_seconds': '60' });
    expect(await finding(domain, user, 'pace')).toMatchObject(found);
    await domain.configure({ 'video.watch_seconds': '5', 'ad.watch_seconds': '5' });
  });

  test('older than thirty days are not counted', async () => {
    const user = await payee(domain);
    await watch(domain, user, { clips: 40, gapMs: 5_000, seconds: 5 });
    domain.advance(31 * 24 * HOUR);
    expect((await finding(domain, user, 'pace'))?.text).toContain('last 30 days: 0 (');
  });
});
