import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const MAIN = join(import.meta.dirname, '../../server/main.ts');

/** A server as a process of its own. */
export interface Server {
  readonly url: string;
  readonly process: ChildProcess;
}

/** Servers that start at once: more would lack processor time, and time out. */
const AT_ONCE = 3;

async function startServer(
  environment: Readonly<Record<string, string>>,
  onStart: (child: ChildProcess) => void,
): Promise<Server> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onStart(child);
  const lines = createInterface({ input: child.stdout });
  const url = new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const address = /^Clipurse is ready: (\S+)$/.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once('close', (code, signal) =>
      reject(new Error(`a server ended before it was ready: ${signal ?? code}`)),
    );
  });
  return { url: await url, process: child };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  await ended;
}

/** Runs `count` servers while `work` runs. */
export async function withServers(
  count: number,
  environment: Readonly<Record<string, string>>,
  work: (servers: readonly Server[]) => Promise<void>,
): Promise<void> {
  const children: ChildProcess[] = [];
  const servers: Server[] = [];
  try {
    while (servers.length < count) {
      const next = Math.min(AT_ONCE, count - servers.length);
      const start = () => startServer(environment, (child) => children.push(child));
      const starting = Array.from({ length: next }, start);
      // waits until each server is ready or has failed, so that none is ended during its start
      const started = await Promise.allSettled(starting);
      const failed = started.find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
      servers.push(...(await Promise.all(starting)));
    }
    await work(servers);
  } finally {
    await Promise.all(children.map(end));
  }
}

/** Resident memory of a server, in MB. Linux only. */
export function memoryOf({ process: { pid } }: Server): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
