import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../../server/database/database.ts';
import { depositFunds } from '../../server/domain/funding.ts';
import { DAY } from '../../server/domain/time.ts';
import { openServerLog, type ServerLog } from '../postgres/server-log.ts';
import { registerForm } from './forms.ts';
import type { Received } from './http/client.ts';
import { addPayoutMethod, preparePayout } from './http/payout.ts';
import { expectAnswer } from './http/proofs.ts';
import { startServer, type TestServer } from './http/server.ts';
import { PATIENT } from './support.ts';

/** An own Postgres writes each error into its log, with the row that it refused. */
let log: ServerLog;
let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    pool: async (url) => {
      log = await openServerLog(url);
      return createPool({ url, max: 20, limits: PATIENT });
    },
  });
  await addPayoutMethod(server.domain);
});
afterAll(() => server.close());

let seen = 0;
/**
 * Its errors since they were asked for last. Connections that another file's test ends are told too,
 * with their statements, but as FATAL.
 */
async function errors(): Promise<string[]> {
  const lines = (await log.read()).split('\n');
  const fresh = lines.slice(seen).filter((line) => line.includes('ERROR: '));
  seen = lines.length - 1;
  return fresh;
}

const twenty = (make: (index: number) => Promise<Received>) =>
  Promise.all(Array.from({ length: 20 }, (_, index) => make(index)));

