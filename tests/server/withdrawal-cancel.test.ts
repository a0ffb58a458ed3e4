import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../server/database/database.ts';
import type { Caller } from '../../server/domain/context.ts';
import { correctBalance } from '../../server/domain/corrections.ts';
import { releaseFromReview } from '../../server/domain/payout-steps.ts';
import {
  approveWithdrawal,
  prepareWithdrawal,
  rejectWithdrawal,
} from '../../server/domain/settlement.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { cancelWithdrawal } from '../../server/domain/withdrawal-cancel.ts';
import { withdraw, withdrawals, withdrawConfig } from '../../server/domain/withdrawals.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { addGcash } from './payout.support.ts';
import { requestAt, send, stepOf, walletOf } from './payout-steps.setup.ts';
import { addDevice } from './push.support.ts';
import { refusalOf, untilLockWait } from './support.ts';

setUpDomain({ settings: { 'reward.download_app': '10', 'limit.cancellations_per_day': '10' } });
beforeAll(() => addGcash(domain));
// exports the pending requests of the test before, so that no later export includes them
beforeEach(() => send().then(() => undefined));
afterEach(async () => {
  expect((await verifyLedger(domain.pool)).differences).toEqual([]);
});

const whole = { available: 100_000n, held: 0n, debited: 0n, debt: 0n };
const cancel = (user: Caller, id: number) => cancelWithdrawal(domain.context(), user, { id });

/** The entries of a user's wallet that a withdrawal has made. */
async function entriesOf({ userId }: Caller, id: number): Promise<string[]> {
  const { rows } = await domain.pool.query<{ entry: string }>(
    `select concat_ws(' ', op, debit, '>', credit, amount) as entry from transfer
     where user_id = $1 and idempotency_key = $2 order by version`,
    [userId, `withdrawal:${id}`],
  );
  return rows.map(({ entry }) => entry);
}

const HELD = 'withdrawal_held available > held 40000';
const BACK = 'withdrawal_returned held > available 40000';

test.each(['pending', 'in_review'] as const)(
  'a withdrawal that is %s returns its amount when it is cancelled, and is shown as cancelled',
  async (step) => {
    const { user, id } = await requestAt(step);
    const { withdrawal, balance } = await cancel(user, id);
    expect(balance).toBe('10.0000');
    expect(withdrawal).toMatchObject({
      status: 'rejected',
      step: 'rejected',
      cancelled: true,
      settled_at: domain.now().toISOString(),
      review_due_at: null,
    });
    expect(withdrawal.steps?.at(-1)?.step).toBe('rejected');
    expect(await walletOf(user)).toEqual(whole);
    expect(await entriesOf(user, id)).toEqual([HELD, BACK]);
    expect((await withdrawals(domain.context(), user, { page: 1, limit: 1 })).list).toEqual([
      withdrawal,
    ]);
    expect((await withdrawConfig(domain.context(), user, {})).pending).toBeNull();
    expect((await withdraw(domain.context(), user, { amount: '10' })).balance).toBe('0.0000');
  },
);

test('a cancellation has an entry in the log, and the member gets no message about it', async () => {
  const { user, id } = await requestAt('pending');
  await addDevice(domain, user, 'a phone');
  await cancel(user, id);
  const { rows } = await domain.pool.query('select who, what from audit where action = $1', [
    'withdrawal cancelled',
  ]);
  expect(rows).toContainEqual({ who: `user ${user.userId}`, what: { withdrawal: id } });
  const pushed = await domain.pool.query('select from push where user_id = $1', [user.userId]);
  expect(pushed.rowCount).toBe(0);
  const next = (await withdraw(domain.context(), user, { amount: '1' })).withdrawal.id;
  await rejectWithdrawal(domain.pool, next, 'no', domain.now());
  const told = await domain.pool.query('select kind from push where user_id = $1', [user.userId]);
  expect(told.rows).toEqual([{ kind: 'withdrawal_rejected' }]);
});

test.each(['processing', 'paid', 'failed', 'returned', 'rejected'] as const)(
  'a withdrawal that is %s cannot be cancelled, and no money moves',
  async (step) => {
    const { user, id } = await requestAt(step);
    const before = [await walletOf(user), await entriesOf(user, id)];
    expect(await refusalOf(cancel(user, id))).toEqual({ reason: 'not_cancellable' });
    expect([await walletOf(user), await entriesOf(user, id)]).toEqual(before);
    expect(await stepOf(id)).toBe(step);
  },
);

