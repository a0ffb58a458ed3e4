import { beforeAll, expect, test } from 'vitest';
import { approveWithdrawal } from '../../server/domain/settlement.ts';
import { outcomes } from './http/outcomes.ts';
import { addPayoutMethod, preparePayout } from './http/payout.ts';
import { expectAnswer } from './http/proofs.ts';
import { server, setUpServer } from './http/server.setup.ts';
import type { User } from './http/server.ts';

setUpServer();
beforeAll(() => addPayoutMethod(server.domain));

async function wallet({ userId }: User) {
  const { rows } = await server.domain.pool.query(
    'select available, held, version from wallet where user_id = $1',
    [userId],
  );
  return rows[0];
}

const hundred = <Result>(make: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: 100 }, (_, index) => make(index)));

test('100 simultaneous records of a clip pay once', async () => {
  const clip = await server.domain.video();
  const user = await server.user();
  await expectAnswer(user.client, 'playable');
  server.domain.advance(5000);
  const all = await hundred(() => user.client.send('record', { videos_id: clip }));
  expect(outcomes(all)).toEqual({ ok: 1, already_rewarded: 99 });
  expect(await wallet(user)).toEqual({ available: 500n, held: 0n, version: 1n });
});

test('100 simultaneous records of many clips pay one: nobody watches two at a time', async () => {
  const clips = await Promise.all(Array.from({ length: 10 }, () => server.domain.video()));
  const user = await server.user();
  await expectAnswer(user.client, 'playable', { limit: 100 });
  server.domain.advance(5000);
  const all = await hundred((index) =>
    user.client.send('record', { videos_id: clips[index % clips.length] ?? 0 }),
  );
  expect(outcomes(all).ok).toBe(1);
  expect(await wallet(user)).toEqual({ available: 500n, held: 0n, version: 1n });
});

async function payee(): Promise<User> {
  const user = await server.user();
  await server.domain.configure({ 'reward.registration': '50.0000' });
  await preparePayout(user);
  await server.domain.configure({ 'reward.registration': '1.0000' });
  return user;
}

test('100 simultaneous withdrawals make one', async () => {
  const user = await payee();
  const all = await hundred(() => user.client.send('withdraw', { amount: '1' }));
  expect(outcomes(all)).toEqual({ ok: 1, pending_exists: 99 });
  expect(await wallet(user)).toEqual({ available: 490_000n, held: 10_000n, version: 2n });
});

test('100 simultaneous withdrawals with 100 keys make one', async () => {
  const user = await payee();
  const all = await hundred((index) =>
    user.client.send('withdraw', { amount: '1' }, { 'idempotency-key': `w-${index}` }),
  );
  expect(outcomes(all)).toEqual({ ok: 1, pending_exists: 99 });
});

test('100 simultaneous withdrawals with one key are one, and all get its answer', async () => {
  const user = await payee();
  const headers = { 'idempotency-key': 'one-withdrawal' };
  const all = await hundred(() => user.client.send('withdraw', { amount: '2' }, headers));
  expect(outcomes(all)).toEqual({ ok: 100 });
  expect(new Set(all.map(({ text }) => text)).size).toBe(1);
  const { list } = await expectAnswer(user.client, 'withdrawals');
  expect(list).toHaveLength(1);
  await approveWithdrawal(server.domain.pool, list[0]?.id ?? 0, server.domain.now());
  expect(await wallet(user)).toEqual({ available: 480_000n, held: 0n, version: 3n });
});

test('100 simultaneous first log-ins pay the registration once', async () => {
  const user = await server.user();
  const all = await hundred(() => user.client.send('handleLoginReward'));
  expect(outcomes(all)).toEqual({ ok: 100 });
  expect(all.filter(({ text }) => text.includes('new_user_reward'))).toHaveLength(1);
  expect(await wallet(user)).toEqual({ available: 10_000n, held: 0n, version: 1n });
});
