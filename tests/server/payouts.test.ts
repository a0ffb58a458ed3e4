import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { DOMParser } from '@xmldom/xmldom';
import { expect, test } from 'vitest';
import { verifyLedger } from '../../server/domain/verify.ts';
import { domain, json, run } from './operator.setup.ts';
import {
  ask,
  exportAs,
  file,
  folder,
  inFolder,
  method,
  newestBatch,
  readOut,
  setUpBatch,
  setUpPayouts,
  stepsOf,
  written,
} from './payouts.setup.ts';

setUpPayouts();
setUpBatch();
const IBAN = 'DE89370400440532013000';

test('csv: every cell is exact, and the copy for people has no cell that a spreadsheet computes', async () => {
  const cells = [
    { amount: '5.0001', name: '=HYPERLINK("http://x","y")', account: '+63917000000' },
    { amount: '7', name: 'Anna, "Bo" & Co; Ö', account: '@anna' },
    { amount: '1.5', name: '＝2+3', account: 'de89 3704-0044-0532-0130-00' },
  ];
  const ids = [];
  for (const cell of cells) ids.push((await ask(method, cell)).id);
  const { status, out } = await exportAs('csv');
  expect({ status, out }).toEqual({
    status: 0,
    out: `batch 1: 3 payments, 13.5001 USD\n${inFolder(file)}`,
  });
  const [a, b, c] = ids.map((id) => `B1-W${id}`);
  const people = 'DE89 3704 0044 0532 0130 00';
  const lines = (guard: string, iban: string) =>
    [
      'reference,amount,currency,method,country,recipient_name,account,account_type,result,reason',
      `${a},5.0001,USD,${method},DE,"${guard}=HYPERLINK(""http://x"",""y"")",${guard}+63917000000,wallet_id,,`,
      `${b},7.0000,USD,${method},DE,"Anna, ""Bo"" & Co; Ö",${guard}@anna,wallet_id,,`,
      `${c},1.5000,USD,${method},DE,${guard}＝2+3,${iban},wallet_id,,`,
      '',
    ].join('\r\n');
  expect(await readOut(file)).toBe(lines('', IBAN));
  const sheet = 'batch-for-reading.csv';
  expect(await run(['payouts', 'sheet', '1', '--out', inFolder('batch.csv')])).toMatchObject({
    status: 2,
  });
  const drawSheet = () => run(['payouts', 'sheet', '1', '--out', inFolder(sheet)]);
  // without an entry in the log of changes there is no file either
  const refused = "audit add constraint refused check (action <> 'payouts sheet')";
  await domain.pool.query(`alter table ${refused}`);
  expect((await drawSheet()).status).not.toBe(0);
  expect(await written()).not.toContain(sheet);
  await domain.pool.query('alter table audit drop constraint refused');
  expect((await drawSheet()).status).toBe(0);
  expect(await readOut(sheet)).toBe(lines("'", people));
  const shown = await json('payouts', 'show', '1');
  expect(shown.answer.lines[2]).toMatchObject({ account: '…3000' });
  expect((await stat(inFolder(file))).mode & 0o777).toBe(0o600);
  expect((await written()).filter((name) => name.includes('part'))).toEqual([]);
  expect(await stepsOf(ids)).toEqual(['processing', 'processing', 'processing']);
});

test('paypal-csv: amounts in whole cents and unchanged accounts, else the request is left out', async () => {
  const good = await ask(method, { amount: '12.34', account: 'ada@example.org' });
  const parts = await ask(method, { amount: '1.2345', account: 'bo@example.org' });
  const formula = await ask(method, { amount: '1', account: '=cmd@example.org' });
  const { out } = await exportAs('paypal-csv');
  expect(out).toContain(
    'left out, the format cannot write the amount or the account exactly: 2: ' +
      `${parts.id} "Ada Lovelace"; ${formula.id} "Ada Lovelace"`,
  );
  expect((await readOut(file)).replace(/B\d+-W\d+/, 'REFERENCE')).toBe(
    'ada@example.org,12.34,USD,REFERENCE,Your withdrawal,PayPal\r\n',
  );
  expect(await stepsOf([good.id, parts.id, formula.id])).toEqual([
    'processing',
    'pending',
    'pending',
  ]);
});

