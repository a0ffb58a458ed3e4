import { expect, test } from 'vitest';
import { expectAnswer, expectRefusal } from './coverage.ts';
import { preparePayout } from './payout.ts';
import type { TestServer } from './server.ts';

const INFO = {
  country: 'KE',
  method: 'test_kes',
  recipient_name: 'Amina Otieno',
  account: '254712345678',
};

/** Tests a method that pays in Kenyan shillings. */
export function ownCurrency(server: () => TestServer): void {
  test('an amount in the method’s currency is shown, enforced and stored', async () => {
    const { domain } = server();
    await domain.pool.query(
      `insert into payout_method (method, name, account_type, countries, account_pattern,
         account_hint, position, currency, rounding)
       values ('test_kes', 'M-Pesa', 'phone', '{KE}', '^[0-9]{6,}$', '2547…', 901, 'KES', 100)`,
    );
    await domain.configure({ 'rates.KES': '129.5' });
    const { client } = await server().user({ country: 'KE' });
    await preparePayout({ client }, INFO);
    const { list } = await expectAnswer(client, 'withdrawalMethods', { country: 'KE' });
    expect(list).toMatchObject([{ method: 'test_kes', currency: 'KES' }]);
    expect(await expectAnswer(client, 'withdrawConfig')).toMatchObject({
      currency: 'USD',
      pay: { currency: 'KES', rate: '129.5', rounding: '1.00' },
    });
    const shown = { currency: 'KES', amount: '129.00' };
    await domain.configure({ 'rates.KES': '130.1' });
    await expectRefusal(client, 'withdraw', { amount: '1', pay: shown }, 'pay_changed');
    await domain.configure({ 'rates.KES': '' });
    await expectRefusal(client, 'withdraw', { amount: '1', pay: shown }, 'unknown_method');
    await domain.configure({ 'rates.KES': '129.5' });
    const { withdrawal } = await expectAnswer(client, 'withdraw', { amount: '1', pay: shown });
    expect(withdrawal.pay).toEqual({ ...shown, rate: '129.5' });
    expect((await expectAnswer(client, 'withdrawConfig')).pending).toEqual(withdrawal);
    expect((await expectAnswer(client, 'withdrawals')).list).toEqual([withdrawal]);
    const cancelled = await expectAnswer(client, 'cancelWithdrawal', { id: withdrawal.id });
    expect(cancelled.withdrawal.pay).toEqual(withdrawal.pay);
  });
}
