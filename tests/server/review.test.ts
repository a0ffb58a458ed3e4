import { beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../server/domain/context.ts';
import { startHousekeeping } from '../../server/domain/housekeeping.ts';
import { createBatch } from '../../server/domain/payout-batches.ts';
import { releaseOverdueReviews } from '../../server/domain/review/overdue.ts';
import { readReviewRules } from '../../server/domain/review/rules.ts';
import { SettingError } from '../../server/domain/settings.check.ts';
import { confirmPayout } from '../../server/domain/settlement.ts';
import { addMilliseconds, DAY, MINUTE } from '../../server/domain/time.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { withdraw, withdrawals, withdrawConfig } from '../../server/domain/withdrawals.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { earn, payee, REVIEW, watch } from './review.support.ts';

setUpDomain({ settings: REVIEW, empty: ['payout_info', 'registration_block'] });

const START = new Date('2026-03-01T10:00:00.000Z');
beforeEach(() => domain.setNow(START));

const ask = async (user: Caller) =>
  (await withdraw(domain.context(), user, { amount: '1' })).withdrawal;

/** The signals that are stored with the request. */
async function keptWith(id: number) {
  const { rows } = await domain.pool.query<{ signals: { name: string; text: string }[] }>(
    'select signals from withdrawal where withdrawal_id = $1',
    [id],
  );
  return rows[0]?.signals;
}

let shared = 0;
/** The third user of an account, with 1.5000 to withdraw. */
async function thirdUserOfAccount(): Promise<Caller> {
  shared += 1;
  const account = `shared.${shared}@mail.example`;
  await payee(domain, { account });
  await payee(domain, { account });
  const user = await payee(domain, { account });
  await earn(domain, user, { new_user_reward: 10_000n, video: 5_000n });
  return user;
}

test('a request with a signal that the rules name is reviewed, with its due date and signals', async () => {
  const user = await thirdUserOfAccount();
  const withdrawal = await ask(user);
  const due = addMilliseconds(START, 3 * DAY).toISOString();
  expect(withdrawal).toMatchObject({
    status: 'pending',
    step: 'in_review',
    review_due_at: due,
    steps: [
      { step: 'pending', at: START.toISOString() },
      { step: 'in_review', at: START.toISOString() },
    ],
  });
  expect((await withdrawConfig(domain.context(), user, {})).pending).toEqual(withdrawal);
  expect((await withdrawals(domain.context(), user, { page: 1, limit: 1 })).list).toEqual([
    withdrawal,
  ]);
  expect(await keptWith(withdrawal.id)).toEqual([
    { name: 'young_account', text: 'hours since the registration: 0.0 (a signal below 24)' },
    { name: 'shared_account', text: expect.stringContaining('of this payout account: 3,') },
  ]);
  expect((await verifyLedger(domain.pool)).differences).toEqual([]);
});

test('signals that meet no rule cause no review, but are stored', async () => {
  await domain.configure({ 'withdraw.review_signals': 'pace, commissions+shared_account' });
  const withdrawal = await ask(await thirdUserOfAccount());
  expect(withdrawal).toMatchObject({ step: 'pending', review_due_at: null });
  expect((await keptWith(withdrawal.id))?.map(({ name }) => name)).toEqual([
    'young_account',
    'shared_account',
  ]);
});

test('without rules no request is reviewed', async () => {
  await domain.configure({ 'withdraw.review_signals': '' });
  expect(await ask(await thirdUserOfAccount())).toMatchObject({ step: 'pending' });
});

test('signals that a plus joins count only together', async () => {
  await domain.configure({
    'withdraw.review_signals': 'same_block+commissions',
    'review.block_registrations': '2',
  });
  const of = async (rewards: Record<string, bigint>, address: string) => {
    const user = await payee(domain, { address });
    await earn(domain, user, rewards);
    return user;
  };
  const byFriends = { invite: 50_000n, new_user_reward: 10_000n };
  const byClips = { video: 50_000n, new_user_reward: 10_000n };
  const both = await of(byFriends, '198.51.100.1');
  const blockAlone = await of(byClips, '198.51.100.2');
  const friendsAlone = await of(byFriends, '203.0.113.1');
  const steps = [];
  for (const user of [both, blockAlone, friendsAlone]) steps.push((await ask(user)).step);
  expect(steps).toEqual(['in_review', 'pending', 'pending']);
});

describe('the due date', () => {
  const stepOf = async (user: Caller) =>
    (await withdrawals(domain.context(), user, { page: 1, limit: 1 })).list[0]?.step;

  test('passes without a decision: the request may be paid, and the log says so', async () => {
    await domain.configure({ 'withdraw.review_days': '2' });
    const user = await thirdUserOfAccount();
    const { id } = await ask(user);
    domain.setNow(addMilliseconds(START, 2 * DAY - 1));
    await releaseOverdueReviews(domain.pool, domain.now());
    expect(await stepOf(user)).toBe('in_review');
    domain.advance(1);
    await Promise.all([1, 2, 3].map(() => releaseOverdueReviews(domain.pool, domain.now())));
    const [withdrawal] = (await withdrawals(domain.context(), user, { page: 1, limit: 1 })).list;
    expect(withdrawal).toMatchObject({
      step: 'pending',
      review_due_at: null,
      steps: [
        { step: 'pending', at: START.toISOString() },
        { step: 'in_review', at: START.toISOString() },
        { step: 'pending', at: domain.now().toISOString() },
      ],
    });
    const { rows } = await domain.pool.query(
      `select who, action, what from audit where action = 'review ran out'`,
    );
    expect(rows).toEqual([{ who: 'nobody', action: 'review ran out', what: { withdrawal: id } }]);
  });

  test('is checked by the housekeeping', async () => {
    domain.setNow(new Date('2020-01-01T10:00:00.000Z'));
    const user = await thirdUserOfAccount();
    expect(await ask(user)).toMatchObject({ step: 'in_review' });
    const errors: unknown[] = [];
    await startHousekeeping(
      domain.pool,
      domain.settings,
      (error) => errors.push(error),
      () => new Date(),
    )();
    expect({ step: await stepOf(user), errors }).toEqual({ step: 'pending', errors: [] });
  });
});

describe('a blocked user', () => {
  const BLOCK = 'update account set blocked_at = $2 where user_id = $1';
  const approval = { who: 'bo', above: 0n };
  const order = { method: 'paypal', format: 'csv', limit: null, approval } as const;
  const file = () => Buffer.from('a file');

  /** Two users with a request each; no other request can be paid. */
  async function two() {
    await domain.pool.query('update withdrawal set method = $1', ['elsewhere']);
    const users = [await payee(domain), await payee(domain)] as const;
    for (const user of users) await earn(domain, user, { video: 10_000n });
    const [first, second] = [await ask(users[0]), await ask(users[1])];
    return { users, ids: [BigInt(first.id), BigInt(second.id)] };
  }

  test('can be confirmed as paid if the block came after the file was exported', async () => {
    const { users, ids } = await two();
    await createBatch(domain.pool, order, file, START);
    await domain.pool.query(BLOCK, [users[0].userId, START]);
    expect(await confirmPayout(domain.pool, Number(ids[0]), START)).toMatchObject({
      step: 'paid',
    });
  });
});

test('rules that name no signal are refused', async () => {
  for (const [rules, word] of [
    ['pace, secret_score', 'secret_score'],
    ['pace+', ''],
    [',', ''],
  ] as const) {
    await expect(domain.configure({ 'withdraw.review_signals': rules })).rejects.toThrow(
      new SettingError(
        `withdraw.review_signals: "${word}" is no signal; the signals are young_account, commissions, ` +
          'shared_account, same_block, pace, bursts, late_claims, not_fetched, idle_invitees',
      ),
    );
  }
  expect(readReviewRules(' pace ,same_block + commissions')).toEqual([
    ['pace'],
    ['same_block', 'commissions'],
  ]);
});

const VILLAGERS = 50;
const CLIPS = 20;

/**
 * Fifty users who registered behind one address, two with each payout account. Each of the first
 * ten invited four of the others. All have watched a day's clips, half a second apart.
 */
async function village(): Promise<Caller[]> {
  const people: Caller[] = [];
  for (let index = 0; index < VILLAGERS; index += 1) {
    const inviter = index < 10 ? undefined : people[Math.floor((index - 10) / 4)];
    const person = await payee(domain, {
      address: '198.51.100.77',
      account: `family.${Math.floor(index / 2)}@mail.example`,
      inviters: inviter ? [inviter.userId] : [],
    });
    people.push(person);
    await earn(domain, person, { new_user_reward: 10_000n, video: BigInt(CLIPS) * 500n });
    if (inviter) await earn(domain, inviter, { invite: 5_000n, invite_level_1_reward: 700n });
  }
  domain.advance(10 * MINUTE);
  for (const person of people)
    await watch(domain, person, { clips: CLIPS, gapMs: 5_500, seconds: 5 });
  return people;
}

test('users of a village behind one address are not reviewed, although the operator sees the block', async () => {
  const people = await village();
  const seen = [];
  for (const person of people) {
    const { id, step } = await ask(person);
    seen.push({ step, signals: (await keptWith(id))?.map(({ name }) => name) });
  }
  expect(seen).toEqual(
    people.map(() => ({ step: 'pending', signals: ['young_account', 'same_block'] })),
  );
});

test('a villager who earns most by inviting the others is reviewed', async () => {
  const people = await village();
  const [root] = people;
  if (!root) throw new Error('nobody');
  await earn(domain, root, { invite: 30_000n, invite_level_1_reward: 4_200n });
  expect(await ask(root)).toMatchObject({ step: 'in_review' });
});
