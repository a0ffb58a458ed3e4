import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVitest } from 'vitest/node';
import { AsGiven, type Outcome, runTests } from '../running.ts';

/** A test file to run with one fault on. */
export interface Order {
  test: string;
  /** null: no fault is on */
  on: number | null;
}

export interface Answer extends Outcome {
  /** the faults whose code was run */
  reached: number[];
}

const IN_BROWSER = /^tests\/(browser|person)\/|^tests\/ui\/shell\./;

const [, , root = ''] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'clipurse-reached-'));
const reachedFile = join(folder, 'reached');

const vitest = await createVitest({
  root,
  config: join(root, 'scripts/mutants/switched/vitest.config.ts'),
  watch: false,
  bail: 1,
  retry: 0,
  maxWorkers: 1,
  // code that a module runs when it is loaded must run for every test file
  isolate: true,
  sequence: { sequencer: AsGiven },
  project: ['code', 'browser'],
  reporters: [{}],
});

async function run({ test, on }: Order): Promise<Answer> {
  const project = vitest.getProjectByName(IN_BROWSER.test(test) ? 'browser' : 'code');
  project.provide('switchedOn', on);
  project.provide('reachedFile', reachedFile);
  rmSync(reachedFile, { force: true });
  const outcome = await runTests(vitest, [project.createSpecification(join(root, test))]);
  const told = existsSync(reachedFile) ? readFileSync(reachedFile, 'utf8').match(/\d+/g) : null;
  return { ...outcome, reached: [...new Set(told ?? [])].map(Number) };
}

process.on('message', async (order: Order) => {
  const answer = await run(order);
  // the parent may have disconnected
  if (process.connected) process.send?.(answer);
});
// Postgres would outlive this process
process.once('disconnect', async () => {
  await vitest.cancelCurrentRun('keyboard-input');
  await vitest.close();
  rmSync(folder, { recursive: true, force: true });
  process.exit();
});
process.send?.('ready');
