import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { inTransaction } from '../../server/database/database.ts';
import { correctBalance } from '../../server/domain/corrections.ts';
import { depositFunds } from '../../server/domain/funding.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { withdrawals } from '../../server/domain/withdrawals.ts';
import { domain, json, run } from './operator.setup.ts';
import {
  ask,
  exportAs,
  file,
  inFolder,
  method,
  newestBatch,
  setUpBatch,
  setUpPayouts,
  stepsOf,
} from './payouts.setup.ts';
import { untilLockWait } from './support.ts';

setUpPayouts();
setUpBatch();

async function importText(text: string) {
  const path = inFolder(`${file}.results`);
  await writeFile(path, text);
  const { status, out, err } = await run(['payouts', 'import', path, '--json']);
  return { status, err, answer: out && JSON.parse(out) };
}

/** A bank's report. @param group XML about the batch @param transfers XML about its payments */
const pain002 = (group: string, transfers: string) =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03">
   <CstmrPmtStsRpt><OrgnlGrpInfAndSts>${group}</OrgnlGrpInfAndSts>
   <OrgnlPmtInfAndSts>${transfers}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`;
const status = (reference: string, code: string, more = '') =>
  `<TxInfAndSts><OrgnlEndToEndId>${reference}</OrgnlEndToEndId><TxSts>${code}</TxSts>${more}</TxInfAndSts>`;
const reason = (code: string) => `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf>`;

test('pain.002: payments are settled, rejected with a readable reason, or still open', async () => {
  const asked = [];
  for (let index = 0; index < 4; index += 1) asked.push(await ask(method));
  await exportAs('csv');
  const batch = await newestBatch();
  const [paid, closed, open, other] = asked.map(({ id }) => `B${batch}-W${id}`);
  const report = pain002(
    `<OrgnlMsgId>B${batch}</OrgnlMsgId><GrpSts>PART</GrpSts>`,
    status(paid ?? '', 'ACSC') +
      status(closed ?? '', 'RJCT', reason('AC04')) +
      status(open ?? '', 'ACSP') +
      status(
        other ?? '',
        'ACCC',
        '<OrgnlTxRef><Amt><InstdAmt Ccy="USD">5.00</InstdAmt></Amt></OrgnlTxRef>',
      ),
  );
  const counts = { paid: 2, failed: 1, already: 0, open: 1, unmatched: [] };
  expect(await importText(report)).toEqual({ status: 0, err: '', answer: counts });
  expect(await stepsOf(asked.map(({ id }) => id))).toEqual([
    'paid',
    'failed',
    'processing',
    'paid',
  ]);
  const page = { page: 1, limit: 1 };
  const user = asked[1]?.user;
  if (!user) throw new Error('nobody asked');
  expect((await withdrawals(domain.context(), user, page)).list).toMatchObject([
    { status: 'rejected', step: 'failed', reason: 'The account is closed or blocked.' },
  ]);
  const again = { paid: 0, failed: 0, already: 3, open: 1, unmatched: [] };
  expect(await importText(report)).toEqual({ status: 0, err: '', answer: again });
  const whole = pain002(
    `<OrgnlMsgId>B${batch}</OrgnlMsgId><GrpSts>RJCT</GrpSts>`,
    status(paid ?? '', 'ACSC'),
  );
  expect(await importText(whole)).toMatchObject({
    status: 1,
    answer: { failed: 1, already: 2, unmatched: [{ reference: other }] },
  });
});

/** Reports that reject a batch, a part of it or each of its payments as a duplicate. */
const copies: Record<string, (batch: string, payments: readonly string[]) => string> = {
  group: (batch) =>
    pain002(`<OrgnlMsgId>${batch}</OrgnlMsgId><GrpSts>RJCT</GrpSts>${reason('DU01')}`, ''),
  part: (batch) =>
    pain002(
      `<OrgnlMsgId>${batch}</OrgnlMsgId>`,
      `<OrgnlPmtInfId>${batch}</OrgnlPmtInfId><PmtInfSts>RJCT</PmtInfSts>${reason('DU02')}`,
    ),
  payments: (batch, payments) =>
    pain002(
      `<OrgnlMsgId>${batch}</OrgnlMsgId><GrpSts>RJCT</GrpSts>`,
      payments.map((each, at) => status(each, 'RJCT', reason(at ? 'DU04' : 'AM05'))).join(''),
    ),
  'group, and each payment without a reason': (batch, payments) =>
    pain002(
      `<OrgnlMsgId>${batch}</OrgnlMsgId>${reason('AM05')}`,
      payments.map((each) => status(each, 'RJCT')).join(''),
    ),
  'part, and each payment without a reason': (batch, payments) =>
    pain002(
      '',
      `<OrgnlPmtInfId>${batch}</OrgnlPmtInfId><PmtInfSts>RJCT</PmtInfSts>${reason('DU05')}` +
        payments.map((each) => status(each, 'RJCT')).join(''),
    ),
};

test.each(Object.keys(copies))('pain.002: a duplicate fails no withdrawal: %s', async (level) => {
  const asked = [await ask(method), await ask(method)];
  const ids = asked.map(({ id }) => id);
  await exportAs('csv');
  const batch = `B${await newestBatch()}`;
  const payments = ids.map((id) => `${batch}-W${id}`);
  const report = copies[level]?.(batch, payments) ?? '';
  const said = level === 'group' || level === 'part' ? [batch] : payments;
  const why =
    'the bank rejected this payment as a duplicate, so the first payment is under way: the withdrawal stays open';
  const unmatched = said.map((reference) => ({ reference, why }));
  expect(await importText(report)).toEqual({
    status: 1,
    err: '',
    answer: { paid: 0, failed: 0, already: 0, open: 2, unmatched },
  });
  expect(await stepsOf(ids)).toEqual(['processing', 'processing']);
  // the bank's report on the first copy counts
  const first = payments.map((each) => status(each, 'ACSC')).join('');
  expect(await importText(pain002('', first))).toMatchObject({ status: 0, answer: { paid: 2 } });
  expect(await importText(report)).toEqual({
    status: 0,
    err: '',
    answer: { paid: 0, failed: 0, already: 2, open: 0, unmatched: [] },
  });
});

test('csv: lines that do not match are listed and ignored, all others are imported once', async () => {
  const asked = [];
  for (let index = 0; index < 6; index += 1) asked.push(await ask(method, { amount: '5.0001' }));
  await exportAs('csv');
  const batch = await newestBatch();
  const [a, b, c, d, e, f] = asked.map(({ id }) => `B${batch}-W${id}`);
  const text = [
    '\uFEFFreference;result;reason;amount',
    `${a};PAID;;5.0001`,
    `${b};failed;"closed; since ""May""";`,
    `${c};paid;;5.00`,
    `${d};paid;;`,
    `${d};failed;;`,
    `${e};;;`,
    `${f};failed;;`,
    'B9-W9;paid;;',
    '',
  ].join('\n');
  const unmatched = [
    { reference: d, why: 'the file names this payment twice, with different results' },
    { reference: c, why: 'the payment is of 5.0001 USD, not of 5.0000' },
    { reference: 'B9-W9', why: 'no payment has this reference' },
  ];
  const first = await importText(text);
  expect(first).toEqual({
    status: 1,
    err: '',
    answer: { paid: 1, failed: 2, already: 0, open: 1, unmatched: expect.anything() },
  });
  expect(first.answer.unmatched).toHaveLength(3);
  expect(first.answer.unmatched).toEqual(expect.arrayContaining(unmatched));
  expect(await stepsOf(asked.map(({ id }) => id))).toEqual([
    ...['paid', 'failed', 'processing', 'processing', 'processing', 'failed'],
  ]);
  expect(await importText(text)).toMatchObject({ status: 1, answer: { paid: 0, already: 3 } });
  expect(await importText(`reference,result\n${a},failed\n`)).toMatchObject({
    status: 1,
    answer: { unmatched: [{ reference: a, why: expect.stringContaining('withdrawals return') }] },
  });
  const returned = ['withdrawals', 'return', String(asked[0]?.id), '--reason', 'Sent back'];
  expect((await run(returned)).status).toBe(0);
  expect(await importText(`reference,result\n${a},paid\n`)).toMatchObject({
    status: 0,
    answer: { already: 1 },
  });
  const { answer } = await json('payouts', 'show', String(batch));
  expect(answer).toMatchObject({
    ...{ payments: 6, open: 3, paid: 0, failed: 2, returned: 1, who: 'ann' },
    written_at: expect.any(String),
  });
  expect(answer.lines[1]).toMatchObject({ step: 'failed', reason: 'closed; since "May"' });
  expect(answer.lines[5]).toMatchObject({ reason: 'payout_refused' });
});

test('an import that waits for one wallet does not block the claims of other members', async () => {
  const [failed, paid] = [await ask(method), await ask(method)];
  await exportAs('csv');
  const batch = await newestBatch();
  await depositFunds(domain.pool, 1_000_000_000n, 'a test', domain.now());
  await domain.configure({ 'funding.enforce': 'true' });
  // the failed payout repays this debt, so the import reduces the promised sum in `funding`
  const debt = { amount: -1_000_000n, reason: 'a test' };
  await correctBalance(domain.pool, failed.user.userId, debt, domain.now());
  const importing = await inTransaction(domain.pool, async (claim) => {
    await claim.query('select from wallet where user_id = $1 for update', [paid.user.userId]);
    const text = `reference,result\nB${batch}-W${failed.id},failed\nB${batch}-W${paid.id},paid\n`;
    const waiting = importText(text);
    await untilLockWait(domain.pool);
    await domain.pool.query('select from funding for update nowait');
    return [waiting];
  });
  expect(await importing[0]).toMatchObject({ status: 0, answer: { paid: 1, failed: 1 } });
  await domain.configure({ 'funding.enforce': 'false' });
});

test.each([
  [
    '<Document',
    'the file is no XML, or it is incomplete (unexpected end of input): get the file from the bank again',
  ],
  ['<Document><Other/></Document>', 'the file is no payment status report'],
  ['reference,result\nx,failed\0\n', 'holds a sign that was lost, or is not in utf-8'],
  [
    pain002('', status('x', 'RJCT', '<AddtlInf>&#0;</AddtlInf>')),
    'no XML: it contains the character NUL',
  ],
  ['a,b\n1,2\n', 'the first line must name the columns: reference, result'],
  ['reference,reason\nx,\n', 'the first line must name the columns: result'],
  ['reference,result,result\nx,paid,failed\n', 'the first line names the column "result" twice'],
  ['', 'the first line must name the columns: reference, result'],
  ['reference,result\n\n', 'the file has no entries'],
  ['reference,result\nx,perhaps\n', 'line 2: result must be paid or failed'],
  ['reference,result\n"x,paid\n', 'a quote is not closed'],
  ['reference,result\nx\n', 'line 2 has 1 cells, not 2'],
  ['reference,result,amount\nx,paid,1.23456\n', '"1.23456" is no amount'],
])('a file without valid results is refused: %j', async (text, message) => {
  expect(await importText(text)).toMatchObject({
    status: 1,
    err: expect.stringContaining(message),
  });
});

test('the ledger verifies after all imported results of this file', async () => {
  expect((await verifyLedger(domain.pool)).differences).toEqual([]);
});
