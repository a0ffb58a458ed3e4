import { expect, test } from 'vitest';
import { domain, run } from './operator.setup.ts';
import { ask, exportAs, file, method, readOut, setUpBatch, setUpPayouts } from './payouts.setup.ts';

setUpPayouts();
setUpBatch();

test.each([
  { currency: 'JPY', whole: ['5', '7'], parts: '5.5', total: '12' },
  { currency: 'USD', whole: ['5.25', '7.00'], parts: '5.255', total: '12.25' },
  { currency: 'KWD', whole: ['5.255', '7.000'], parts: '5.2555', total: '12.255' },
])(
  'payout files have amounts with the decimal places of $currency, and leave out amounts with more',
  async (of) => {
    await domain.configure({ 'payout.debtor_name': 'Clips & Co' });
    await domain.configure({ 'payout.debtor_iban': 'DE89370400440532013000' });
    await domain.configure({ 'payout.debtor_bic': 'COBADEFFXXX' });
    // set by SQL: the command refuses another currency, because the previous case has left entries
    await domain.pool.query(
      `insert into setting (key, value) values ('product.currency', $1)
     on conflict (key) do update set value = excluded.value`,
      [of.currency],
    );
    await domain.pool.query('update setting_version set version = version + 1');
    await domain.settings.refresh();
    for (const amount of of.whole) await ask(method, { amount });
    const { id } = await ask(method, { amount: of.parts });
    expect((await exportAs('pain.001')).out).toContain(
      `left out, the format cannot write the amount or the account exactly: 1: ${id} "`,
    );
    const text = await readOut(file);
    const sums = [...text.matchAll(/<InstdAmt Ccy="(.+?)">(.+?)</g)].map(([, ...sum]) => sum);
    expect(sums).toEqual(of.whole.map((amount) => [of.currency, amount]));
    expect(text).toContain(`<CtrlSum>${of.total}</CtrlSum>`);
    expect((await run(['payouts', 'list'])).status).toBe(0);
  },
);
