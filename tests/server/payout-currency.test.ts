import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Caller } from '../../server/domain/context.ts';
import { updateWdinfo, withdrawalMethods } from '../../server/domain/payout-methods.ts';
import { claimTask } from '../../server/domain/tasks.ts';
import { DAY } from '../../server/domain/time.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { withdraw, withdrawals, withdrawConfig } from '../../server/domain/withdrawals.ts';
import { domain, json, run } from './operator.setup.ts';
import { ask, inFolder, readOut, setUpPayouts } from './payouts.setup.ts';
import { refusalOf } from './support.ts';

setUpPayouts();

const KENYA = [
  ...['--name', 'M-Pesa', '--account-type', 'phone', '--countries', 'KE'],
  ...['--account-pattern', '^(?:\\+?254|0)[17]\\d{8}$', '--account-hint', '0712345678'],
];
const addMpesa = (...more: string[]) => run(['methods', 'add', 'mpesa', ...KENYA, ...more]);
const IN_SHILLINGS = ['--currency', 'KES', '--rounding', '1'];

let people = 0;
/** A user with 100.0000 who is paid by M-Pesa. */
async function kenyan(): Promise<Caller> {
  people += 1;
  await domain.settings.refresh();
  const user = await domain.user();
  await claimTask(domain.context(), user, { task: 'download_app' });
  await updateWdinfo(domain.context(), user, {
    ...{ country: 'KE', method: 'mpesa', recipient_name: 'Amina Otieno' },
    account: `07123450${10 + people}`,
  });
  return user;
}

const termsOf = async (user: Caller) => {
  await domain.settings.refresh();
  return withdrawConfig(domain.context(), user, {});
};
const exported = (method: string, format: string, file: string) =>
  run([
    ...['payouts', 'export', '--method', method, '--format', format, '--as', 'ann', '--yes'],
    ...['--out', inFolder(file)],
  ]);

test('the product’s currency can be changed while there are no amounts', async () => {
  await run(['rates', 'set', 'KES', '129.5']);
  expect(await run(['config', 'set', 'product.currency', 'Euro'])).toMatchObject({
    status: 1,
    err: 'product.currency: must be a currency of ISO 4217 such as USD',
  });
  expect((await run(['config', 'set', 'product.currency', 'EUR'])).out).toBe(
    'product.currency = EUR\nremoved exchange rates: 1 (KES)',
  );
  // the rate was for one dollar
  expect((await run(['rates', 'list'])).out).toBe('none');
  expect((await run(['config', 'set', 'video.reward', '0.05'])).out).toBe(
    'video.reward = 0.05 EUR',
  );
  expect((await run(['config', 'list'])).out).toMatch(/^withdraw\.min_amount +1\.0000 EUR /m);
  expect((await run(['funding', 'show'])).out).toContain('currency: EUR');
});

test('a method has its own currency, rate and rounding; an incomplete one is refused', async () => {
  expect(await addMpesa(...IN_SHILLINGS)).toEqual({
    ...{ status: 1, out: '' },
    err: '--currency: no rate of KES is set: set the rate first (rates set KES VALUE)',
  });
  expect((await run(['rates', 'set', 'KES', '129.5'])).out).toBe('KES = 129.5 for 1 EUR');
  const refused = async (...more: string[]) => (await addMpesa(...more)).err;
  expect(await refused('--currency', 'shilling')).toContain('--currency: a code of ISO 4217');
  expect(await refused('--rounding', '1')).toBe('--rounding: needs a currency too');
  for (const step of ['0', '0.001', '-1', 'one', '']) {
    expect(await refused('--currency', 'KES', '--rounding', step)).toBe(
      `--rounding: "${step}" is no step of KES: a number such as 1, not less than 0.01`,
    );
  }
  const { status, out } = await addMpesa(...IN_SHILLINGS);
  expect({ status, out }).toEqual({
    status: 0,
    out: expect.stringContaining('currency: KES\nrounding: 1.00\n'),
  });
  expect(out).toContain('rate: 129.5\nstopped: -\nenabled: true');
});

