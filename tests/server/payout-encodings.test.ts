import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectAnswer } from './http/coverage.ts';
import { addPayoutMethod, preparePayout } from './http/payout.ts';
import { server, setUpServer } from './http/server.setup.ts';
import type { User } from './http/server.ts';
import { run } from './timeline.support.ts';

setUpServer();

const WORDS = 'Konto gelöscht';
const PAGE = { page: 1, limit: 1 };
let exported = 0;

/** Runs a command. @returns its status, error text and answer */
async function operate(...argv: string[]) {
  const { status, out, err } = await run(...argv, '--json');
  return { status, err, answer: out && JSON.parse(out) };
}

/** Exports a new user's request. @returns the user, and the reference of the payment */
async function exportOne(): Promise<{ user: User; reference: string }> {
  await server.domain.configure({
    'withdraw.accounts_shared_max': '0',
    'review.account_hours': '0',
    'review.account_users': '100',
  });
  if (exported === 0) await addPayoutMethod(server.domain);
  exported += 1;
  const user = await server.user();
  await preparePayout(user);
  await expectAnswer(user.client, 'withdraw', { amount: '1' });
  const out = join(server.dataDir, `batch-${exported}.csv`);
  const way = ['--method', 'test_phone', '--format', 'csv', '--out', out, '--yes'];
  const { answer } = await operate('payouts', 'export', ...way);
  const shown = await operate('payouts', 'show', String(answer.batch));
  return { user, reference: shown.answer.lines[0].reference };
}

/** Imports results from a file in Latin-1. */
async function importBytes(text: string, ...options: string[]) {
  const file = join(server.dataDir, `results-${exported}`);
  await writeFile(file, text, 'latin1');
  return operate('payouts', 'import', file, ...options);
}

const csv = (reference: string) => `reference;result;reason\r\n${reference};failed;${WORDS}\r\n`;
const pain002 = (encoding: string) => (reference: string) =>
  `<?xml version="1.0" encoding="${encoding}"?>
  <Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"><CstmrPmtStsRpt>
  <OrgnlPmtInfAndSts><TxInfAndSts><OrgnlEndToEndId>${reference}</OrgnlEndToEndId>
  <TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>MS03</Cd></Rsn><AddtlInf>${WORDS}</AddtlInf></StsRsnInf>
  </TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`;

test.each([
  ['a CSV file of Excel in windows-1252', csv, ['--encoding', 'windows-1252']],
  ['a pain.002 in ISO-8859-1', pain002('ISO-8859-1'), []],
  ['a pain.002 in windows-1252', pain002('windows-1252'), []],
])('%s: the member reads the bank’s reason unchanged', async (_, write, options) => {
  const { user, reference } = await exportOne();
  expect(await importBytes(write(reference), ...options)).toMatchObject({
    ...{ status: 0, err: '' },
    answer: { failed: 1, unmatched: [] },
  });
  const { list } = await expectAnswer(user.client, 'withdrawals', PAGE);
  expect(list).toMatchObject([{ status: 'rejected', reason: WORDS }]);
});

test('a csv of Excel without a named encoding is refused, and the member is shown no reason', async () => {
  const { user, reference } = await exportOne();
  expect(await importBytes(csv(reference))).toMatchObject({
    status: 1,
    err: expect.stringMatching(/: line 2 is not in utf-8: save it as UTF-8, or name its encoding/),
  });
  const { list } = await expectAnswer(user.client, 'withdrawals', PAGE);
  expect(list).toMatchObject([{ status: 'pending', step: 'processing', reason: null }]);
});