test('pain.001: refused until the debtor is set, then written as ISO 20022 defines it', async () => {
  const { id } = await ask(method, { amount: '12.3', name: 'Ödön <&> Co\u0007', account: IBAN });
  const other = await ask(method, { amount: '100', account: 'no-iban' });
  const unnamed = await ask(method, { amount: '7' });
  // a name as it was stored before names needed a letter
  await domain.pool.query('update withdrawal set recipient_name = $2 where withdrawal_id = $1', [
    unnamed.id,
    '_',
  ]);
  expect(await exportAs('pain.001')).toMatchObject({
    status: 1,
    err:
      'pain.001 needs the payer’s account: set payout.debtor_name, payout.debtor_iban, ' +
      'payout.debtor_bic (config set)',
  });
  expect(await stepsOf([id])).toEqual(['pending']);
  const set = (key: string, value: string) => run(['config', 'set', `payout.debtor_${key}`, value]);
  expect((await set('iban', 'DE89370400440532013001')).err).toContain('check sum');
  expect((await set('bic', 'COBADE')).err).toContain('BIC');
  await set('name', 'Clips & Co');
  await set('iban', 'de89 3704 0044 0532 0130 00');
  await set('bic', 'COBADEFFXXX');
  expect(await exportAs('pain.001')).toMatchObject({
    status: 0,
    out: expect.stringContaining(`left out, no bank can read the name: 1: ${unnamed.id} "_"`),
  });
  expect(await stepsOf([unnamed.id])).toEqual(['pending']);
  const text = await readOut(file);
  expect(new DOMParser().parseFromString(text, 'text/xml').documentElement?.namespaceURI).toBe(
    'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09',
  );
  const batch = /<MsgId>(B\d+)</.exec(text)?.[1];
  const transfer = (reference: string, amount: string, name: string, account: string) =>
    `<CdtTrfTxInf><PmtId><InstrId>${reference}</InstrId><EndToEndId>${reference}</EndToEndId></PmtId>` +
    `<Amt><InstdAmt Ccy="USD">${amount}</InstdAmt></Amt><Cdtr><Nm>${name}</Nm></Cdtr>` +
    `<CdtrAcct><Id>${account}</Id></CdtrAcct><RmtInf><Ustrd>${reference}</Ustrd></RmtInf></CdtTrfTxInf>`;
  const sums = '<NbOfTxs>2</NbOfTxs><CtrlSum>112.30</CtrlSum>';
  const day = /<Dt>(\d{4}-\d\d-\d\d)</.exec(text)?.[1];
  expect(text.replace(/<CreDtTm>[^<]+</, '<CreDtTm>NOW<')).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>' +
      `<GrpHdr><MsgId>${batch}</MsgId><CreDtTm>NOW</CreDtTm>${sums}` +
      '<InitgPty><Nm>Clips + Co</Nm></InitgPty></GrpHdr>' +
      `<PmtInf><PmtInfId>${batch}</PmtInfId><PmtMtd>TRF</PmtMtd>${sums}` +
      `<ReqdExctnDt><Dt>${day}</Dt></ReqdExctnDt><Dbtr><Nm>Clips + Co</Nm></Dbtr>` +
      `<DbtrAcct><Id><IBAN>${IBAN}</IBAN></Id></DbtrAcct>` +
      '<DbtrAgt><FinInstnId><BICFI>COBADEFFXXX</BICFI></FinInstnId></DbtrAgt><ChrgBr>SHAR</ChrgBr>' +
      transfer(`${batch}-W${id}`, '12.30', 'Odon + Co', `<IBAN>${IBAN}</IBAN>`) +
      transfer(`${batch}-W${other.id}`, '100.00', 'Ada Lovelace', '<Othr><Id>no-iban</Id></Othr>') +
      '</PmtInf></CstmrCdtTrfInitn></Document>\n',
  );
});

