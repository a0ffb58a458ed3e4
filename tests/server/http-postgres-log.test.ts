import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../../server/database/database.ts';
import { depositFunds } from '../../server/domain/funding.ts';
import { DAY } from '../../server/domain/time.ts';
import { openServerLog, type ServerLog } from '../postgres/server-log.ts';
import { PASSWORD, registerForm } from './forms.ts';
import type { Received } from './http/client.ts';
import { expectAnswer } from './http/coverage.ts';
import { outcomes } from './http/outcomes.ts';
import { addPayoutMethod, INFO, preparePayout } from './http/payout.ts';
import { startServer, type TestServer, type User } from './http/server.ts';
import { NO_TIME_LIMITS } from './support.ts';
import { makeDevice } from './web-push.support.ts';

// an external Postgres logs the refused row with each error, so the server must cause no errors
let log: ServerLog;
let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    pool: async (url) => {
      log = await openServerLog(url);
      return createPool({ url, max: 20, limits: NO_TIME_LIMITS });
    },
  });
  await addPayoutMethod(server.domain);
});
afterAll(() => server.close());

let seen = 0;
/**
 * Returns the errors that Postgres logged since the last call. The tests of other files end connections:
 * the log has their statements, too, but as FATAL.
 */
async function errors(): Promise<string[]> {
  const lines = (await log.read()).split('\n');
  const fresh = lines.slice(seen).filter((line) => line.includes('ERROR: '));
  seen = lines.length - 1;
  return fresh;
}

/** A person with values that no other test uses. */
const PERSON = { username: 'Gretel_of_the_log', email: 'gretel.of.the.log@mail.example' };
const PAYEE = { recipient_name: 'Gretel Loghaus', account: '4915198765432' };
const DEVICE = makeDevice('https://web.push.apple.com/of-the-log').subscription;

const twenty = (make: (index: number) => Promise<Received>) =>
  Promise.all(Array.from({ length: 20 }, (_, index) => make(index)));

test('errors are found in the log, and the log has no values of the statement’s parameters', async () => {
  const other = await openServerLog(server.domain.url);
  const { userId } = await server.user();
  const pool = createPool({ url: server.domain.url, max: 1 });
  await pool.query('insert into wallet (user_id) values ($1)', [userId]).catch(() => {});
  await pool.query('select $1::text, 1 / $2::int', ['a word of mine', 0]).catch(() => {});
  await pool.end();
  const said = await other.read();
  expect(said).toContain('duplicate key value violates unique constraint');
  expect(said).not.toContain('a word of mine');
  log = await openServerLog(server.domain.url);
});

test('a claim that is sent twenty times under one key causes no error', async () => {
  const clip = await server.domain.video();
  const { client } = await server.user();
  await expectAnswer(client, 'playable');
  server.domain.advance(5000);
  const send = () => client.send('record', { videos_id: clip }, { 'idempotency-key': 'same' });
  expect(new Set((await twenty(send)).map(({ text }) => text)).size).toBe(1);
  expect(outcomes([await send()])).toEqual({ ok: 1 });
  expect(await errors()).toEqual([]);
});

test('a refused claim that is sent twenty times under one key causes no error', async () => {
  const { client } = await server.user();
  const send = () => client.send('record', { videos_id: 999 }, { 'idempotency-key': 'same' });
  expect(outcomes(await twenty(send))).toEqual({ unknown_video: 20 });
  expect(await errors()).toEqual([]);
});

