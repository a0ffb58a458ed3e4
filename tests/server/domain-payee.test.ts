import { beforeAll, expect, test } from 'vitest';
import { plainTextReviver } from '../../contract/plain-text.ts';
import type { WithdrawInfo } from '../../contract/shapes.ts';
import { updateWdinfo, wdinfo } from '../../server/domain/payout-methods.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { withdraw, withdrawals, withdrawConfig } from '../../server/domain/withdrawals.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { addGcash, GCASH, preparePayout } from './payout.support.ts';
import { prove, refusalOf } from './support.ts';

setUpDomain({ settings: { 'withdraw.min_amount': '1', 'reward.download_app': '10' } });
beforeAll(async () => {
  await addGcash(domain);
  await domain.pool.query(
    `update payout_method set countries = '{PH,IN}' where method = 'gcash';
     insert into payout_method values ('maya', 'Maya', 'phone', '{PH}', '^09\\d{9}$', '', 2)`,
  );
});

type Shown = WithdrawInfo | undefined;

/** Creates a user with 10.0000, with functions to read the payee and to withdraw 4. */
async function person() {
  const user = await domain.user({ country: 'PH' });
  await preparePayout(domain, user);
  await prove(domain, user);
  const shown = async () => (await wdinfo(domain.context(), user, {})).list[0];
  const ask = (payee: Shown) => withdraw(domain.context(), user, { amount: '4', payee });
  return { user, shown, ask };
}

test.each([
  ['account', { account: '09179999999' }],
  ['name', { recipient_name: 'Mario Cruz' }],
  ['method', { method: 'maya' }],
  ['country', { country: 'IN' }],
])(
  'a withdrawal is refused, and holds nothing, if another %s was saved than the app shows',
  async (_, change) => {
    const { user, shown, ask } = await person();
    const before = await shown();
    await updateWdinfo(domain.context(), user, { ...GCASH, ...change });
    expect(await refusalOf(ask(before))).toEqual({ reason: 'wdinfo_changed' });
    expect(await withdrawConfig(domain.context(), user, {})).toMatchObject({
      balance: '10.0000',
      pending: null,
    });
    const { list } = await withdrawals(domain.context(), user, { page: 1, limit: 10 });
    expect(list).toEqual([]);
    expect(await ask(await shown())).toMatchObject({ balance: '6.0000' });
    expect(await refusalOf(ask(before))).toEqual({ reason: 'pending_exists' });
    expect((await verifyLedger(domain.pool)).differences).toEqual([]);
  },
);

test('an account that differs only in its hidden digits is another payee', async () => {
  const { user, shown, ask } = await person();
  await updateWdinfo(domain.context(), user, { ...GCASH, account: '09171234567' });
  const before = await shown();
  await updateWdinfo(domain.context(), user, { ...GCASH, account: '09998884567' });
  const after = await shown();
  expect(after).toEqual({ ...before, version: expect.any(String) });
  expect(await refusalOf(ask(before))).toEqual({ reason: 'wdinfo_changed' });
  expect(await ask(after)).toMatchObject({ balance: '6.0000' });
});

test('an app that shows the same account in another form is accepted', async () => {
  const { shown, ask } = await person();
  const before = await shown();
  expect(before?.account).toBe('+6* *** *** 4567');
  expect(await ask(before && { ...before, account: '+6*******4567' })).toMatchObject({
    balance: '6.0000',
  });
});

test('the payee versions of two users with the same account differ', async () => {
  const [one, two] = [await person(), await person()];
  expect((await one.shown())?.version).not.toBe((await two.shown())?.version);
  expect(await refusalOf(one.ask(await two.shown()))).toEqual({ reason: 'wdinfo_changed' });
});

test('the payee of an older app, which sends no version, is compared by all shown fields', async () => {
  const { user, shown, ask } = await person();
  const { version: _, ...before } = (await shown()) ?? {};
  await updateWdinfo(domain.context(), user, { ...GCASH, account: '09171234568' });
  expect(await refusalOf(ask(before as Shown))).toEqual({ reason: 'wdinfo_changed' });
  const { version: __, ...after } = (await shown()) ?? {};
  expect(await ask(after as Shown)).toMatchObject({ balance: '6.0000' });
});

test('a withdrawal without a payee goes to the account that was saved last', async () => {
  const { user, ask } = await person();
  await updateWdinfo(domain.context(), user, { ...GCASH, recipient_name: 'Mario Cruz' });
  expect(await ask(undefined)).toMatchObject({ withdrawal: { recipient_name: 'Mario Cruz' } });
});

test('a withdrawal with a payee is refused if the user never saved an account', async () => {
  const { shown } = await person();
  const stranger = await domain.user({ country: 'PH' });
  const asked = withdraw(domain.context(), stranger, { amount: '4', payee: await shown() });
  expect(await refusalOf(asked)).toEqual({ reason: 'wdinfo_missing' });
});

test('a name is accepted after the app has removed its control characters and stacked marks', async () => {
  const { user, shown, ask } = await person();
  const recipient_name = `Ada \u202eLovelace${'\u0301'.repeat(9)}`;
  await updateWdinfo(domain.context(), user, { ...GCASH, recipient_name });
  const read = JSON.parse(JSON.stringify(await shown()), plainTextReviver);
  expect(read.recipient_name).not.toBe(recipient_name);
  expect(await ask(read)).toMatchObject({ balance: '6.0000' });
});
