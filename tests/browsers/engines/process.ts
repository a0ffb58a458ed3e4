import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { FONTS } from '../../browser/chromium.ts';

/** A running program, with a home folder of its own and the fonts of the tests. */
export interface Running {
  /** waits for a line of its output; @throws if the program ends first */
  line(wanted: RegExp): Promise<RegExpExecArray>;
  /** @throws if the program has ended */
  check(): void;
  stop(): Promise<void>;
}

async function end(child: ChildProcess): Promise<void> {
  if (isOver(child) || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  // its children too: the program leads a process group
  process.kill(-child.pid, 'SIGKILL');
  await ended;
}

const isOver = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/** @param argumentsIn the arguments, for a given home folder */
export function start(
  program: string,
  argumentsIn: (folder: string) => string[],
  { env = {} }: { env?: NodeJS.ProcessEnv } = {},
): Running {
  const folder = mkdtempSync(join(tmpdir(), 'clipurse-engine-'));
  const child = spawn(program, argumentsIn(folder), {
    env: { ...process.env, ...FONTS, HOME: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const said: string[] = [];
  const listeners = new Set<(line: string) => void>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => {
      said.push(line);
      for (const listener of listeners) listener(line);
    });
  }
  const ended = () => new Error(`${program} has ended:\n${said.join('\n')}`);
  return {
    line: (wanted) =>
      new Promise((resolve, reject) => {
        const hear = (line: string) => {
          const match = wanted.exec(line);
          if (match) resolve(match);
        };
        said.forEach(hear);
        listeners.add(hear);
        child.once('error', reject);
        child.once('exit', () => reject(ended()));
      }),
    check: () => {
      if (isOver(child)) throw ended();
    },
    stop: async () => {
      await end(child);
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}
