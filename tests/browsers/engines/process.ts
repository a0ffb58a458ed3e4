import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { FONTS } from '../../browser/chromium.ts';

/** A started program with its own home folder and the fonts of the tests. */
export interface Running {
  /** finds the first line of output that matches, or waits for one; rejects if the program ends first */
  waitForLine(wanted: RegExp): Promise<RegExpExecArray>;
  /** @throws if the program has ended */
  assertRunning(): void;
  /** kills the program and its children, and removes the home folder */
  stop(): Promise<void>;
}

async function kill(child: ChildProcess): Promise<void> {
  if (hasEnded(child) || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  // the signal goes to the program's process group, and so to its children too
  process.kill(-child.pid, 'SIGKILL');
  await ended;
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null;

/** @param argumentsFor makes the program's arguments from the path of its home folder */
export function start(
  program: string,
  argumentsFor: (folder: string) => string[],
  { env = {} }: { env?: NodeJS.ProcessEnv } = {},
): Running {
  const folder = mkdtempSync(join(tmpdir(), 'clipurse-engine-'));
  const child = spawn(program, argumentsFor(folder), {
    env: { ...process.env, ...FONTS, HOME: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const lines: string[] = [];
  const listeners = new Set<(line: string) => void>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => {
      lines.push(line);
      for (const listener of listeners) listener(line);
    });
  }
  const endError = () => new Error(`${program} has ended:\n${lines.join('\n')}`);
  return {
    waitForLine: (wanted) =>
      new Promise((resolve, reject) => {
        const matchLine = (line: string) => {
          const match = wanted.exec(line);
          if (match) resolve(match);
        };
        lines.forEach(matchLine);
        listeners.add(matchLine);
        child.once('error', reject);
        child.once('exit', () => reject(endError()));
      }),
    assertRunning: () => {
      if (hasEnded(child)) throw endError();
    },
    stop: async () => {
      await kill(child);
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}