test('a withdrawal that is cancelled many times, at once and later, returns its amount once', async () => {
  const { user, id } = await requestAt('pending');
  const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(user, id)));
  expect(new Set(answers.map(({ balance }) => balance))).toEqual(new Set(['10.0000']));
  expect(await cancel(user, id)).toEqual(answers[0]);
  expect(await entriesOf(user, id)).toEqual([HELD, BACK]);
  expect(await walletOf(user)).toEqual(whole);
});

test('the amount of a cancelled withdrawal repays a debt first', async () => {
  const { user, id } = await requestAt('pending');
  const fraud = { amount: -75_000n, reason: 'fraud' };
  await correctBalance(domain.pool, user.userId, fraud, domain.now());
  expect(await walletOf(user)).toMatchObject({ available: 0n, debt: 15_000n });
  expect(await cancel(user, id)).toMatchObject({
    withdrawal: { repaid: '1.5000' },
    balance: '2.5000',
  });
});

test('a withdrawal that an operator has only prepared can be cancelled, and then not approved', async () => {
  const { user, id } = await requestAt('pending');
  await prepareWithdrawal(domain.pool, id, 'bo', domain.now());
  await cancel(user, id);
  await expect(approveWithdrawal(domain.pool, id, domain.now())).rejects.toThrow(
    `withdrawal ${id} was cancelled by its person already`,
  );
  await expect(releaseFromReview(domain.pool, id, domain.now())).rejects.toThrow('cancelled');
});

test('a member who cancels too often has to wait for the next day', async () => {
  await domain.configure({ 'limit.cancellations_per_day': '1' });
  const { user, id } = await requestAt('pending');
  await cancel(user, id);
  const again = (await withdraw(domain.context(), user, { amount: '1' })).withdrawal.id;
  expect(await refusalOf(cancel(user, again))).toMatchObject({ reason: 'too_many_attempts' });
  expect([await stepOf(again), (await entriesOf(user, again)).length]).toEqual(['pending', 1]);
  expect(await cancel(user, id)).toMatchObject({ balance: '9.0000' });
  domain.advance(24 * 3_600_000);
  expect(await cancel(user, again)).toMatchObject({ balance: '10.0000' });
});

test('a cancellation that waits for the wallet does not lock the withdrawal', async () => {
  const { user, id } = await requestAt('pending');
  let answer: ReturnType<typeof cancel> | undefined;
  await inTransaction(domain.pool, async (db) => {
    await db.query('select from wallet where user_id = $1 for update', [user.userId]);
    answer = cancel(user, id);
    await untilLockWait(domain.pool, answer);
    await db.query('select from withdrawal where withdrawal_id = $1 for update nowait', [id]);
  });
  expect(await answer).toMatchObject({ balance: '10.0000' });
});

const operators = {
  approves: (id: number) => approveWithdrawal(domain.pool, id, domain.now()),
  rejects: (id: number) => rejectWithdrawal(domain.pool, id, 'no', domain.now()),
  exports: () => send(),
};

test.each(Object.entries(operators))(
  'when an operator %s a withdrawal while its member cancels it, exactly one of them succeeds',
  async (_, decide) => {
    for (let round = 0; round < 12; round += 1) {
      const { user, id } = await requestAt('pending');
      const both = [() => cancel(user, id), () => decide(id)];
      // each of the two calls begins first in half of the rounds
      const calls = round % 2 === 0 ? both : both.reverse();
      const results = await Promise.allSettled(calls.map((call) => call()));
      const done = results.filter((each) => each.status === 'fulfilled' && each.value !== null);
      expect(done).toHaveLength(1);
      const { rows } = await domain.pool.query<{ cancelled: boolean }>(
        'select cancelled from withdrawal where withdrawal_id = $1',
        [id],
      );
      const isCancelled = rows[0]?.cancelled === true;
      expect(((await walletOf(user)) as { held: bigint }).held > 0n).toBe(
        (await stepOf(id)) === 'processing',
      );
      if (isCancelled) expect(await walletOf(user)).toEqual(whole);
    }
  },
);

test('a withdrawal that is approved while its cancellation waits for the wallet is not cancelled', async () => {
  const { user, id } = await requestAt('pending');
  const client = await domain.pool.connect();
  await client.query('begin');
  await approveWithdrawal(client, id, domain.now());
  const cancelling = refusalOf(cancel(user, id));
  await untilLockWait(domain.pool, cancelling);
  await client.query('commit');
  client.release();
  expect(await cancelling).toEqual({ reason: 'not_cancellable' });
  expect(await walletOf(user)).toEqual({ ...whole, available: 60_000n, debited: 40_000n });
});
