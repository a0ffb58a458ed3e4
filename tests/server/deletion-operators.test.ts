import { expect, test } from 'vitest';
import { inTransaction } from '../../server/database/database.ts';
import { eraseAccount } from '../../server/domain/deletion/delete-account.ts';
import { columnsContaining } from './erased.support.ts';
import { domain, run, setUpOperator } from './operator.setup.ts';
import { untilLockWait } from './support.ts';

setUpOperator();

const NAME = 'quetzalina';

test.each([
  ['ledger', 'correct', NAME, '1', '--reason', `For ${NAME}`],
  ['ledger', 'prepare', NAME, '1', '--reason', `For ${NAME}`],
  ['users', 'reset-link', NAME],
  ['users', 'reset-link', NAME, '--lock'],
  ['users', 'block', NAME, '--reason', `${NAME} is a farm`],
])('%s %s that waits while its user is deleted writes nothing', async (...words) => {
  const { userId } = await domain.user({ username: NAME });
  let answer: Promise<unknown> | undefined;
  await inTransaction(domain.pool, async (db) => {
    await eraseAccount(db, userId, null, domain.now());
    answer = run([...words, '--as', 'an-operator']);
    await untilLockWait(domain.pool, answer);
  });
  const err = `there is no user "${NAME}"`;
  expect(await answer).toEqual({ status: 1, out: '', err });
  expect(await columnsContaining(domain.pool, [NAME])).toEqual([]);
  expect((await domain.pool.query('select from reset_link')).rowCount).toBe(0);
});

test('a deletion that waits for a password link to be stored deletes the link as well', async () => {
  const { userId } = await domain.user({ username: NAME });
  const pending: Promise<unknown>[] = [];
  await inTransaction(domain.pool, async (db) => {
    // the command makes its link, then waits for this row
    await db.query("insert into password_reset (user_id, who) values ($1, 'an-operator')", [
      userId,
    ]);
    const made = run(['users', 'reset-link', NAME, '--as', 'an-operator']);
    await untilLockWait(domain.pool, made);
    const erased = eraseAccount(domain.pool, userId, null, domain.now());
    pending.push(made, erased);
    const waiting = async () => {
      const { rowCount } = await domain.pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rowCount;
    };
    await expect.poll(waiting).toBe(2);
  });
  await expect(Promise.all(pending)).resolves.toMatchObject([{ status: 0 }, 0n]);
  expect((await domain.pool.query('select from reset_link')).rowCount).toBe(0);
  expect(await columnsContaining(domain.pool, [NAME])).toEqual([]);
});
