import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { inTransaction } from '../../server/database/database.ts';
import type { Caller } from '../../server/domain/context.ts';
import { claimShareReward } from '../../server/domain/sharing.ts';
import { claimTask } from '../../server/domain/tasks.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { createTestDomain, type TestDomain } from './support.ts';

let domain: TestDomain;
let user: Caller;

beforeAll(async () => {
  domain = await createTestDomain(3);
  user = await domain.user();
  await claimShareReward(domain.context(), user, {});
  await claimTask(domain.context(), user, { task: 'download_app' });
});
afterAll(() => domain.drop());

test('the verification’s counts and sums may exceed four bytes', async () => {
  const beyond = 3_000_000_000n;
  await domain.pool.query(
    `insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
       created_at)
     values ($1, $2, 'share', 'beyond', 'rewards', 'available', $2, '', now())`,
    [user.userId, beyond],
  );
  const available = 2_500n + beyond;
  await domain.pool.query('update wallet set version = $1, available = $2, credited = $2', [
    beyond,
    available,
  ]);
  expect(await verifyLedger(domain.pool)).toMatchObject({
    transfers: 3,
    available,
    rewards: available,
    differences: [
      `user ${user.userId}: has 3 transfers up to number 3000000000, its wallet counts 3000000000`,
    ],
  });
});

test('no column of the verification’s queries is a number of four bytes or less, or a floating-point number', async () => {
  const types = new Map<string, number>();
  await inTransaction(domain.pool, async (db) => {
    const query = vi.spyOn(db, 'query');
    await verifyLedger(db);
    for (const { value } of query.mock.settledResults) {
      for (const { name, dataTypeID } of value.fields) types.set(name, dataTypeID);
    }
    query.mockRestore();
  });
  expect([...types.keys()]).toEqual(expect.arrayContaining(['users', 'transfers', 'rewards']));
  const { INT2, INT4, FLOAT4, FLOAT8 } = pg.types.builtins;
  const small = [...types].filter(([, type]) => [INT2, INT4, FLOAT4, FLOAT8].includes(type));
  expect(small).toEqual([]);
});
