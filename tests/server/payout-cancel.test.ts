import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { inTransaction } from '../../server/database/database.ts';
import { cancelBatch } from '../../server/domain/payout-cancel.ts';
import { importResults } from '../../server/domain/payout-results.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { withdrawConfig } from '../../server/domain/withdrawals.ts';
import { writeBatch } from '../../server/operator/payouts/export.ts';
import { domain, json, run } from './operator.setup.ts';
import {
  type Asked,
  ask,
  exportAs,
  file,
  inFolder,
  method,
  newestBatch,
  readOut,
  runOperatorCommand,
  setUpBatch,
  setUpPayouts,
  stepsOf,
} from './payouts.setup.ts';
import { untilLockWait } from './support.ts';

setUpPayouts();
setUpBatch();

const WHY = 'It was for another bank';

/** Exports the requests of two new users in one batch. */
async function exported(): Promise<{ asked: Asked[]; ids: number[]; batch: number }> {
  const asked = [await ask(method), await ask(method, { amount: '7' })];
  await exportAs('csv');
  return { asked, ids: asked.map(({ id }) => id), batch: await newestBatch() };
}

const cancel = (batch: number) =>
  run(['payouts', 'cancel', String(batch), '--reason', WHY, '--as', 'bo']);

/** Writes the batch's file with this result for each payment. @returns its path */
async function filledIn(result: string): Promise<string> {
  const path = inFolder(`${file}.results`);
  await writeFile(path, (await readOut(file)).replace(/,,\r\n/g, `,${result},\r\n`));
  return path;
}

test('a batch is cancelled with its reason in the log, and its requests are exported again', async () => {
  const { asked, ids, batch } = await exported();
  expect((await run(['payouts', 'cancel', String(batch)])).status).toBe(2);
  expect(await cancel(batch)).toEqual({
    status: 0,
    out: `batch ${batch} is cancelled: 2 requests, 12.0000 USD, are pending again\nits file must not be sent`,
    err: '',
  });
  expect(await stepsOf(ids)).toEqual(['pending', 'pending']);
  expect((await json('audit', 'list', '--limit', '1')).answer).toMatchObject([
    {
      who: 'bo',
      action: 'payouts cancel',
      what: { words: [String(batch)], withdrawals: ids, amount: '12.0000' },
      reason: WHY,
    },
  ]);
  expect((await run(['payouts', 'list'])).out).toMatch(new RegExp(`^${batch} .*CANCELLED$`, 'm'));
  const config = await withdrawConfig(domain.context(), asked[0]?.user as never, {});
  expect(config.pending).toMatchObject({ step: 'pending', steps: [{ step: 'pending' }] });
  expect(await cancel(batch)).toMatchObject({
    status: 1,
    err: `batch ${batch} is cancelled already`,
  });
  expect(await cancel(4711)).toMatchObject({ status: 1, err: 'there is no batch 4711' });
  const args = { values: { method, format: 'csv', out: inFolder(`${file}.anew`) } };
  await runOperatorCommand('payouts export', args);
  expect(await readOut(`${file}.anew`)).toContain(`B${batch + 1}-W${ids[0]},5.0000`);
});

test('a cancelled batch’s file is not written again, and its results are refused with a reason', async () => {
  const { ids, batch } = await exported();
  const results = await filledIn('paid');
  await cancel(batch);
  const path = inFolder(`${file}-for-reading.csv`);
  for (const argv of [
    ['payouts', 'export', '--batch', String(batch), '--out', inFolder(`${file}2`)],
    ['payouts', 'sheet', String(batch), '--out', path],
  ]) {
    const err = `batch ${batch} is cancelled: it has no file`;
    expect(await run(argv)).toEqual({ status: 1, out: '', err });
  }
  const refused = `batch ${batch} is cancelled: nothing of it is taken over`;
  const { status, answer } = await json('payouts', 'import', results);
  expect({ status, ...answer }).toMatchObject({
    status: 1,
    paid: 0,
    unmatched: ids.map((id) => ({
      reference: `B${batch}-W${id}`,
      why: `${refused}; withdrawal ${id} is pending`,
    })),
  });
  const whole = inFolder(`${file}.xml`);
  await writeFile(
    whole,
    `<Document><CstmrPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>B${batch}</OrgnlMsgId>
     <GrpSts>ACSC</GrpSts></OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>`,
  );
  expect((await json('payouts', 'import', whole)).answer.unmatched).toEqual([
    { reference: `B${batch}`, why: refused },
  ]);
  await runOperatorCommand('payouts export', {
    values: { method, format: 'csv', out: inFolder(`${file}3`) },
  });
  expect((await json('payouts', 'import', results)).answer.unmatched[0].why).toBe(
    `${refused}; withdrawal ${ids[0]} is processing in batch ${batch + 1}`,
  );
  expect(await stepsOf(ids)).toEqual(['processing', 'processing']);
});

