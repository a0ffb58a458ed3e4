import { afterEach, expect, test } from 'vitest';
import { listDeadLetters, retryDeadLetter } from '../../server/domain/dead-letters.ts';
import { startOutbox } from '../../server/domain/outbox.ts';
import { SECOND } from '../../server/domain/time.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { balanceOf, domain, setUpDomain } from './domain.setup.ts';
import { untilLockWait } from './support.ts';

const deadLetters = async () => {
  const all = { from: null, to: null, page: 1, after: null, limit: 100, isSummed: false };
  return (await listDeadLetters(domain.pool, all)).rows;
};

setUpDomain({ empty: ['outbox', 'outbox_dead'] });
afterEach(async () => {
  expect((await verifyLedger(domain.pool)).differences).toEqual([]);
});

const NOBODY = 987_654n;

async function put(userId: bigint, key: string): Promise<void> {
  await domain.pool.query(
    `insert into outbox (user_id, op, idempotency_key, amount, detail, created_at)
     values ($1, 'invite', $2, 500, 'A***', $3)`,
    [userId, key, domain.now()],
  );
}

/** Queues rewards of one person, in their order. */
async function putMany(userId: bigint, count: number): Promise<void> {
  await domain.pool.query(
    `insert into outbox (user_id, op, idempotency_key, amount, detail, created_at)
     select $1, 'invite', 'many:' || n, 500, 'A***', $2::timestamptz + n * interval '1 ms'
     from generate_series(1, $3) as n`,
    [userId, domain.now(), count],
  );
  domain.advance(SECOND);
}

/** Runs one delivery. @returns the numbers of rewards that it saw and credited */
async function deliverOnce(): Promise<[number, number]> {
  const { rows } = await domain.pool.query(
    'select seen, credited from deliver_rewards($1, null, null, null)',
    [domain.now()],
  );
  return [rows[0].seen, rows[0].credited];
}

/** Delivers one batch, `times` times. @returns the error messages */
async function deliver(times: number, advanceMs = SECOND): Promise<string[]> {
  const errors: string[] = [];
  const onError = (error: unknown) => errors.push((error as Error).message);
  for (let time = 0; time < times; time += 1) {
    // an outbox that is stopped at once completes the delivery that it has begun
    await startOutbox({ pool: domain.pool, onError, now: domain.now }).stop();
    domain.advance(advanceMs);
  }
  return errors;
}

async function waiting(): Promise<number> {
  const { rows } = await domain.pool.query('select count(*)::int as n from outbox');
  return rows[0].n;
}

test('a delivery takes 200 rewards, returns the numbers seen and credited, and leaves the rest', async () => {
  const user = await domain.user();
  await putMany(user.userId, 401);
  expect(await deliverOnce()).toEqual([200, 200]);
  expect(await waiting()).toBe(201);
  await put(NOBODY, 'friend:1');
  expect(await deliverOnce()).toEqual([200, 200]);
  expect(await deliverOnce()).toEqual([2, 1]);
  expect(await balanceOf(user)).toBe(401n * 500n);
  await domain.pool.query('delete from outbox');
  expect(await deliverOnce()).toEqual([0, 0]);
});

test('if another process is delivering the oldest 200 rewards, the next rewards are delivered', async () => {
  const [held, free] = [await domain.user(), await domain.user()];
  await putMany(held.userId, 200);
  await put(free.userId, 'friend:1');
  const other = await domain.pool.connect();
  try {
    await other.query('begin');
    await other.query('select from outbox where user_id = $1 for update', [held.userId]);
    expect(await deliverOnce()).toEqual([1, 1]);
  } finally {
    await other.query('rollback');
    other.release();
  }
  expect([await balanceOf(held), await balanceOf(free)]).toEqual([0n, 500n]);
});

test('a reward without a wallet becomes a dead letter after five attempts; other rewards of its batch are paid', async () => {
  const users = [await domain.user(), await domain.user()];
  await put(users[0]?.userId ?? 0n, 'friend:1');
  await put(NOBODY, 'friend:2');
  await put(users[1]?.userId ?? 0n, 'friend:3');
  await deliver(1);
  expect(await Promise.all(users.map(balanceOf))).toEqual([500n, 500n]);
  expect([await waiting(), await deadLetters()]).toEqual([1, []]);
  await deliver(5);
  expect(await waiting()).toBe(0);
  expect(await deadLetters()).toMatchObject([
    {
      dead_id: 1n,
      user_id: NOBODY,
      username: null,
      op: 'invite',
      idempotency_key: 'friend:2',
      amount: 500n,
      detail: 'A***',
      created_at: expect.any(Date),
      failed_at: expect.any(Date),
      error: `user ${NOBODY} has no wallet`,
    },
  ]);
});

