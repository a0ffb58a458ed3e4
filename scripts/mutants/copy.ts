import { type ChildProcess, fork } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './project.ts';
import type { Order, Outcome } from './worker.ts';

/** A fault can keep the tests from ending. */
const RUN_MS = 150_000;

const LEFT_OUT = ['node_modules', '.git', '.cache', 'dist', 'data', 'docs', 'bench'];

/** A copy of the project, and the process that plants faults in it. */
export interface Copy {
  run(order: Order): Promise<Outcome>;
  close(): void;
}

function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'clipurse-mutants-'));
  for (const name of readdirSync(root)) {
    if (!LEFT_OUT.includes(name)) cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

function start(copy: string): Promise<ChildProcess> {
  const worker = fork(join(import.meta.dirname, 'worker.ts'), [copy], {
    cwd: copy,
    // with its own tests' processes it can be ended as a whole
    detached: true,
    env: { ...process.env, NO_COLOR: '1' },
  });
  return new Promise((resolve, reject) => {
    worker.once('message', () => resolve(worker));
    worker.once('exit', () => reject(new Error('a worker has ended before it began')));
  });
}

function end({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // it has ended by itself
  }
}

const ask = (worker: ChildProcess, order: Order): Promise<Outcome | null> =>
  new Promise((resolve, reject) => {
    const late = setTimeout(() => finish(() => resolve(null)), RUN_MS);
    const answered = (outcome: Outcome) => finish(() => resolve(outcome));
    const exited = () => finish(() => reject(new Error('a worker has ended')));
    const finish = (settle: () => void) => {
      clearTimeout(late);
      worker.off('message', answered);
      worker.off('exit', exited);
      settle();
    };
    worker.on('message', answered);
    worker.on('exit', exited);
    worker.send(order);
  });

export async function openCopy(): Promise<Copy> {
  let copy = copyProject();
  let worker = await start(copy);
  const close = () => {
    end(worker);
    rmSync(copy, { recursive: true, force: true });
  };
  process.once('exit', close);
  return {
    run: async (order) => {
      const outcome = await ask(worker, order);
      if (outcome) return outcome;
      close();
      copy = copyProject();
      worker = await start(copy);
      const why = `timed out in ${RUN_MS} ms`;
      return { noticed: { test: 'all of them', why, module: null } };
    },
    close: () => {
      close();
      process.off('exit', close);
    },
  };
}
