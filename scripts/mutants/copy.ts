import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWorker } from './processes.ts';
import { root } from './project.ts';
import type { Outcome } from './running.ts';
import type { Order } from './worker.ts';

/** Timeout of a run: with a fault, tests may run for ever. */
const RUN_MS = 150_000;

export const LEFT_OUT: readonly string[] = [
  'node_modules',
  '.git',
  '.cache',
  'dist',
  'data',
  'docs',
];

/** A copy of the project, and the process that plants faults in it. */
export interface Copy {
  /** plants a fault and runs tests on it. @param withinMs the time limit, after which the tests are ended */
  run(order: Order, withinMs?: number): Promise<Outcome>;
  close(): Promise<void>;
}

export function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'clipurse-mutants-'));
  for (const name of readdirSync(root)) {
    if (!LEFT_OUT.includes(name)) cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  // a server warns of a missing build, and its tests read every line of its start
  mkdirSync(join(copy, 'dist/assets'), { recursive: true });
  // no other page: a test of a generated page would fail only because a fault changes the page
  for (const page of ['docs/operating.md', 'docs/backing-up.md']) {
    cpSync(join(root, page), join(copy, page));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

export const timedOut = (ms: number): Outcome => ({
  noticed: { test: 'all of them', why: `timed out in ${ms} ms`, module: null },
});

const start = (copy: string) =>
  startWorker<Order, Outcome>(join(import.meta.dirname, 'worker.ts'), copy);

export async function openCopy(): Promise<Copy> {
  let copy = copyProject();
  let worker = await start(copy);
  const end = () => {
    worker.end();
    rmSync(copy, { recursive: true, force: true });
  };
  process.once('exit', end);
  return {
    run: async (order, withinMs = RUN_MS) => {
      const outcome = await worker.ask(order, Math.min(withinMs, RUN_MS));
      if (outcome) return outcome;
      end();
      copy = copyProject();
      worker = await start(copy);
      return withinMs < RUN_MS ? { noticed: null, isIncomplete: true } : timedOut(RUN_MS);
    },
    close: async () => {
      await worker.close();
      end();
      process.off('exit', end);
    },
  };
}
