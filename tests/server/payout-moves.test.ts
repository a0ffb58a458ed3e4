import { beforeAll, expect, test } from 'vitest';
import { correctBalance } from '../../server/domain/corrections.ts';
import { depositFunds, readFunding } from '../../server/domain/funding.ts';
import { createBatch } from '../../server/domain/payout-batches.ts';
import { releaseFromReview } from '../../server/domain/payout-steps.ts';
import {
  approveWithdrawal,
  confirmPayout,
  rejectWithdrawal,
  returnPayout,
} from '../../server/domain/settlement.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { withdraw, withdrawals, withdrawConfig } from '../../server/domain/withdrawals.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { addGcash } from './payout.support.ts';
import { HOUR, inAnHour, requestAt, send, sendOn, stepOf } from './payout-steps.setup.ts';
import { untilLockWait } from './support.ts';

setUpDomain({ settings: { 'reward.download_app': '10' } });
beforeAll(() => addGcash(domain));

test('the owner of a request sees all its steps, and the time by which a review is decided', async () => {
  const { user, id } = await requestAt('in_review');
  const asked = domain.now().toISOString();
  expect((await withdrawConfig(domain.context(), user, {})).pending).toMatchObject({
    status: 'pending',
    step: 'in_review',
    review_due_at: inAnHour().toISOString(),
  });
  domain.advance(HOUR);
  await releaseFromReview(domain.pool, id, domain.now());
  await send();
  await confirmPayout(domain.pool, id, domain.now());
  domain.advance(HOUR);
  await returnPayout(domain.pool, id, 'The account is closed', domain.now());
  const later = new Date(domain.now().getTime() - HOUR).toISOString();
  expect((await withdrawals(domain.context(), user, { page: 1, limit: 1 })).list).toMatchObject([
    {
      status: 'rejected',
      step: 'returned',
      reason: 'The account is closed',
      review_due_at: null,
      settled_at: domain.now().toISOString(),
      steps: [
        { step: 'pending', at: asked },
        { step: 'in_review', at: asked },
        { step: 'pending', at: later },
        { step: 'processing', at: later },
        { step: 'paid', at: later },
        { step: 'returned', at: domain.now().toISOString() },
      ],
    },
  ]);
});

test('a returned payout is promised again once, without the part that repays a debt', async () => {
  await domain.configure({ 'funding.enforce': 'true' });
  await depositFunds(domain.pool, 100_000_000n, 'a test', domain.now());
  const { user, id } = await requestAt('paid');
  const room = async () => (await readFunding(domain.pool)).room;
  const before = await room();
  await returnPayout(domain.pool, id, 'closed', domain.now());
  expect(await room()).toBe(before);
  const again = (await withdraw(domain.context(), user, { amount: '4' })).withdrawal.id;
  await approveWithdrawal(domain.pool, again, domain.now());
  const fraud = { amount: -75_000n, reason: 'fraud' };
  await correctBalance(domain.pool, user.userId, fraud, domain.now());
  await returnPayout(domain.pool, again, 'closed', domain.now());
  // the correction took 7.5: 6 from the wallet, and 1.5 from the returned payout
  expect(await room()).toBe(before + 75_000n);
  expect((await verifyLedger(domain.pool)).differences).toEqual([]);
  await domain.configure({ 'funding.enforce': 'false' });
});

test('a batch takes requests that may be paid, oldest first, and lists its payments', async () => {
  await send();
  const ids = [];
  for (const step of ['pending', 'in_review', 'pending', 'pending'] as const) {
    ids.push((await requestAt(step)).id);
  }
  const order = {
    method: 'gcash',
    format: 'csv',
    limit: 2,
    approval: { who: 'bo', above: 0n },
  } as const;
  const file = () => Buffer.from('a file');
  const batch = await createBatch(domain.pool, order, file, domain.now());
  expect(batch?.payments.map(({ withdrawal_id }) => Number(withdrawal_id))).toEqual([
    ids[0],
    ids[2],
  ]);
  expect(batch?.payments[0]).toMatchObject({
    payout_reference: `B${batch?.batch_id}-W${ids[0]}`,
    amount: 40_000n,
  });
  await expect(rejectWithdrawal(domain.pool, ids[0] ?? 0, 'no', domain.now())).rejects.toThrow(
    `withdrawal ${ids[0]} is in batch ${batch?.batch_id}`,
  );
  await expect(
    createBatch(
      domain.pool,
      order,
      () => {
        throw new Error('no file');
      },
      domain.now(),
    ),
  ).rejects.toThrow('no file');
  expect(await stepOf(ids[3] ?? 0)).toBe('pending');
});

test('an export beside a running export takes none of its requests', async () => {
  await send();
  await requestAt('pending');
  const client = await domain.pool.connect();
  await client.query('begin');
  const first = await sendOn(client);
  const second = sendOn(domain.pool);
  await untilLockWait(domain.pool, second);
  await client.query('commit');
  client.release();
  expect([first?.payments.length, await second]).toEqual([1, null]);
});

test('64 exports at once put each request into exactly one batch', async () => {
  await send();
  const ids: number[] = [];
  for (let count = 0; count < 12; count += 1) ids.push((await requestAt('pending')).id);
  const batches = await Promise.all(Array.from({ length: 64 }, send));
  const taken = batches.flatMap((batch) => batch?.payments ?? []);
  expect(taken.map(({ withdrawal_id }) => Number(withdrawal_id)).sort()).toEqual(ids.sort());
});

test('the ledger verifies after all steps of this file, and finds a missing step', async () => {
  expect((await verifyLedger(domain.pool)).differences).toEqual([]);
  const { id, user } = await requestAt('returned');
  await domain.pool.query('grant delete, update on withdrawal_step to current_user');
  await domain.pool.query('delete from withdrawal_step where withdrawal_id = $1 and number = 2', [
    id,
  ]);
  expect((await verifyLedger(domain.pool)).differences).toEqual([
    `user ${user.userId}: withdrawal ${id} is returned after 3 steps, those written down lead to ` +
      '{processing,returned}',
  ]);
});

test('steps cannot be changed by the server itself', async () => {
  await domain.pool.query('revoke delete, update on withdrawal_step from current_user');
  for (const change of [
    "update withdrawal_step set to_step = 'paid'",
    'delete from withdrawal_step',
  ]) {
    await expect(domain.pool.query(change)).rejects.toThrow('permission denied');
  }
});