test('a reward that was paid before becomes a dead letter, and is not paid twice', async () => {
  const [user, other] = [await domain.user(), await domain.user()];
  await put(user.userId, 'friend:1');
  await deliver(1);
  await put(user.userId, 'friend:1');
  await put(other.userId, 'friend:1');
  const errors: string[] = [];
  // not a fixed number of times: a delivery skips rows that the previous one still locks
  while ((await waiting()) > 0) errors.push(...(await deliver(1)));
  expect(errors).toHaveLength(5);
  expect([await balanceOf(user), await balanceOf(other)]).toEqual([500n, 500n]);
  expect(await deadLetters()).toMatchObject([
    { user_id: user.userId, error: expect.stringContaining('transfer_once') },
  ]);
});

test('a reward that another process is delivering does not delay other rewards', async () => {
  const [held, free] = [await domain.user(), await domain.user()];
  for (const { userId } of [held, free]) await put(userId, 'friend:1');
  const other = await domain.pool.connect();
  try {
    await other.query('begin');
    await other.query('select from outbox where user_id = $1 for update', [held.userId]);
    const delivering = deliver(1);
    // resolves also if the delivery waits for the locked row: the next line would then fail
    await untilLockWait(domain.pool, delivering);
    expect([await balanceOf(held), await balanceOf(free)]).toEqual([0n, 500n]);
  } finally {
    await other.query('rollback');
    other.release();
  }
});

test('one delivery credits 200 rewards, also if many of them are of one receiver', async () => {
  const users = [await domain.user(), await domain.user(), await domain.user()];
  for (let reward = 0; reward < 300; reward += 1) {
    await put(users[reward % users.length]?.userId ?? 0n, `friend:${reward}`);
    // orders the rewards: the oldest 200 are of all three users
    domain.advance(1);
  }
  expect(await deliver(1)).toEqual([]);
  const { rows } = await domain.pool.query(
    `select count(*)::int as credited from transfer where user_id = any($1)
     group by xmin::text order by 1 desc`,
    [users.map(({ userId }) => userId)],
  );
  expect(rows).toEqual([{ credited: 200 }]);
  await deliver(1);
  expect([await waiting(), ...(await Promise.all(users.map(balanceOf)))]).toEqual([
    ...[0, 50_000n, 50_000n, 50_000n],
  ]);
});

test('deliveries lock wallets in the order of their users, so that they do not deadlock', async () => {
  const users = [await domain.user(), await domain.user(), await domain.user()];
  const ids = users.map(({ userId }) => userId);
  for (const userId of ids.toReversed()) await put(userId, 'friend:1');
  const other = await domain.pool.connect();
  try {
    await other.query('begin');
    await other.query('select from wallet where user_id = $1 for update', [ids[1]]);
    const delivering = deliver(1);
    await untilLockWait(domain.pool);
    const { rows } = await domain.pool.query(
      'select user_id from wallet where user_id = any($1) for update skip locked',
      [ids],
    );
    expect(rows).toEqual([{ user_id: ids[2] }]);
    await other.query('rollback');
    expect(await delivering).toEqual([]);
  } finally {
    other.release();
  }
});

test('a reward that another process has paid meanwhile is no failure', async () => {
  const user = await domain.user();
  await put(user.userId, 'friend:1');
  // this reward fails: the batch is then delivered one by one
  await put(NOBODY, 'friend:2');
  const other = await domain.pool.connect();
  try {
    await other.query('begin');
    await other.query('delete from outbox where user_id = $1', [user.userId]);
    const delivering = deliver(1);
    await untilLockWait(domain.pool);
    await other.query('commit');
    expect(await delivering).toEqual([`user ${NOBODY} has no wallet`]);
  } finally {
    other.release();
  }
});

test('a dead letter is delivered again when the operator retries it, once', async () => {
  const user = await domain.user();
  await domain.pool.query('delete from wallet where user_id = $1', [user.userId]);
  await put(user.userId, 'friend:7');
  await deliver(6);
  const [letter] = await deadLetters();
  await domain.pool.query('insert into wallet (user_id) values ($1)', [user.userId]);
  const id = Number(letter?.dead_id);
  expect(await retryDeadLetter(domain.pool, id)).toMatchObject({ user_id: user.userId });
  expect(await retryDeadLetter(domain.pool, id)).toBe(null);
  expect(await deliver(1)).toEqual([]);
  expect(await balanceOf(user)).toBe(500n);
});

test('300 failing rewards do not delay the next rewards', async () => {
  for (let key = 0; key < 300; key += 1) await put(NOBODY, `friend:${key}`);
  const user = await domain.user();
  domain.advance(SECOND);
  await put(user.userId, 'friend:1');
  await deliver(2, 0);
  expect(await balanceOf(user)).toBe(500n);
});
