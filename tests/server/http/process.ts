import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, '../../../server/main.ts');

const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
/** Node's compile cache: without it each start compiles the whole program again. */
export const compiled: Record<string, string> = NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {};
/** Node's own environment, which is not the server's: the path and the compile cache. */
const OWN = { PATH, ...compiled };

/** The server as a process of its own. */
export interface ServerProcess {
  readonly child: ChildProcess;
  /** its output so far */
  readonly output: { stdout: string; stderr: string };
  /** resolves with the address when the server is ready; rejects if the server ends first */
  readonly ready: Promise<string>;
  /** resolves when the process has ended */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/**
 * Starts a server as a process of its own.
 * @param env the whole environment of the server, except `OWN`
 * @param main the program's main file; for another version, that of another checkout
 */
export function startProcess(env: Record<string, string>, main = MAIN): ServerProcess {
  const child = spawn(process.execPath, [main], {
    env: { ...OWN, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  const ready = Promise.withResolvers<string>();
  const ended = Promise.withResolvers<{ code: number | null; signal: NodeJS.Signals | null }>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
    const address = /^Clipurse is ready: (\S+)$/m.exec(output.stdout)?.[1];
    if (address !== undefined) ready.resolve(address);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  child.on('close', (code, signal) => {
    ready.reject(new Error(`the server ended: ${output.stderr}`));
    ended.resolve({ code, signal });
  });
  // an unhandled rejection would fail a test that does not wait for `ready`
  ready.promise.catch(() => {});
  return { child, output, ready: ready.promise, ended: ended.promise };
}
