import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../postgres/free-port.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { startProcess } from './http/process.ts';

setUpDomain();

/** A TCP proxy to the tests’ Postgres. */
const gate = createServer((client) => {
  const folder = new URL(domain.url).searchParams.get('host') ?? '';
  const server = connect(join(folder, '.s.PGSQL.5432'));
  for (const end of [client, server]) end.on('error', () => {});
  client.pipe(server).pipe(client);
});

async function listen(port: number): Promise<void> {
  gate.listen(port, '127.0.0.1');
  await once(gate, 'listening');
}

test('a server waits for a database that starts later, and says so once', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'clipurse-wait-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const port = await freePort();
  const name = new URL(domain.url).pathname.slice(1);
  const { child, ready, ended, output } = startProcess({
    DATABASE_URL: `postgres://clipurse@127.0.0.1:${port}/${name}`,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect.poll(() => output.stdout, { timeout: 50_000 }).toMatch(/\n$/);
  await listen(port);
  const address = await ready;
  expect(output).toEqual({
    stdout: `waiting for the database ${name} at 127.0.0.1:${port} as clipurse: connect ECONNREFUSED 127.0.0.1:${port}\nClipurse is ready: ${address}\n`,
    stderr: '',
  });
  child.kill('SIGTERM');
  await ended;
  gate.close();
});
