import { beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../server/database/database.ts';
import { countSoloPayments } from '../../server/domain/approvals.ts';
import { lockPersonSums, readPersonSums } from '../../server/domain/approved-alone.ts';
import { createBatch } from '../../server/domain/payout-batches.ts';
import { rejectWithdrawal } from '../../server/domain/settlement.ts';
import { domain } from './operator.setup.ts';
import { addMethod, ask, setUpPayouts, stepsOf } from './payouts.setup.ts';
import { rowsRead } from './rows-read.ts';
import { untilLockWait } from './support.ts';

const METHOD = 'bank';
const LIMIT = 20_0000n;

setUpPayouts();
beforeAll(() => addMethod(METHOD));

const exportOf = (who: string) =>
  createBatch(
    domain.pool,
    { method: METHOD, format: 'csv', limit: null, approval: { who, above: LIMIT } },
    () => Buffer.from(''),
    domain.now(),
  );

test('a batch leaves out a person whom another operator pays at the same moment, and takes the others', async () => {
  const paid = await ask(METHOD);
  const others = [await ask(METHOD), await ask(METHOD)];
  let exported: ReturnType<typeof createBatch> | undefined;
  await inTransaction(domain.pool, async (db) => {
    const payment = { user_id: paid.user.userId, amount: LIMIT };
    const approval = { who: 'bo', above: LIMIT };
    expect(await countSoloPayments(db, approval, [payment], domain.now())).toBeNull();
    exported = exportOf('ann');
    await untilLockWait(domain.pool, exported);
  });
  const batch = await exported;
  expect(batch?.payments.map(({ withdrawal_id }) => Number(withdrawal_id))).toEqual(
    others.map(({ id }) => id),
  );
  expect(await stepsOf([paid.id, ...others.map(({ id }) => id)])).toEqual([
    'pending',
    'processing',
    'processing',
  ]);
  const sums = await domain.pool.query(
    "select amount from approved_alone where kind = 'operator' and subject = 'ann'",
  );
  expect(sums.rows).toEqual([{ amount: 10_0000n }]);
});

test('an export leaves out requests that changed since they were chosen, and locked requests', async () => {
  const [cancelled, large, blocked, locked, good] = [
    await ask(METHOD),
    await ask(METHOD),
    await ask(METHOD),
    await ask(METHOD),
    await ask(METHOD),
  ];
  const chosen = [cancelled, large, blocked, locked, good];
  await rejectWithdrawal(domain.pool, cancelled.id, 'No', domain.now());
  await domain.pool.query('update withdrawal set needs_second = true where withdrawal_id = $1', [
    large.id,
  ]);
  await domain.pool.query('update account set blocked_at = now() where user_id = $1', [
    blocked.user.userId,
  ]);
  const exported = await inTransaction(domain.pool, async (db) => {
    await db.query('select from withdrawal where withdrawal_id = $1 for update', [locked.id]);
    return domain.pool.query(
      "select withdrawal_id, step, batch_id from export_withdrawals($1, $2, 7, $3, '{pending}', 'processing', 'ann', $4)",
      [chosen.map(({ user }) => user.userId), chosen.map(({ id }) => id), domain.now(), LIMIT],
    );
  });
  expect(exported.rows).toEqual([
    { withdrawal_id: BigInt(good.id), step: 'processing', batch_id: 7n },
  ]);
  expect(await stepsOf(chosen.map(({ id }) => id))).toEqual([
    'rejected',
    'pending',
    'pending',
    'pending',
    'processing',
  ]);
});

test('locking a person’s sum today leaves the stored sum of an earlier day unchanged', async () => {
  await domain.pool.query(
    `insert into approved_alone (kind, subject, day, amount)
     values ('person', '999999', $1::timestamptz - interval '1 day', 70000)`,
    [domain.now()],
  );
  const readRow = async () => {
    const { rows } = await domain.pool.query(
      "select day, amount from approved_alone where subject = '999999'",
    );
    return rows;
  };
  const before = await readRow();
  const approval = { who: 'ann', above: LIMIT };
  const sums = await lockPersonSums(domain.pool, approval, [999_999n], domain.now());
  expect([JSON.parse(sums), await readRow()]).toEqual([{ 999999: '0' }, before]);
});

test('a batch reads no sums of earlier days', async () => {
  await domain.pool.query(
    `insert into approved_alone (kind, subject, day, amount)
     select 'person', 1000000 + i, $1::timestamptz - interval '1 day', 1 from generate_series(1, 2000) as i`,
    [domain.now()],
  );
  await domain.pool.query('analyze approved_alone');
  const reads = await rowsRead(domain.pool, async (db) => {
    const sums = await readPersonSums(db, { who: 'ann', above: LIMIT }, domain.now());
    expect(Object.values(JSON.parse(sums))).not.toContain(1);
  });
  expect(reads('approved_alone')).toBeLessThan(20);
});
