import { expect, onTestFinished, test } from 'vitest';
import { createPool, inTransaction } from '../../server/database/database.ts';
import { addMilliseconds, MINUTE } from '../../server/domain/time.ts';
import { leaseMessages } from '../../server/push/queue.ts';
import { domain, setUpPush } from './push.setup.ts';

setUpPush();

test('a worker finds a message that nobody is leasing, behind those that many others are', async () => {
  await domain.pool.query(
    `insert into push (user_id, occasion, session_hash, kind, detail, created_at, due_at)
     select 1000000 + i, 'daily_limit:1', '', 'daily_limit', '1', now(), now() - i * interval '1 second'
     from generate_series(1, 40) as i`,
  );
  const now = new Date();
  const pool = createPool({ url: domain.url, max: 31 });
  onTestFinished(() => pool.end());
  const leased: bigint[] = [];
  const leaseMore = async (open: number): Promise<void> => {
    if (open === 0) return;
    await inTransaction(pool, async (db) => {
      for (const { user_id } of await leaseMessages(db, now, addMilliseconds(now, MINUTE), 1)) {
        leased.push(user_id);
      }
      await leaseMore(open - 1);
    });
  };
  await leaseMore(30);
  expect(new Set(leased).size).toBe(30);
});
