import { readFile, writeFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../server/domain/context.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { withdraw } from '../../server/domain/withdrawals.ts';
import { disk } from '../../server/operator/payouts/disk.ts';
import { CrashSimulator, SimulatedCrash } from './crash-simulator.ts';
import { domain } from './operator.setup.ts';
import { addMethod, ask, inFolder, runOperatorCommand, setUpPayouts } from './payouts.setup.ts';

setUpPayouts();

const users: Caller[] = [];
beforeAll(async () => {
  await domain.configure({ 'reward.download_app': '10000' });
  await addMethod('bank');
  for (let count = 0; count < 2; count += 1) users.push((await ask('bank', { amount: '1' })).user);
});

/** Runs a command as a process that may crash at any step. @returns whether the command succeeded */
async function runWithCrashes(
  simulator: CrashSimulator,
  name: string,
  positionals: string[],
  values: Record<string, string>,
): Promise<boolean> {
  try {
    await runOperatorCommand(
      name,
      { positionals, values },
      { disk: simulator.disk, pool: simulator.pool(domain.pool) },
    );
    return true;
  } catch (error) {
    // a crashed process reports no error
    if (!simulator.hasCrashed && !(error instanceof SimulatedCrash)) throw error;
    return false;
  } finally {
    await simulator.rolledBack();
  }
}

const neverCrashing = () => new CrashSimulator(0);
const exportTo = (simulator: CrashSimulator, out: string) =>
  runWithCrashes(simulator, 'payouts export', [], { method: 'bank', format: 'csv', out });

/** The three newest batches: stored file, requests, and the requests that are still processing. */
async function sent(): Promise<
  { batch: number; content: string; ids: number[]; open: number[] }[]
> {
  const { rows } = await domain.pool.query(
    `select batch_id::int as batch, convert_from(content, 'UTF8') as content,
       array(select withdrawal_id::int from withdrawal as w where w.batch_id = b.batch_id
         order by withdrawal_id) as ids,
       array(select withdrawal_id::int from withdrawal as w where w.batch_id = b.batch_id
         and step = 'processing' order by withdrawal_id) as open
     from payout_batch as b order by batch_id desc limit 3`,
  );
  return rows;
}

const idsIn = (content: string) => [...content.matchAll(/-W(\d+),/g)].map(([, id]) => Number(id));

/** Expects each request in its batch's stored file only, and a written file to equal a stored file. */
async function expectWhole(out: string): Promise<void> {
  const batches = await sent();
  for (const { content, ids } of batches) expect(idsIn(content)).toEqual(ids);
  const all = batches.flatMap(({ content }) => idsIn(content));
  expect(new Set(all).size).toBe(all.length);
  if (!(await disk.exists(inFolder(out)))) return;
  const file = await readFile(inFolder(out), 'utf8');
  expect(batches.map(({ content }) => content)).toContain(file);
}

/** Writes the results of the newest batch: the first request was paid, the others failed. */
async function answerTo(name: string): Promise<{ file: string; ids: number[] }> {
  const [newest] = await sent();
  const { batch, ids } = newest ?? { batch: 0, ids: [] };
  const lines = ids.map((id, index) => `B${batch}-W${id},${index === 0 ? 'paid' : 'failed'}`);
  await writeFile(inFolder(name), `reference,result\n${lines.join('\n')}\n`);
  return { file: inFolder(name), ids };
}

/** Requests a withdrawal for each user without an open request. */
async function askAgain(): Promise<void> {
  for (const user of users) {
    await withdraw(domain.context(), user, { amount: '1' }).catch((error) => {
      if (error.reason !== 'pending_exists') throw error;
    });
  }
}

const isPending = async () => {
  const { rowCount } = await domain.pool.query(`select from withdrawal where step = 'pending'`);
  expect([0, 2]).toContain(rowCount);
  return rowCount === 2;
};

/** Exports; after each crash, writes the file of the batch that has none. @returns the number of crashes */
async function exportWithCrash(name: string, crashPoints: readonly number[]): Promise<number> {
  let crashes = 0;
  for (const [run, crashesAt] of [...crashPoints, 0].entries()) {
    const simulator = new CrashSimulator(crashesAt);
    const out = `${name}.${run}`;
    const { rows } = await domain.pool.query<{ batch_id: bigint }>(
      'select batch_id from payout_batch where written_at is null',
    );
    const [lost] = rows;
    if (!lost && !(await isPending())) break;
    const values = lost && { batch: String(lost.batch_id), out };
    const isDone = await (values
      ? runWithCrashes(simulator, 'payouts export', [], values)
      : exportTo(simulator, out));
    await expectWhole(out);
    crashes += Number(!isDone);
  }
  expect(await isPending()).toBe(false);
  return crashes;
}

async function importWithCrash(name: string, crashPoints: readonly number[]): Promise<number> {
  const { file, ids } = await answerTo(name);
  expect(ids).toHaveLength(2);
  let crashes = 0;
  for (const crashesAt of [...crashPoints, 0]) {
    crashes += Number(
      !(await runWithCrashes(new CrashSimulator(crashesAt), 'payouts import', [file], {})),
    );
    // a file is imported as a whole, or not at all
    expect([0, 2]).toContain((await sent())[0]?.open.length);
  }
  expect((await sent())[0]?.open).toEqual([]);
  return crashes;
}

test('crashes between any two steps send no payment twice and lose none', async () => {
  const [out, back] = [neverCrashing(), neverCrashing()];
  await exportTo(out, 'first');
  const { file } = await answerTo('first.results');
  await runWithCrashes(back, 'payouts import', [file], {});
  expect(out.points).toBeGreaterThan(30);
  expect(back.points).toBeGreaterThanOrEqual(12);
  const around = (simulator: CrashSimulator, at: number) => 1 + (at % simulator.points);
  let crashes = 0;
  // further rounds would repeat the same crash points
  const ways = Math.max(out.points, back.points);
  for (let number = 0; number < ways; number += 1) {
    await askAgain();
    const crashPoints = [0, 11].map((later) => around(out, number + later));
    crashes += await exportWithCrash(`batch${number}`, crashPoints);
    const later = [0, 3, 6].map((step) => around(back, number + step));
    crashes += await importWithCrash(`batch${number}.results`, later);
  }
  expect(crashes).toBeGreaterThan(3 * ways);
  const { rows } = await domain.pool.query(
    `select step, count(*)::int from withdrawal group by step order by step`,
  );
  const [failed, paid] = rows;
  expect(rows.map(({ step }) => step)).toEqual(['failed', 'paid']);
  expect(failed.count).toBe(paid.count);
  expect((await verifyLedger(domain.pool)).differences).toEqual([]);
}, 300_000);
