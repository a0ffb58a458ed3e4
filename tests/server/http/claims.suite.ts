import { beforeEach, describe, expect, test } from 'vitest';
import type { SentClaim } from '../../../contract/claims.ts';
import { addMilliseconds, DAY, HOUR, SECOND } from '../../../server/domain/time.ts';
import { addAd } from '../ad.support.ts';
import { expectAnswer, expectRefusal } from './coverage.ts';
import type { TestServer, User } from './server.ts';

const page = { page: 1, limit: 10 };

export function backdatedClaims(server: () => TestServer): void {
  beforeEach(async () => {
    await server().domain.pool.query('truncate video, ad restart identity');
  });
  describe('backdated claims', () => late(server));
  describe('claims in one request', () => several(server));
  describe('claims in one request, some of them faulty', () => faulty(server));
}

/** Returns a time in the past, as the `earned_at` of a claim. */
const ago = ({ domain }: TestServer, milliseconds: number) =>
  addMilliseconds(domain.now(), -milliseconds).toISOString();

/** Makes a user who was served clips and ads a day ago, and has claimed nothing yet. */
async function servedYesterday(server: TestServer): Promise<User> {
  const user = await server.user({ keep: true });
  await expectAnswer(user.client, 'playable', page);
  await expectAnswer(user.client, 'getAdList', page);
  server.domain.advance(DAY);
  return user;
}

function late(server: () => TestServer): void {
  test('are paid, but not a second time on the day after', async () => {
    const clip = await server().domain.video();
    const ad = await addAd(server().domain);
    const { client } = await servedYesterday(server());
    const earned_at = ago(server(), 23 * HOUR);
    const later = ago(server(), 22 * HOUR);
    const watch = { videos_id: clip, earned_at };
    const share = { earned_at };
    expect(await expectAnswer(client, 'record', watch)).toEqual({
      reward: '0.0500',
      balance: '0.0500',
      remaining_today: 20,
    });
    await expectAnswer(client, 'watchAdReward', { ad_id: ad, earned_at: later });
    await expectAnswer(client, 'clickAdReward', { ad_id: ad, earned_at });
    await expectAnswer(client, 'claimShareReward', share);
    server().domain.advance(25 * HOUR);
    await expectRefusal(client, 'record', watch, 'already_rewarded');
    await expectRefusal(client, 'watchAdReward', { ad_id: ad, earned_at }, 'already_rewarded');
    await expectRefusal(client, 'clickAdReward', { ad_id: ad, earned_at }, 'already_rewarded');
    await expectRefusal(client, 'claimShareReward', share, 'already_claimed');
  });

  test('are refused after 7 days', async () => {
    const clip = await server().domain.video();
    const ad = { ad_id: await addAd(server().domain) };
    const { client } = await servedYesterday(server());
    server().domain.advance(6 * DAY);
    const earned_at = ago(server(), 7 * DAY + 1);
    const expired = 'claim_expired';
    await expectRefusal(client, 'record', { videos_id: clip, earned_at }, expired);
    await expectRefusal(client, 'watchAdReward', { ...ad, earned_at }, expired);
    await expectRefusal(client, 'clickAdReward', { ...ad, earned_at }, expired);
    await expectRefusal(client, 'claimShareReward', { earned_at }, expired);
  });

  test.each(['yesterday', '2026-13-01T00:00:00Z', '2026-03-01T00:00:00+02', 5])(
    'are malformed with the date %j',
    async (earned_at) => {
      const { client } = await server().user();
      const { status, envelope } = await client.send('claimShareReward', { earned_at });
      expect(status).toBe(400);
      expect(envelope.data).toMatchObject({ fields: { earned_at: expect.any(String) } });
    },
  );
}