function outcomes(all: readonly Received[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { envelope } of all) {
    const name = envelope.code === 1 ? 'ok' : String(envelope.data?.reason ?? envelope.code);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

test('an error that is provoked is seen', async () => {
  const other = await openServerLog(server.domain.url);
  const { userId } = await server.user();
  const pool = createPool({ url: server.domain.url, max: 1 });
  await pool.query('insert into wallet (user_id) values ($1)', [userId]).catch(() => {});
  await pool.end();
  expect(await other.read()).toContain('duplicate key value violates unique constraint');
  log = await openServerLog(server.domain.url);
});

test('a request that is sent twice', async () => {
  const clip = await server.domain.video();
  const { client } = await server.user();
  await expectAnswer(client, 'playable');
  server.domain.advance(5000);
  const send = () => client.send('record', { videos_id: clip }, { 'idempotency-key': 'same' });
  expect(new Set((await twenty(send)).map(({ text }) => text)).size).toBe(1);
  expect(outcomes([await send()])).toEqual({ ok: 1 });
  expect(await errors()).toEqual([]);
});

test('a refusal that is sent twice', async () => {
  const { client } = await server.user();
  const send = () => client.send('record', { videos_id: 999 }, { 'idempotency-key': 'same' });
  expect(outcomes(await twenty(send))).toEqual({ unknown_video: 20 });
  expect(await errors()).toEqual([]);
});

test('a clip without a watch time, claimed under many keys', async () => {
  const clip = await server.domain.video({ watch_seconds: 0 });
  const { client } = await server.user();
  await expectAnswer(client, 'playable', { limit: 100 });
  const all = await twenty(() => client.send('record', { videos_id: clip }));
  expect(outcomes(all)).toEqual({ ok: 1, already_rewarded: 19 });
  expect(await errors()).toEqual([]);
});

async function addAd(budget: bigint | null): Promise<number> {
  const { rows } = await server.domain.pool.query(
    `insert into ad (title, advertiser, url, poster, target_url, cta, duration_ms, watch_seconds,
       watch_reward, click_reward, budget, created_at)
     values ('Sea', 'Lodge', '/a.mp4', '/a.webp', 'https://example.com', 'Go', 6000, 0, 200, 200,
       $1, now()) returning ad_id`,
    [budget],
  );
  return Number(rows[0].ad_id);
}

test('an advertisement that is pressed many times, and one whose budget ends', async () => {
  const [free, poor] = [await addAd(null), await addAd(600n)];
  const users = await Promise.all(Array.from({ length: 20 }, () => server.user()));
  const first = users[0];
  if (!first) throw new Error('no user');
  for (const { client } of users) await expectAnswer(client, 'getAdList', { limit: 100 });
  const clicks = await twenty(() => first.client.send('clickAdReward', { ad_id: free }));
  expect(outcomes(clicks)).toEqual({ ok: 1, already_rewarded: 19 });
  const watches = await twenty(() => first.client.send('watchAdReward', { ad_id: free }));
  expect(outcomes(watches)).toEqual({ ok: 1, already_rewarded: 19 });
  const others = await Promise.all(
    users.map(({ client }) => client.send('clickAdReward', { ad_id: poor })),
  );
  expect(outcomes(others)).toEqual({ ok: 3, unknown_ad: 17 });
  expect(await errors()).toEqual([]);
});

test('names that several people want at once', async () => {
  const visitor = server.visitor();
  await server.domain.configure({ 'limit.registrations_per_hour': '1000' });
  const form = registerForm(7001);
  const all = await Promise.all(
    Array.from({ length: 6 }, (_, at) =>
      visitor.send('checkIn', at % 2 === 0 ? form : { ...form, username: `another_${at}` }),
    ),
  );
  expect(outcomes(all).ok).toBeGreaterThan(0);
  expect(await errors()).toEqual([]);
});

test('a task and a share that are claimed many times', async () => {
  const { client } = await server.user();
  const task = () => client.send('claimTask', { task: 'download_app' });
  expect(outcomes(await twenty(task))).toEqual({ ok: 1, already_claimed: 19 });
  const share = () => client.send('claimShareReward');
  expect(outcomes(await twenty(share))).toEqual({ ok: 1, already_claimed: 19 });
  expect(await errors()).toEqual([]);
});

test.each(['0.07', '0'])(
  'a share of a day before, worth %s, that is claimed many times',
  async (reward) => {
    await server.domain.configure({ 'reward.share': reward });
    const { client, userId } = await server.user({ keep: true });
    await server.domain.pool.query('update account set created_at = $2 where user_id = $1', [
      userId,
      new Date(server.domain.now().getTime() - 5 * DAY),
    ]);
    await expectAnswer(client, 'claimShareReward');
    const earned_at = new Date(server.domain.now().getTime() - DAY).toISOString();
    const share = () => client.send('claimShareReward', { earned_at });
    expect(outcomes(await twenty(share))).toEqual({ ok: 1, already_claimed: 19 });
    expect(await errors()).toEqual([]);
  },
);

test('a first log-in that is told many times', async () => {
  const { client } = await server.user();
  expect(outcomes(await twenty(() => client.send('handleLoginReward')))).toEqual({ ok: 20 });
  expect(await errors()).toEqual([]);
});

test('a withdrawal that is asked for many times', async () => {
  const user = await server.user();
  await server.domain.configure({ 'reward.registration': '50.0000' });
  await preparePayout(user);
  const withdraw = () => user.client.send('withdraw', { amount: '20' });
  expect(outcomes(await twenty(withdraw))).toEqual({ ok: 1, pending_exists: 19 });
  expect(await errors()).toEqual([]);
});

test('funds that end', async () => {
  await server.domain.configure({ 'reward.share': '0.07', 'funding.enforce': 'true' });
  const { pool } = server.domain;
  const { rows } = await pool.query('select shortfall from funding');
  await depositFunds(pool, rows[0].shortfall + 2_100n, 'a test', server.domain.now());
  const users = await Promise.all(Array.from({ length: 20 }, () => server.user()));
  const all = await Promise.all(users.map(({ client }) => client.send('claimShareReward')));
  expect(outcomes(all)).toEqual({ ok: 3, paused_by_operator: 17 });
  expect(await errors()).toEqual([]);
});

test('the log of the server itself has nothing of them either', () => {
  expect(server.logLines.filter((line) => JSON.parse(line).level > 40)).toEqual([]);
});
