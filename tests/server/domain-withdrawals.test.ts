import { beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../server/domain/context.ts';
import { updateWdinfo, withdrawalMethods } from '../../server/domain/payout-methods.ts';
import { recentWithdrawals } from '../../server/domain/recent-withdrawals.ts';
import { approveWithdrawal } from '../../server/domain/settlement.ts';
import { claimTask } from '../../server/domain/tasks.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { withdraw, withdrawConfig } from '../../server/domain/withdrawals.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { addGcash, GCASH } from './payout.support.ts';
import { refusalOf } from './support.ts';

setUpDomain({
  settings: {
    'withdraw.min_amount': '1',
    'withdraw.requirements.videos': '0',
    'withdraw.requirements.invites': '0',
    'reward.download_app': '10',
    'rates.PHP': '58.5',
  },
});
beforeAll(async () => {
  await addGcash(domain);
  await domain.pool.query(
    `insert into payout_method values
       ('bank_card', 'Bank card', 'bank_card', '{PH,IN}', '^\\d(?:[ -]?\\d){11,18}$', '', 0)`,
  );
});

/** Creates a user with 10.0000 to withdraw. */
async function richUser(): Promise<Caller> {
  const user = await domain.user({ country: 'PH' });
  await claimTask(domain.context(), user, { task: 'download_app' });
  return user;
}

async function readyUser(): Promise<Caller> {
  const user = await richUser();
  await updateWdinfo(domain.context(), user, GCASH);
  return user;
}

test('a withdrawal is refused while a requirement is unmet, with the progress of each', async () => {
  await domain.configure({
    'withdraw.requirements.videos': '3',
    'withdraw.requirements.invites': '1',
  });
  const user = await readyUser();
  const watched = async ({ userId }: Caller, videos: number) => {
    await domain.pool.query('update progress set videos = $2 where user_id = $1', [userId, videos]);
  };
  const release = domain.settings.get('invite.release_after_videos');
  const idle = await domain.user({ inviters: [user.userId] });
  await watched(idle, release - 1);
  await watched(await domain.user({ inviters: [user.userId] }), release);
  const friend = await domain.user();
  await watched(await domain.user({ inviters: [friend.userId, user.userId] }), release);
  const requirements = [
    { kind: 'invites', required: 1, current: 1 },
    { kind: 'videos', required: 3, current: 0 },
    { kind: 'ads_viewed', required: 0, current: 0 },
    { kind: 'ads_clicked', required: 0, current: 0 },
    { kind: 'shares', required: 0, current: 0 },
  ];
  expect(await refusalOf(withdraw(domain.context(), user, { amount: '1' }))).toEqual({
    reason: 'requirements_unmet',
    requirements,
  });
  expect(await withdrawConfig(domain.context(), user, {})).toMatchObject({ requirements });
  await domain.pool.query('update progress set videos = 3 where user_id = $1', [user.userId]);
  expect(await withdraw(domain.context(), user, { amount: '1' })).toMatchObject({
    balance: '9.0000',
  });
});

test('recent withdrawals are the newest paid ones, masked', async () => {
  for (const username of ['Maximilian', 'Bo']) {
    const user = await domain.user({ username });
    await claimTask(domain.context(), user, { task: 'download_app' });
    await updateWdinfo(domain.context(), user, GCASH);
    const { withdrawal } = await withdraw(domain.context(), user, { amount: '5' });
    domain.advance(1_000);
    await approveWithdrawal(domain.pool, withdrawal.id, domain.now());
  }
  await withdraw(domain.context(), await readyUser(), { amount: '5' });
  const { list } = await recentWithdrawals(domain.context(), null, {});
  expect(list.slice(0, 2)).toEqual([
    { username: 'B*', amount: '5.0000', paid_at: domain.now().toISOString() },
    {
      username: 'Ma***an',
      amount: '5.0000',
      paid_at: new Date(domain.now().getTime() - 1_000).toISOString(),
    },
  ]);
});

test('methods are listed in the operator’s order, of one country or all', async () => {
  const user = await domain.user();
  const names = async (country?: string) =>
    (await withdrawalMethods(domain.context(), user, { country })).list.map(({ method }) => method);
  expect([await names(), await names('IN'), await names('DE')]).toEqual([
    ['bank_card', 'gcash'],
    ['bank_card'],
    [],
  ]);
});

test('the ledger has no differences after all tests of this file', async () => {
  expect((await verifyLedger(domain.pool)).differences).toEqual([]);
});
