import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { ConfigError } from '../server/config.environment.ts';
import { readConfig } from '../server/config.ts';
import { refuse, rejectUnknownArguments } from './usage.ts';

/**
 * `npm run dev`: the server, restarted when its files change, and the app served from its sources. PORT
 * (4173) is the address to open; the server listens on the next port.
 */
rejectUnknownArguments('npm run dev');
const root = join(import.meta.dirname, '..');
const port = readPort();
const address = `http://127.0.0.1:${port}`;
const serverPort = port + 1;
const LOOK_AGAIN_MS = 100;

const server = run(['--watch', 'server/main.ts'], {
  PORT: String(serverPort),
  PUBLIC_URL: process.env.PUBLIC_URL ?? address,
});
const app = run(['node_modules/vite/bin/vite.js', '--port', String(port), '--logLevel', 'warn'], {
  CLIPURSE_SERVER: `http://127.0.0.1:${serverPort}`,
});
const children = [server, app];
let stopping = false;

/** Checks the whole environment here: the server would print an error and then wait for a change of its files. */
function readPort(): number {
  try {
    const { port } = readConfig(process.env);
    if (port > 0 && port < 65_535) return port;
    throw new ConfigError(
      'PORT must be a number from 1 to 65534: the server takes the port after it',
    );
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return refuse(`npm run dev cannot start: ${error.message}`);
  }
}

function run(args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: root,
    stdio: ['inherit', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
}

for (const child of children) {
  if (!child.stdout) continue;
  createInterface({ input: child.stdout }).on('line', (line) => {
    // the server prints its own address, which is not the one to open
    if (line.startsWith('Clipurse is ready')) announce();
    else console.log(line);
  });
}

/** Prints the address as soon as a request to it is answered: the app may start later than the server. */
async function announce(): Promise<void> {
  while (!stopping) {
    const answer = await fetch(`${address}/readyz`).catch(() => null);
    if (answer?.ok) {
      console.log(`Clipurse is ready: ${address} (Ctrl-C stops it)`);
      return;
    }
    await setTimeout(LOOK_AGAIN_MS);
  }
}

/** Stops both processes when one of them ends. */
function stop(status: number): void {
  if (stopping) return;
  stopping = true;
  process.exitCode = status;
  for (const child of children) child.kill('SIGTERM');
}

for (const child of children) child.on('exit', (code) => stop(code ?? 0));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0));