test('the member and the payout file get the amount that arrives, the ledger gets its cost', async () => {
  const user = await kenyan();
  expect(await termsOf(user)).toMatchObject({
    currency: 'EUR',
    pay: { currency: 'KES', rate: '129.5', rounding: '1.00' },
  });
  // 647.48705 shillings
  const pay = { currency: 'KES', amount: '647.00' };
  const { withdrawal, balance } = await withdraw(domain.context(), user, { amount: '4.9999', pay });
  expect(balance).toBe('95.0001');
  expect(withdrawal).toMatchObject({ amount: '4.9999', currency: 'EUR' });
  expect(withdrawal.pay).toEqual({ ...pay, rate: '129.5' });
  // the rate at the time of the request holds
  await run(['rates', 'set', 'KES', '200']);
  const { list } = await withdrawals(domain.context(), user, { page: 1, limit: 1 });
  expect(list).toEqual([withdrawal]);
  expect((await run(['withdrawals', 'list'])).out).toContain(' 4.9999  EUR       647.00 KES ');
  expect((await exported('mpesa', 'csv', 'mpesa.csv')).out).toBe(
    `batch 1: 1 payment, 4.9999 EUR, to be paid as 647.00 KES\n${inFolder('mpesa.csv')}`,
  );
  const line = `B1-W${withdrawal.id},647.00,KES,mpesa,KE,Amina Otieno,+254712345011,phone,`;
  const file = await readOut('mpesa.csv');
  expect(file.split('\r\n')[1]).toBe(`${line}4.9999,EUR,,`);
  const shown = (await run(['payouts', 'show', '1'])).out;
  expect(shown).toContain('amount: 4.9999\ncurrency: EUR\npays: 647.00 KES\n');
  expect(shown).toMatch(/^B1-W\d+ +\d+ +4\.9999 +647\.00 KES +Amina Otieno/m);
  await run(['payouts', 'sheet', '1', '--out', inFolder('mpesa-for-reading.csv')]);
  expect(await readOut('mpesa-for-reading.csv')).toContain(',647.00,KES,mpesa,');
  const results = async (name: string, from: string, to: string) => {
    await writeFile(inFolder(name), file.replace(from, to).replace('EUR,,', 'EUR,paid,'));
    return run(['payouts', 'import', inFolder(name)]);
  };
  const of = 'the payment is of 647.00 KES, not of';
  expect((await results('less.csv', '647.00', '646.00')).out).toContain(`${of} 646.0000 KES`);
  expect((await results('euros.csv', ',KES', ',EUR')).out).toContain(`${of} 647.0000 EUR`);
  expect(await results('paid.csv', '647.00', '647')).toMatchObject({ status: 0 });
  const paid = await json('withdrawals', 'list', '--status', 'paid');
  expect(paid.answer).toMatchObject([{ amount: '4.9999', pays: '647.00 KES', pay_rate: '129.5' }]);
  const held = await domain.pool.query(
    "select amount from transfer where debit = 'held' and credit = 'payouts'",
  );
  expect(held.rows).toEqual([{ amount: 49_999n }]);
});

test('a sum other than the shown one is refused, and nothing is held', async () => {
  await run(['rates', 'set', 'KES', '129.5']);
  const user = await kenyan();
  await domain.settings.refresh();
  const before = { currency: 'KES', amount: '518.00' };
  await run(['rates', 'set', 'KES', '129.4']);
  await domain.settings.refresh();
  const asks = (pay: typeof before | null | undefined) =>
    withdraw(domain.context(), user, { amount: '4', pay });
  const changed = { reason: 'pay_changed' };
  expect(await refusalOf(asks(before))).toEqual(changed);
  expect(await refusalOf(asks({ ...before, currency: 'EUR' }))).toEqual(changed);
  expect(await refusalOf(asks(null))).toEqual(changed);
  expect(await termsOf(user)).toMatchObject({ balance: '100.0000', pay: { rate: '129.4' } });
  // an older version of the app shows no converted sum, and sends none
  expect((await asks(undefined)).withdrawal.pay).toMatchObject({ amount: '517.00' });
});

test('an amount below one rounding step is too small', async () => {
  await addMpesa('--currency', 'KES', '--rounding', '1000');
  const user = await kenyan();
  await domain.settings.refresh();
  const asks = (amount: string) => withdraw(domain.context(), user, { amount });
  expect(await refusalOf(asks('7'))).toEqual({ reason: 'amount_too_small' });
  expect((await asks('8')).withdrawal.pay).toMatchObject({ amount: '1000.00' });
  await addMpesa(...IN_SHILLINGS);
});

test('an amount whose conversion overflows the database column is refused: it exceeds the balance', async () => {
  await run(['rates', 'set', 'KES', '1000000000']);
  const asked = withdraw(domain.context(), await kenyan(), { amount: '999999999999.9999' });
  expect(await refusalOf(asked)).toEqual({ reason: 'amount_exceeds_balance' });
});