function several(server: () => TestServer): void {
  test('are decided one by one', async () => {
    const [clip, other] = [await server().domain.video(), await server().domain.video()];
    const ad = await addAd(server().domain);
    const { client } = await servedYesterday(server());
    const earned_at = ago(server(), 20 * HOUR);
    const claims: SentClaim[] = [
      { key: 'a', call: 'record', id: clip, earned_at },
      { key: 'b', call: 'record', id: 99, earned_at },
      { key: 'c', call: 'record', id: other },
      { key: 'd', call: 'clickAdReward', id: ad, earned_at },
      { key: 'e', call: 'claimShareReward', id: null, earned_at },
      { key: 'f', call: 'claimTask', id: 'download_app', earned_at },
      { key: 'g', call: 'claimTask', id: 'sing' },
      { key: 'h', call: 'claimShareReward', id: null, earned_at },
    ];
    const answer = await expectAnswer(client, 'sendClaims', { claims });
    expect(answer.results).toEqual([
      { key: 'a', data: { reward: '0.0500', balance: '0.0500', remaining_today: 20 } },
      { key: 'b', reason: 'unknown_video' },
      { key: 'c', reason: 'too_early', retry_after: 5000 },
      { key: 'd', data: { reward: '0.0200', balance: '0.0700' } },
      { key: 'e', data: { reward: '0.0500', balance: '0.1200' } },
      { key: 'f', data: { reward: '0.2000', balance: '0.3200' } },
      { key: 'g', reason: 'unknown_task' },
      { key: 'h', reason: 'already_claimed' },
    ]);
    expect(await expectAnswer(client, 'sendClaims', { claims })).toEqual(answer);
  });

  test('count a clip as shared once, by any of the calls that report the share', async () => {
    const { domain } = server();
    const clip = await domain.video();
    const { client } = await servedYesterday(server());
    const earned_at = ago(server(), 20 * HOUR);
    const share = { call: 'claimShareReward', id: null, videos_id: clip } as const;
    const claims: SentClaim[] = [
      { key: 'a', ...share, earned_at },
      { key: 'b', ...share, earned_at },
      { key: 'c', call: 'claimTask', id: 'download_app' },
    ];
    for (const _ of [1, 2]) await expectAnswer(client, 'sendClaims', { claims });
    const first = { videos_id: clip, earned_at };
    await expectAnswer(client, 'claimShareReward', first, { 'idempotency-key': 'a' });
    for (const _ of [1, 2]) {
      const headers = { 'idempotency-key': 'd' };
      await expectAnswer(client, 'claimShareReward', { videos_id: clip }, headers);
      await expectAnswer(client, 'incrementShare', { videos_id: clip }, headers);
    }
    await expectAnswer(client, 'incrementShare', { videos_id: 999 });
    const { rows } = await domain.pool.query('select feed_shared as shared from video');
    // the share of the day before, today's share, and one more
    expect(rows).toEqual([{ shared: 3 }]);
  });

  test('and the same claims sent alone have the same answers under the same keys', async () => {
    const clip = await server().domain.video();
    const { client } = await servedYesterday(server());
    const earned_at = ago(server(), 20 * HOUR);
    const alone = { videos_id: clip, earned_at };
    const headers = { 'idempotency-key': 'one' };
    const { envelope } = await client.send('record', alone, headers);
    server().domain.advance(7 * DAY);
    const claims: SentClaim[] = [
      { key: 'one', call: 'record', id: clip, earned_at },
      { key: 'one', call: 'record', id: clip },
    ];
    const { results } = await expectAnswer(client, 'sendClaims', { claims });
    expect(results).toEqual([
      { key: 'one', data: envelope.data },
      { key: 'one', reason: 'idempotency_key_reused' },
    ]);
    server().domain.advance(5 * SECOND);
    expect((await client.send('record', alone, headers)).envelope).toEqual(envelope);
  });
}

function faulty(server: () => TestServer): void {
  test('a fault in one claim is reported, and the others are made', async () => {
    const { domain } = server();
    const { client } = await server().user();
    const claims: SentClaim[] = [
      { key: 'share', call: 'claimShareReward', id: null },
      { key: 'task', call: 'claimTask', id: 'notification' },
      { key: 'app', call: 'claimTask', id: 'download_app' },
    ];
    await domain.pool.query(
      `alter table task_claimed add constraint broken check (task <> 'notification') not valid`,
    );
    const broken = await expectAnswer(client, 'sendClaims', { claims });
    await domain.pool.query('alter table task_claimed drop constraint broken');
    expect(broken.results).toMatchObject([
      { key: 'share', data: { balance: '0.0500' } },
      { key: 'task', reason: null },
      { key: 'app', data: { balance: '0.2500' } },
    ]);
    const mended = await expectAnswer(client, 'sendClaims', { claims });
    expect(mended.results).toMatchObject([
      { data: { balance: '0.0500' } },
      { data: { balance: '0.4500' } },
      { data: { balance: '0.2500' } },
    ]);
  });

  test.each([
    ['no claim', []],
    ['21 claims', Array.from({ length: 21 }, (_, n) => ({ key: `k${n}`, call: 'record', id: 1 }))],
    ['a key with a line break', [{ key: 'a\n', call: 'record', id: 1 }]],
    ['an unknown call', [{ key: 'a', call: 'withdraw', id: 1 }]],
    ['a share with an id', [{ key: 'a', call: 'claimShareReward', id: 1 }]],
    ['an id with a zero byte', [{ key: 'a', call: 'claimTask', id: 'a\0' }]],
  ])('are malformed: %s', async (_, claims) => {
    const { client } = await server().user();
    const { status, envelope } = await client.send('sendClaims', { claims });
    expect(status).toBe(400);
    expect(Object.keys(Object(envelope.data?.fields))[0]).toMatch(/^claims/);
  });
}
