import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatMoney } from '../../contract/money.ts';
import type { Caller } from '../../server/domain/context.ts';
import { startOutbox } from '../../server/domain/outbox.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { handleLoginReward } from '../../server/domain/welcome.ts';
import { domain, setUpDomain } from './domain.setup.ts';

const SIZE = 25;

setUpDomain({ settings: { 'reward.invite': '0' } });

/** Each user's inviter is one of the users before, or nobody (-1). */
const forest = fc.tuple(
  ...Array.from({ length: SIZE }, (_, index) => fc.integer({ min: -1, max: index - 1 })),
);

function inviterChain(parents: readonly number[], person: number): number[] {
  const parent = parents[person] ?? -1;
  return parent < 0 ? [] : [parent, ...inviterChain(parents, parent)].slice(0, 3);
}

async function people(parents: readonly number[]): Promise<Caller[]> {
  const callers: Caller[] = [];
  for (const person of parents.keys()) {
    const inviters = inviterChain(parents, person).flatMap((index) => callers[index]?.userId ?? []);
    callers.push(await domain.user({ inviters }));
  }
  return callers;
}

async function deliver(): Promise<void> {
  const outbox = startOutbox({ pool: domain.pool, onError: console.error, now: domain.now });
  await outbox.drained();
  await outbox.stop();
}

test('commissions are the floor of each level and never exceed 11 percent', async () => {
  await fc.assert(
    fc.asyncProperty(forest, fc.bigInt({ min: 1n, max: 1_000_000n }), async (parents, reward) => {
      await domain.configure({ 'reward.registration': formatMoney(reward) });
      const callers = await people(parents);
      await Promise.all(callers.map((caller) => handleLoginReward(domain.context(), caller, {})));
      await deliver();

      const expected = callers.map(() => reward);
      for (const person of parents.keys()) {
        inviterChain(parents, person).forEach((inviter, level) => {
          const percent = [7n, 3n, 1n][level] ?? 0n;
          expected[inviter] = (expected[inviter] ?? 0n) + (reward * percent) / 100n;
        });
      }
      const { rows } = await domain.pool.query<{ credited: bigint }>(
        'select credited from wallet where user_id = any($1) order by user_id',
        [callers.map(({ userId }) => userId)],
      );
      expect(rows.map(({ credited }) => credited)).toEqual(expected);
      const total = rows.reduce((sum, { credited }) => sum + credited, 0n);
      const rewards = reward * BigInt(SIZE);
      expect((total - rewards) * 100n <= rewards * 11n).toBe(true);
    }),
    { numRuns: 25, endOnFailure: true },
  );
  expect((await verifyLedger(domain.pool)).differences).toEqual([]);
});
