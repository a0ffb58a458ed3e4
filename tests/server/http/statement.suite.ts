import { describe, expect, test } from 'vitest';
import { approveWithdrawal } from '../../../server/domain/settlement.ts';
import { expectAnswer } from './coverage.ts';
import { preparePayout } from './payout.ts';
import type { TestServer } from './server.ts';

export function statementCalls(server: () => TestServer): void {
  describe('statement', () => stating(server));
}

function stating(server: () => TestServer): void {
  test('has a year by month, also in the currency of the user’s country', async () => {
    const { domain } = server();
    await domain.pool.query(
      `insert into payout_method (method, name, account_type, countries, account_pattern,
         account_hint, position, currency, rounding)
       values ('stated_tzs', 'M-Pesa', 'phone', '{TZ}', '^[0-9]{6,}$', '2557…', 902, 'TZS', 100)`,
    );
    await domain.configure({ 'rates.TZS': '130' });
    const { client } = await server().user({ country: 'TZ' });
    const payee = { country: 'TZ', method: 'stated_tzs', recipient_name: 'Amina Otieno' };
    await preparePayout({ client }, { ...payee, account: '255712345679' });
    const pay = { currency: 'TZS', amount: '130.00' };
    const { withdrawal } = await expectAnswer(client, 'withdraw', { amount: '1', pay });
    await approveWithdrawal(domain.pool, withdrawal.id, domain.now());
    const year = domain.now().getUTCFullYear();
    const told = await expectAnswer(client, 'statement', { year });
    expect(told).toMatchObject({ year, years: [year], currency: 'USD', local_currency: 'TZS' });
    const one = { amount: '1.0000', local_amount: '130.00' };
    expect(told.whole_year).toMatchObject({
      earned: one,
      earned_by: [{ type: 'new_user_reward', ...one }],
      paid_out: one,
      arrived: [pay],
    });
    // a rate that is removed on the day on which it was set does not stay the rate of that day
    await domain.configure({ 'rates.TZS': '' });
    const { local_currency, whole_year } = await expectAnswer(client, 'statement');
    expect({ local_currency, paid_out: whole_year.paid_out, arrived: whole_year.arrived }).toEqual({
      local_currency: null,
      paid_out: { amount: '1.0000', local_amount: null },
      arrived: [pay],
    });
  });

  test('refuses a malformed year', async () => {
    const { client } = await server().user();
    for (const year of ['1999', '10000', '2026.5', 'x']) {
      const { status } = await client.send('statement', { year });
      expect(status).toBe(400);
    }
  });
}
