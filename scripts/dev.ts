import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * `npm run dev`: the server, restarted when its files change, and the app served from its
 * sources. PORT (4173) is the address to open; the server listens on the port after it.
 */
const root = join(import.meta.dirname, '..');
const port = Number(process.env.PORT ?? 4173);
const address = `http://127.0.0.1:${port}`;
const serverPort = port + 1;

const server = run(['--watch', 'server/main.ts'], {
  PORT: String(serverPort),
  PUBLIC_URL: process.env.PUBLIC_URL ?? address,
});
const app = run(['node_modules/vite/bin/vite.js', '--port', String(port), '--logLevel', 'warn'], {
  CLIPURSE_SERVER: `http://127.0.0.1:${serverPort}`,
});
const children = [server, app];

function run(args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: root,
    stdio: ['inherit', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
}

// the server's own address is not the one to open
for (const child of children) {
  if (!child.stdout) continue;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const isReady = line.startsWith('Clipurse is ready');
    console.log(isReady ? `Clipurse is ready: ${address} (Ctrl-C stops it)` : line);
  });
}

let stopping = false;
/** One that ends takes the other with it. */
function stop(status: number): void {
  if (stopping) return;
  stopping = true;
  process.exitCode = status;
  for (const child of children) child.kill('SIGTERM');
}

for (const child of children) child.on('exit', (code) => stop(code ?? 0));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0));
