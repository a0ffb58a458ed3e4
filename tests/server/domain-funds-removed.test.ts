import { afterEach, beforeEach, expect, test } from 'vitest';
import { depositFunds, readFunding, removeFunds } from '../../server/domain/funding.ts';
import { claimShareReward } from '../../server/domain/sharing.ts';
import { claimTask } from '../../server/domain/tasks.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { createTestDomain, refusalOf, type TestDomain } from './support.ts';

let domain: TestDomain;
beforeEach(async () => {
  domain = await createTestDomain(20);
  await domain.configure({ 'reward.share': '0.07', 'funding.enforce': 'true' });
});
afterEach(async () => {
  try {
    expect((await verifyLedger(domain.pool)).differences).toEqual([]);
  } finally {
    await domain.drop();
  }
});

const deposit = (amount: bigint) => depositFunds(domain.pool, amount, 'a test', domain.now());
const remove = (amount: bigint) => removeFunds(domain.pool, amount, 'a test', domain.now());

test('removing funds stops rewards at once, and a deposit first covers the shortfall', async () => {
  const [one, two] = [await domain.user(), await domain.user()];
  await deposit(5_000n);
  await claimTask(domain.context(), one, { task: 'download_app' });
  expect(await remove(2_500n)).toBe(true);
  expect(await readFunding(domain.pool)).toMatchObject({ deposited: 2_500n, room: 500n });
  expect(await remove(2_501n)).toBe(false);
  expect(await remove(1_700n)).toBe(true);
  const lacking = { deposited: 800n, room: 0n, shortfall: 1_200n };
  expect(await readFunding(domain.pool)).toMatchObject(lacking);
  const share = () => claimShareReward(domain.context(), two, {});
  expect(await refusalOf(share())).toEqual({ reason: 'paused_by_operator' });
  await deposit(1_899n);
  expect(await refusalOf(share())).toEqual({ reason: 'paused_by_operator' });
  await deposit(1n);
  await share();
  expect(await readFunding(domain.pool)).toMatchObject({ room: 0n, shortfall: 0n });
});

test('simultaneous claims and removals keep the room and the shortfall exact', async () => {
  await deposit(20_000n);
  const users = await Promise.all(Array.from({ length: 32 }, () => domain.user()));
  const claims = users.map((user) => claimShareReward(domain.context(), user, {}));
  const removals = Array.from({ length: 16 }, () => remove(1_000n));
  const results = await Promise.allSettled([...claims, ...removals]);
  const paid = results.slice(0, 32).filter(({ status }) => status === 'fulfilled').length;
  expect(await Promise.all(removals)).toEqual(removals.map(() => true));
  const { deposited, room, shortfall, promised } = await readFunding(domain.pool);
  expect([deposited, promised]).toEqual([4_000n, BigInt(paid) * 700n]);
  expect(room - shortfall).toBe(deposited - promised);
});
