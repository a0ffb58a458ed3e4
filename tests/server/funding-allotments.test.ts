import fc from 'fast-check';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../server/database/database.ts';
import type { Caller } from '../../server/domain/context.ts';
import { correctBalance } from '../../server/domain/corrections.ts';
import { depositFunds, readFunding, removeFunds } from '../../server/domain/funding.ts';
import { claimShareReward } from '../../server/domain/sharing.ts';
import { claimTask } from '../../server/domain/tasks.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import {
  countLockWaits,
  createTestDomain,
  outcomes,
  type TestDomain,
  untilLockWait,
} from './support.ts';

let domain: TestDomain;
beforeEach(async () => {
  domain = await createTestDomain(30);
  await domain.configure({ 'reward.share': '0.07', 'reward.download_app': '0.2' });
});
afterEach(async () => {
  try {
    expect((await verifyLedger(domain.pool)).differences).toEqual([]);
  } finally {
    await domain.drop();
  }
});

const SHARE = 700n;
const deposit = (amount: bigint) => depositFunds(domain.pool, amount, 'a test', domain.now());
const enforce = (on: boolean) => domain.configure({ 'funding.enforce': String(on) });
const users = (count: number) => Promise.all(Array.from({ length: count }, () => domain.user()));
const share = (user: Caller) => claimShareReward(domain.context(), user, {});
const give = ({ userId }: Caller, amount: bigint) =>
  correctBalance(domain.pool, userId, { amount, reason: 'a test' }, domain.now());

/** Opens another database session that locks rows, and then stays idle. */
async function frozen(...statements: string[]): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: domain.url });
  await client.connect();
  await client.query('begin');
  for (const statement of statements) await client.query(statement);
  return client;
}

test('frozen processes that have locked a part of the funds block no reward of other processes', async () => {
  await deposit(64n * 20n * SHARE);
  await enforce(true);
  const [first, ...others] = await users(41);
  // divides the funds into allotments
  if (first) await share(first);
  const one = await frozen('select from funding for update');
  const other = await frozen(
    'select from funding_allotment where room > 0 order by slot limit 60 for update',
  );
  expect(await outcomes(others.map(share))).toEqual({ ok: 40 });
  for (const client of [one, other]) await client.end();
  expect(await readFunding(domain.pool)).toMatchObject({ room: 1_239n * SHARE });
});

test('a division of the funds takes nothing from an allotment that a transaction has locked, and does not wait', async () => {
  await deposit(10n * SHARE);
  await enforce(true);
  const [one, two] = (await users(2)) as [Caller, Caller];
  await share(one);
  const client = await frozen(
    'select from funding_allotment where room > 0 order by slot limit 1 for update',
  );
  // the reward is larger than any allotment, but smaller than the unlocked allotments together
  const claim = claimTask(domain.context(), two, { task: 'download_app' });
  await untilLockWait(domain.pool, claim);
  const waiting = await countLockWaits(domain.pool);
  await client.end();
  await claim;
  expect(waiting).toBe(0);
  expect(await readFunding(domain.pool)).toMatchObject({ room: 9n * SHARE - 2_000n });
});

test('locked allotments can be used as soon as the database has ended the frozen session', async () => {
  await deposit(3n * SHARE);
  await enforce(true);
  const all = await users(4);
  if (all[0]) await share(all[0]);
  const client = await frozen('select from funding_allotment where room > 0 for update');
  const waiting = outcomes(all.slice(1).map(share));
  await client.end();
  expect(await waiting).toEqual({ ok: 2, paused_by_operator: 1 });
});

test('funds that are removed while a claim uses an allotment leave the exact rest', async () => {
  await deposit(10n * SHARE);
  await enforce(true);
  const [one, two] = (await users(2)) as [Caller, Caller];
  await share(one);
  let removal: Promise<boolean> | undefined;
  await inTransaction(domain.pool, async (db) => {
    await claimShareReward({ ...domain.context(), db }, two, {});
    removal = removeFunds(domain.pool, SHARE, 'a test', domain.now());
    await untilLockWait(domain.pool, removal);
  });
  expect(await removal).toBe(true);
  expect(await readFunding(domain.pool)).toMatchObject({ room: 7n * SHARE });
});

test('with more claims at once than allotments, no claim is refused that fits the funds', async () => {
  const many = await users(120);
  await deposit(120n * SHARE);
  await enforce(true);
  expect(await outcomes(many.map(share))).toEqual({ ok: 120 });
  expect(await readFunding(domain.pool)).toMatchObject({ room: 0n, promised: 120n * SHARE });
});

test('rewards of all sizes can spend a deposit to the last unit', async () => {
  const many = await users(80);
  await deposit(50_001n);
  await enforce(true);
  const task = (user: Caller) => claimTask(domain.context(), user, { task: 'download_app' });
  const mixed = many.flatMap((user) => [share(user), task(user)]);
  expect(Object.keys(await outcomes(mixed)).sort()).toEqual(['ok', 'paused_by_operator']);
  const { room } = await readFunding(domain.pool);
  // rewards were refused only because they exceed the rest, and the rest can be spent
  expect(room).toBeLessThan(SHARE);
  const [one] = many;
  if (!one || room === 0n) throw new Error('nothing is left');
  await expect(give(one, room + 1n)).rejects.toMatchObject({ reason: 'paused_by_operator' });
  await give(one, room);
  expect(await readFunding(domain.pool)).toMatchObject({ room: 0n, promised: 50_001n });
});

type Step =
  | { readonly kind: 'deposit' | 'remove' | 'give' | 'take'; readonly amount: number }
  | { readonly kind: 'share' | 'toggle' };

const amount = fc.integer({ min: 1, max: 3_000 });
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Step>({ kind: 'share' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'toggle' }) },
  ...(['deposit', 'remove', 'give', 'take'] as const).map((kind) => ({
    weight: 2,
    arbitrary: amount.map((size): Step => ({ kind, amount: size })),
  })),
);

async function take(step: Step, user: Caller): Promise<void> {
  const size = 'amount' in step ? BigInt(step.amount) : 0n;
  if (step.kind === 'deposit') await deposit(size);
  if (step.kind === 'remove') await removeFunds(domain.pool, size, 'a test', domain.now());
  if (step.kind === 'give') await give(user, size);
  if (step.kind === 'take') await give(user, -size);
  if (step.kind === 'share') await share(user);
  if (step.kind === 'toggle') {
    const { is_enforced } = await readFunding(domain.pool);
    await enforce(!is_enforced);
  }
}

test('simultaneous claims, corrections and changes of funds never promise more than was deposited', async () => {
  await deposit(9_000n);
  await enforce(true);
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 6, maxLength: 16 }), async (batch) => {
      const before = await readFunding(domain.pool);
      const fresh = await users(batch.length);
      const results = await outcomes(
        batch.map((step, at) => take(step, fresh[at] ?? { userId: 0n, token: '' })),
      );
      expect(Object.keys(results).filter((key) => !/^(ok|paused_by_operator)$/.test(key))).toEqual(
        [],
      );
      const after = await readFunding(domain.pool);
      if (!after.is_enforced) return;
      expect(after.deposited - after.promised).toBe(after.room - after.shortfall);
      const isQuiet = batch.every(({ kind }) => kind !== 'remove' && kind !== 'toggle');
      if (isQuiet && before.is_enforced && before.shortfall === 0n) {
        expect(after.promised).toBeLessThanOrEqual(after.deposited);
      }
    }),
    { numRuns: 15 },
  );
});