test('pain.001: an account is written whole and unchanged, or its request stays pending', async () => {
  await domain.configure({
    'payout.debtor_name': 'Clips & Co',
    'payout.debtor_iban': IBAN,
    'payout.debtor_bic': 'COBADEFFXXX',
  });
  const fit = ['7'.repeat(34), 'a b  c', 'mt84 MALT 0110 0001 2345 MTLC AST0 01S'];
  const unfit = [
    '7'.repeat(35),
    // its check sum is wrong
    'MT85 MALT 0110 0001 2345 MTLC AST0 01S',
    ...['a\u0007b', 'a\tb', 'a\u0085b', 'a\uFFFEb', 'a '],
  ];
  const asked = [];
  for (const account of [...fit, ...unfit]) {
    const one = await ask(method);
    // an account as it was stored before accounts were parsed
    await domain.pool.query('update withdrawal set account = $2 where withdrawal_id = $1', [
      one.id,
      account,
    ]);
    asked.push(one);
  }
  const { out } = await exportAs('pain.001');
  expect(out).toContain(
    '3 payments, 15.0000 USD\n' +
      `left out, the format cannot write the amount or the account exactly: ${unfit.length}: `,
  );
  expect(await stepsOf(asked.map(({ id }) => id))).toEqual([
    ...fit.map(() => 'processing'),
    ...unfit.map(() => 'pending'),
  ]);
  const accounts = [...(await readOut(file)).matchAll(/<CdtrAcct><Id>(.*?)<\/Id><\/CdtrAcct>/g)];
  expect(accounts.map(([, id]) => id)).toEqual([
    `<Othr><Id>${fit[0]}</Id></Othr>`,
    '<Othr><Id>a b  c</Id></Othr>',
    '<IBAN>MT84MALT011000012345MTLCAST001S</IBAN>',
  ]);
});

test('an export with an unknown method or format is refused with a reason', async () => {
  const words = ['payouts', 'export', '--out', inFolder('none.csv')];
  expect(await run([...words, '--method', 'nosuch', '--format', 'csv'])).toMatchObject({
    status: 1,
    err: 'there is no method "nosuch"',
  });
  const formats = '--format must be one of csv, paypal-csv, pain.001';
  for (const format of [[], ['--format', 'xml']]) {
    expect(await run([...words, '--method', method, ...format])).toMatchObject({
      status: 2,
      err: expect.stringContaining(formats),
    });
  }
});

test('a file is never overwritten, and a batch’s bytes can be written again', async () => {
  const { id } = await ask(method);
  await writeFile(inFolder(file), 'mine');
  expect((await exportAs('csv')).err).toBe(`${inFolder(file)} exists already`);
  expect([await readOut(file), await stepsOf([id])]).toEqual(['mine', ['pending']]);
  await rm(inFolder(file));
  await exportAs('csv');
  const batch = String(await newestBatch());
  const copy = inFolder(`${file}.copy`);
  expect((await run(['payouts', 'export', '--batch', batch, '--out', copy])).status).toBe(0);
  expect(await readFile(copy)).toEqual(await readFile(inFolder(file)));
  expect((await run(['payouts', 'export', '--batch', '777', '--out', `${copy}2`])).err).toBe(
    'there is no batch 777',
  );
  for (const more of [
    ['--method', method],
    ['--format', 'csv'],
    ['--limit', '1'],
    ['--with', '1'],
  ]) {
    const argv = ['payouts', 'export', '--batch', batch, '--out', `${copy}3`, ...more];
    expect((await run(argv)).status).toBe(2);
  }
});

test('a missing folder is reported before anything is put into a batch', async () => {
  const { id } = await ask(method);
  const path = `${folder}/nowhere/file`;
  const argv = ['payouts', 'export', '--method', method, '--format', 'csv', '--out', path, '--yes'];
  expect(await run(argv)).toEqual({ status: 1, out: '', err: `${folder}/nowhere is no folder` });
  expect(await stepsOf([id])).toEqual(['pending']);
});

test('the ledger verifies after all withdrawals of this file', async () => {
  expect((await verifyLedger(domain.pool)).differences).toEqual([]);
});
