import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { domain, json } from './operator.setup.ts';
import {
  ask,
  exportAs,
  file,
  inFolder,
  method,
  setUpBatch,
  setUpPayouts,
  stepsOf,
} from './payouts.setup.ts';

setUpPayouts();
setUpBatch();
const IBAN = 'DE89370400440532013000';

test('a request whose account the file’s format cannot pay is left out, listed, and stays pending', async () => {
  await domain.configure({
    'payout.debtor_name': 'Clips & Co',
    'payout.debtor_iban': IBAN,
    'payout.debtor_bic': 'COBADEFFXXX',
  });
  const asked = [];
  for (const [name, account] of [
    ['Ada', IBAN],
    ['Bo', 'bo@mail.example'],
    ['Chi', '+254712345678'],
  ] as const) {
    asked.push((await ask(method, { name, account })).id);
  }
  const [bank, email, phone] = asked;
  const refused = 'left out, the format does not pay to such an account: 2: ';
  expect((await exportAs('pain.001')).out).toContain(
    `1 payment, 5.0000 USD\n${refused}${email} "Bo"; ${phone} "Chi"`,
  );
  expect(await stepsOf(asked)).toEqual(['processing', 'pending', 'pending']);
  await rm(inFolder(file));
  const wrong = await exportAs('pain.001');
  expect(wrong).toMatchObject({
    status: 1,
    err: expect.stringContaining(`no request can be paid by ${method}`),
  });
  expect(wrong.err).toContain(refused);
  const last = (await ask(method, { name: 'Dina', account: IBAN })).id;
  const { answer } = await json(
    ...['payouts', 'export', '--method', method, '--format', 'paypal-csv'],
    ...['--out', inFolder(file), '--yes'],
  );
  expect(answer).toMatchObject({ payments: 1, left_out: { not_of_format: [phone, last] } });
  expect(await stepsOf([bank ?? 0, email ?? 0, phone ?? 0, last])).toEqual([
    'processing',
    'processing',
    'pending',
    'pending',
  ]);
});
