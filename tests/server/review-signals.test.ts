import { beforeEach, describe, expect, test } from 'vitest';
import { HOUR } from '../../server/domain/time.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { earn, finding, payee, REVIEW, watch } from './review.support.ts';

setUpDomain({ settings: REVIEW, empty: ['payout_info', 'registration_block', 'withdrawal'] });
beforeEach(() => domain.setNow(new Date('2026-03-01T10:00:00.000Z')));

describe('young_account', () => {
  test.each([
    [24 * HOUR - 1, true, '23.9'],
    [24 * HOUR, false, '24.0'],
  ])('%i ms after the registration', async (age, raised, hours) => {
    const user = await payee(domain);
    domain.advance(age);
    expect(await finding(domain, user, 'young_account')).toEqual({
      name: 'young_account',
      raised,
      text: `hours since the registration: ${hours} (a signal below 24)`,
    });
  });
});

describe('commissions', () => {
  test.each([
    [{ invite: 5_000n, invite_level_2_reward: 1_999n, video: 3_001n }, false, '0.6999', '69'],
    [{ invite: 5_000n, invite_level_2_reward: 2_000n, video: 3_000n }, true, '0.7000', '70'],
  ])('%o', async (rewards, raised, part, percent) => {
    const user = await payee(domain);
    await earn(domain, user, rewards);
    expect(await finding(domain, user, 'commissions')).toEqual({
      name: 'commissions',
      raised,
      text:
        `from invitations and commissions: ${part} of 1.0000 earned, ${percent}% ` +
        '(a signal from 70%)',
    });
  });

  test('a user who has earned nothing raises no signal', async () => {
    expect(await finding(domain, await payee(domain), 'commissions')).toMatchObject({
      raised: false,
      text: 'from invitations and commissions: 0.0000 of 0.0000 earned, 0% (a signal from 70%)',
    });
  });

  test('a withdrawal that was returned does not count as earned', async () => {
    const user = await payee(domain);
    await earn(domain, user, { invite: 5_000n, video: 5_000n });
    await domain.pool.query(
      `insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
         created_at)
       values ($1, 3, 'withdrawal_held', 'x', 'available', 'held', 5000, '', $2),
         ($1, 4, 'withdrawal_returned', 'x', 'held', 'available', 5000, '', $2)`,
      [user.userId, domain.now()],
    );
    expect((await finding(domain, user, 'commissions'))?.text).toContain('0.5000 of 1.0000');
  });
});

describe('shared_account', () => {
  const account = 'family@mail.example';

  test('two users of an account are no signal, a third user is, and each is named', async () => {
    const ana = await payee(domain, { username: 'Ana', account });
    await payee(domain, { username: 'Bo', account: 'FAMILY@mail.example' });
    expect(await finding(domain, ana, 'shared_account')).toEqual({
      name: 'shared_account',
      raised: false,
      text: 'users of this payout account: 2, besides this one Bo (a signal above 2)',
    });
    const chi = await payee(domain, { username: 'Chi', account });
    expect(await finding(domain, chi, 'shared_account')).toEqual({
      name: 'shared_account',
      raised: true,
      text: 'users of this payout account: 3, besides this one Ana, Bo (a signal above 2)',
    });
  });

  test('a user who was paid to the account before counts once; a rejected user does not', async () => {
    const user = await payee(domain, { account });
    for (const [username, status] of [
      ['Paid', 'paid'],
      ['Rejected', 'rejected'],
    ] as const) {
      const other = await payee(domain, { username });
      for (const _ of [1, 2]) {
        await domain.pool.query(
          `insert into withdrawal (user_id, amount, local_amount, local_currency, country, method,
             account_type, recipient_name, account, account_key, status, step, previous_step, step_number,
             reason, created_at, settled_at)
           values ($1, 1, '', 'USD', 'DE', 'paypal', 'email', '', $2,
             'email:' || lower($2), $3, $3, 'pending', 1,
             case when $3 = 'rejected' then 'no' end, $4, $4)`,
          [other.userId, account, status, domain.now()],
        );
      }
    }
    expect((await finding(domain, user, 'shared_account'))?.text).toBe(
      'users of this payout account: 2, besides this one Paid (a signal above 2)',
    );
  });

  test('only the first twenty of many users are named', async () => {
    for (let index = 1; index <= 22; index += 1) {
      await payee(domain, { username: `u${String(index).padStart(2, '0')}`, account });
    }
    const { text } =
      (await finding(domain, await payee(domain, { account }), 'shared_account')) ?? {};
    expect(text).toContain('account: 23, besides this one u01, u02,');
    expect(text).toContain(', u20 and more (a signal above 2)');
  });
});

describe('same_block', () => {
  test.each([
    [19, false],
    [20, true],
  ])('%i registrations in a block, and one in another block', async (count, raised) => {
    await payee(domain, { address: '198.51.101.1' });
    const users = [];
    for (let host = 1; host <= count; host += 1) {
      users.push(await payee(domain, { address: `198.51.100.${host}` }));
    }
    const [first] = users;
    if (!first) throw new Error('nobody');
    expect(await finding(domain, first, 'same_block')).toEqual({
      name: 'same_block',
      raised,
      text:
        `registrations from the same block of addresses in the last 30 days: ${count} ` +
        '(a signal from 20)',
    });
  });
});

describe('idle_invitees', () => {
  const DAY = 24 * HOUR;

  /** An inviter of `invitees` friends, of whom `watching` watch a clip. */
  async function inviter(invitees: number, watching: number) {
    const user = await payee(domain);
    for (let index = 0; index < invitees; index += 1) {
      const friend = await domain.user({ inviters: [user.userId] });
      if (index < watching) await watch(domain, friend, { clips: 1, gapMs: 0, seconds: 5 });
    }
    return user;
  }

  test.each([
    [10, 2, true, '8 of 10, 80%'],
    [11, 3, false, '8 of 11, 72%'],
    [9, 0, false, '9 of 9, 100%'],
  ])('%i invitees, of whom %i have watched', async (invitees, watching, raised, figures) => {
    const user = await inviter(invitees, watching);
    domain.advance(DAY);
    expect(await finding(domain, user, 'idle_invitees')).toEqual({
      name: 'idle_invitees',
      raised,
      text:
        `direct invitees who registered more than a day ago and never watched: ${figures} ` +
        '(a signal from 80% of at least 10)',
    });
  });

  test('an invitee of less than a day is not counted yet', async () => {
    const user = await inviter(10, 0);
    domain.advance(DAY - 1);
    expect((await finding(domain, user, 'idle_invitees'))?.text).toContain('0 of 0, 0%');
  });

  test('friends of friends are not counted', async () => {
    const user = await inviter(10, 0);
    await domain.user({ inviters: [user.userId + 1n, user.userId] });
    domain.advance(DAY);
    expect((await finding(domain, user, 'idle_invitees'))?.text).toContain('10 of 10');
  });
});