test.each(['paid', 'failed'])(
  'a batch with one payment that is %s cannot be cancelled',
  async (result) => {
    const { ids, batch } = await exported();
    const path = inFolder(`${file}.one`);
    await writeFile(path, `reference,result\nB${batch}-W${ids[0]},${result}\n`);
    await run(['payouts', 'import', path]);
    const entries = (await json('audit', 'list', '--limit', '100000')).answer.length;
    expect(await cancel(batch)).toEqual({
      status: 1,
      out: '',
      err: `batch ${batch} cannot be cancelled: the results of 1 of its 2 payments are known`,
    });
    expect(await stepsOf(ids)).toEqual([result, 'processing']);
    expect((await json('audit', 'list', '--limit', '100000')).answer.length).toBe(entries);
  },
);

test('an export whose batch is cancelled meanwhile fails, and says not to send its file', async () => {
  const { batch } = await exported();
  const out = inFolder(`${file}.late`);
  const { disk } = await import('../../server/operator/payouts/disk.ts');
  const slow = {
    ...disk,
    sync: async () => {
      await cancel(batch);
    },
  };
  const job = { batchId: BigInt(batch), out, disk: slow, now: domain.now() };
  await expect(writeBatch(domain.pool, job)).rejects.toThrow(
    `batch ${batch} is cancelled: do not send ${out}`,
  );
  expect(await readFile(out, 'utf8')).toContain(`B${batch}-W`);
});

const resultsOf = (batch: number, ids: readonly number[]) => ({
  whole: [],
  results: ids.map((id) => {
    return {
      reference: `B${batch}-W${id}`,
      outcome: 'paid',
      reason: '',
      ...{ amount: null, currency: null },
    } as const;
  }),
});

test('an import waits for the cancellation before it, and changes no request', async () => {
  const { ids, batch } = await exported();
  const client = await domain.pool.connect();
  await client.query('begin');
  await cancelBatch(client, BigInt(batch), domain.now());
  const second = inTransaction(domain.pool, (db) =>
    importResults(db, resultsOf(batch, ids), domain.now(), 'USD'),
  );
  await untilLockWait(domain.pool, second);
  await client.query('commit');
  client.release();
  expect(await second).toMatchObject({ paid: 0, unmatched: [{}, {}] });
  expect(await stepsOf(ids)).toEqual(['pending', 'pending']);
});

test('a cancellation waits for the import before it, and is refused', async () => {
  const { ids, batch } = await exported();
  const client = await domain.pool.connect();
  await client.query('begin');
  await importResults(client, resultsOf(batch, ids.slice(0, 1)), domain.now(), 'USD');
  const second = inTransaction(domain.pool, (db) => cancelBatch(db, BigInt(batch), domain.now()));
  const refused = expect(second).rejects.toThrow('cannot be cancelled');
  await untilLockWait(domain.pool, second);
  await client.query('commit');
  client.release();
  await refused;
  expect(await stepsOf(ids)).toEqual(['paid', 'processing']);
});

test('when cancellations and imports of a batch race, one takes effect, for all requests', async () => {
  for (let round = 0; round < 6; round += 1) {
    const asked = [await ask(method), await ask(method), await ask(method)];
    const ids = asked.map(({ id }) => id);
    const out = inFolder(`${file}.race${round}`);
    await runOperatorCommand('payouts export', { values: { method, format: 'csv', out } });
    const batch = await newestBatch();
    const path = inFolder(`${file}.race${round}.results`);
    await writeFile(path, (await readFile(out, 'utf8')).replace(/,,\r\n/g, ',paid,\r\n'));
    const order = { positionals: [String(batch)], values: { reason: WHY } };
    const done = await Promise.allSettled([
      ...[1, 2].map(() => runOperatorCommand('payouts cancel', order)),
      ...[1, 2].map(() => runOperatorCommand('payouts import', { positionals: [path] })),
    ]);
    const cancelled = done.slice(0, 2).filter(({ status }) => status === 'fulfilled').length;
    const steps = new Set(await stepsOf(ids));
    expect([...steps]).toEqual([cancelled === 1 ? 'pending' : 'paid']);
    expect(cancelled).toBeLessThan(2);
    expect(done.slice(2).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    for (const id of cancelled ? ids : []) {
      await runOperatorCommand('withdrawals reject', {
        positionals: [String(id)],
        values: { reason: 'end' },
      });
    }
  }
});

test('a person’s timeline names both batches, and the ledger verifies', async () => {
  const { ids, batch, asked } = await exported();
  await cancel(batch);
  const anew = inFolder(`${file}4`);
  await run(['payouts', 'export', '--method', method, '--format', 'csv', '--out', anew, '--yes']);
  const { rows } = await domain.pool.query('select username from account where user_id = $1', [
    asked[0]?.user.userId,
  ]);
  const { out } = await run(['users', 'timeline', rows[0].username, '--since', '2020-01-01']);
  const name = `withdrawal ${ids[0]} of 5.0000`;
  const told = out.split('\n').filter((line) => line.includes(`${name} `));
  expect(told.map((line) => line.slice(line.indexOf(name) + name.length + 1)).slice(1)).toEqual([
    `was exported in batch ${batch}`,
    `was taken out of batch ${batch}, which was cancelled`,
    `was exported in batch ${batch + 1}`,
  ]);
  expect((await verifyLedger(domain.pool)).differences).toEqual([]);
});