test('a clip without a watch time that is claimed under twenty keys causes no error', async () => {
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

test('claims of one advertisement, and of one whose budget runs out, cause no error', async () => {
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

test('registrations with one name, at once and one after the other, cause no error', async () => {
  const visitor = server.visitor();
  await server.domain.configure({ 'limit.registrations_per_hour': '1000' });
  const register = (form: Record<string, unknown>) => visitor.send('checkIn', form);
  const wanted = registerForm(7001, { email: `wanted.${PERSON.email}` });
  const all = await Promise.all(
    Array.from({ length: 6 }, (_, at) =>
      register(at % 2 === 0 ? wanted : { ...wanted, username: `another_${at}` }),
    ),
  );
  expect(outcomes(all).ok).toBeGreaterThan(0);
  const form = registerForm(7002, PERSON);
  const later = [
    await register(form),
    await register({ ...form, email: 'another@mail.example' }),
    await register({ ...form, username: form.username.toUpperCase(), email: 'x@mail.example' }),
    await register({ ...form, username: 'somebody_else' }),
    // a client whose answer was lost repeats its registration
    await register(form),
  ];
  expect(outcomes(later)).toEqual({ ok: 2, username_taken: 2, email_taken: 1 });
  expect(await errors()).toEqual([]);
});

test('registrations with one invite code at once cause no error', async () => {
  const { client } = await server.user();
  const { userInfo } = await expectAnswer(client, 'info');
  const visitor = server.visitor();
  const friends = [7010, 7011, 7012].flatMap((person) => [person, person]);
  const all = await Promise.all(
    friends.map((person) =>
      visitor.send('checkIn', registerForm(person, { invite_code: userInfo.invite_code })),
    ),
  );
  expect(outcomes(all)).toEqual({ ok: 6 });
  expect(await errors()).toEqual([]);
});
const twoUsers = (): Promise<[User, User]> => Promise.all([server.user(), server.user()]);

test('two people who set one payout account, at once and again, cause no error', async () => {
  await server.domain.configure({ 'withdraw.accounts_shared_max': '1' });
  const users = await twoUsers();
  const set = ({ client }: User, key: string) =>
    client.send('updateWdinfo', { ...INFO, ...PAYEE }, { 'idempotency-key': key });
  const both = () => Promise.all(users.flatMap((user) => [set(user, 'one'), set(user, 'other')]));
  expect(outcomes(await both())).toEqual({ ok: 2, account_shared: 2 });
  expect(outcomes(await both())).toEqual({ ok: 2, account_shared: 2 });
  expect(await errors()).toEqual([]);
});

test('a browser that subscribes to push for two people causes no error', async () => {
  const [one, other] = await twoUsers();
  const subscribe = (at: number) =>
    (at % 2 === 0 ? one : other).client.send('updatePushSubscription', DEVICE);
  expect(outcomes(await twenty(subscribe))).toEqual({ ok: 20 });
  expect(await errors()).toEqual([]);
});

test('claims with one key, three in a request and twenty requests at once, cause no error', async () => {
  const { client } = await server.user();
  await expectAnswer(client, 'playable');
  const earned_at = server.domain.now().toISOString();
  const claims = Array(3).fill({ key: 'same', call: 'claimShareReward', id: null, earned_at });
  const all = await twenty(() => client.send('sendClaims', { claims }));
  expect(outcomes(all)).toEqual({ ok: 20 });
  expect(await errors()).toEqual([]);
});

test('a task and a share that are claimed twenty times cause no error', async () => {
  const { client } = await server.user();
  const task = () => client.send('claimTask', { task: 'download_app' });
  expect(outcomes(await twenty(task))).toEqual({ ok: 1, already_claimed: 19 });
  const share = () => client.send('claimShareReward');
  expect(outcomes(await twenty(share))).toEqual({ ok: 1, already_claimed: 19 });
  expect(await errors()).toEqual([]);
});

test.each(['0.07', '0'])(
  'a backdated share with a reward of %s that is claimed twenty times causes no error',
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

test('a registration reward that is claimed twenty times causes no error', async () => {
  const { client } = await server.user();
  expect(outcomes(await twenty(() => client.send('handleLoginReward')))).toEqual({ ok: 20 });
  expect(await errors()).toEqual([]);
});

test('twenty equal withdrawal requests, under twenty keys and under one, cause no error', async () => {
  await server.domain.configure({ 'reward.registration': '50.0000' });
  const [one, other] = await twoUsers();
  for (const [at, user] of [one, other].entries()) {
    await preparePayout(user, { ...PAYEE, account: `491519876543${at}` });
  }
  const withdraw = ({ client }: User, headers = {}) =>
    client.send('withdraw', { amount: '20' }, headers);
  expect(outcomes(await twenty(() => withdraw(one)))).toEqual({ ok: 1, pending_exists: 19 });
  const same = await twenty(() => withdraw(other, { 'idempotency-key': 'same' }));
  expect(outcomes(same)).toEqual({ ok: 20 });
  expect(await errors()).toEqual([]);
});

test('funds that run out cause no error', async () => {
  await server.domain.configure({ 'reward.share': '0.07', 'funding.enforce': 'true' });
  const { pool } = server.domain;
  const { rows } = await pool.query('select shortfall from funding');
  await depositFunds(pool, rows[0].shortfall + 2_100n, 'a test', server.domain.now());
  const users = await Promise.all(Array.from({ length: 20 }, () => server.user()));
  const all = await Promise.all(users.map(({ client }) => client.send('claimShareReward')));
  expect(outcomes(all)).toEqual({ ok: 3, paused_by_operator: 17 });
  expect(await errors()).toEqual([]);
});

test('the log of Postgres has no personal data', async () => {
  const personal = [...Object.values(PERSON), ...Object.values(PAYEE), DEVICE.endpoint, PASSWORD];
  const text = (await log.read()).toLowerCase();
  expect(personal.filter((value) => text.includes(value.toLowerCase()))).toEqual([]);
});

test('the server’s log has no errors, so no personal data in an error', () => {
  expect(server.logLines.filter((line) => JSON.parse(line).level > 40)).toEqual([]);
});