test('a method whose rate is too old is not offered, is refused, and is reported to the operator', async () => {
  const user = await kenyan();
  const offered = async () => {
    await domain.settings.refresh();
    const { list } = await withdrawalMethods(domain.context(), user, { country: 'KE' });
    return list.map(({ method, currency }) => `${method} ${currency}`);
  };
  expect(await offered()).toEqual(['mpesa KES']);
  await domain.pool.query("update setting set changed_at = $1 where key = 'rates.KES'", [
    new Date(domain.now().getTime() - 7 * DAY - 1),
  ]);
  await domain.pool.query('update setting_version set version = version + 1');
  expect(await offered()).toEqual([]);
  expect(await termsOf(user)).toMatchObject({ pay: { currency: 'KES', rate: null } });
  const unknown = { reason: 'unknown_method' };
  expect(await refusalOf(withdraw(domain.context(), user, { amount: '4' }))).toEqual(unknown);
  expect(await refusalOf(kenyan())).toEqual(unknown);
  const why = 'the rate of KES is older than 7 days';
  expect((await run(['methods', 'list'])).out).toMatch(new RegExp(`^mpesa .* ${why}$`, 'm'));
  expect((await addMpesa(...IN_SHILLINGS)).err).toContain(`--currency: ${why}`);
  await run(['config', 'set', 'payout.rate_max_age_days', '8']);
  expect(await offered()).toEqual(['mpesa KES']);
  await run(['config', 'set', 'payout.rate_max_age_days', '7']);
  await run(['rates', 'set', 'KES', '129.4']);
  expect(await offered()).toEqual(['mpesa KES']);
  await run(['rates', 'set', 'KES', '']);
  expect(await offered()).toEqual([]);
  // an older version of the server stored rates without their time
  await run(['rates', 'set', 'KES', '129.4']);
  await domain.pool.query("update setting set changed_at = null where key = 'rates.KES'");
  await domain.pool.query('update setting_version set version = version + 1');
  expect(await offered()).toEqual([]);
  await run(['rates', 'set', 'KES', '129.4']);
  await domain.settings.refresh();
  expect((await withdraw(domain.context(), user, { amount: '4' })).withdrawal.pay).not.toBeNull();
});

test('pain.001 and paypal-csv have the amount that arrives, each payment in its currency', async () => {
  const iban = 'DE89370400440532013000';
  await domain.configure({
    'payout.debtor_name': 'Clips & Co',
    'payout.debtor_iban': iban,
    'payout.debtor_bic': 'COBADEFFXXX',
  });
  const bank = [
    ...['--name', 'Bank', '--account-type', 'wallet_id', '--countries', 'DE'],
    ...['--account-pattern', '^.+$', '--account-hint', iban],
  ];
  await run(['methods', 'add', 'bank', ...bank]);
  await ask('bank', { amount: '2.5', account: iban });
  await run(['rates', 'set', 'JPY', '151.9']);
  await run(['methods', 'add', 'bank', ...bank, '--currency', 'JPY']);
  await domain.settings.refresh();
  // 1.2345 EUR is not in whole cents, but is paid as 187 yen
  await ask('bank', { amount: '1.2345', account: iban });
  const { out } = await exported('bank', 'pain.001', 'bank.xml');
  expect(out).toContain('2 payments, 3.7345 EUR, to be paid as 187 JPY');
  const text = await readOut('bank.xml');
  expect(text.match(/<InstdAmt.*?<\/InstdAmt>/g)).toEqual([
    '<InstdAmt Ccy="EUR">2.50</InstdAmt>',
    '<InstdAmt Ccy="JPY">187</InstdAmt>',
  ]);
  expect(text).toContain('<NbOfTxs>2</NbOfTxs><CtrlSum>189.50</CtrlSum>');
  await run(['methods', 'add', 'paypal', ...bank, '--currency', 'JPY', '--rounding', '50']);
  await ask('paypal', { amount: '1.2345', account: 'ada@example.org' });
  await exported('paypal', 'paypal-csv', 'paypal.csv');
  expect(await readOut('paypal.csv')).toMatch(/^ada@example\.org,150,JPY,B\d+-W\d+,/);
});

test('a method that pays in the product’s own currency needs no rate, and still rounds', async () => {
  const own = ['--currency', 'EUR', '--rounding', '0.05'];
  expect((await addMpesa(...own)).out).toContain('currency: EUR\nrounding: 0.05\nrate: 1\n');
  const user = await kenyan();
  const { withdrawal } = await withdraw(domain.context(), user, { amount: '4.9999' });
  expect(withdrawal.pay).toEqual({ currency: 'EUR', amount: '4.95', rate: '1' });
});

test('the product’s currency cannot change once there are entries, and the ledger verifies', async () => {
  expect(await run(['config', 'set', 'product.currency', 'USD'])).toMatchObject({
    status: 1,
    err: 'product.currency: cannot change, because entries or deposits are in EUR already',
  });
  expect((await run(['config', 'set', 'product.currency', 'EUR'])).status).toBe(0);
  expect((await verifyLedger(domain.pool)).differences).toEqual([]);
});
