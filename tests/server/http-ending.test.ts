import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BASE_PATH } from '../../contract/envelope.ts';
import { cloneDatabase } from '../postgres/clone.ts';
import { type ServerProcess, startProcess } from './http/process.ts';

/** Sends one GET over a keep-alive connection of the agent. */
function get(url: string, agent: Agent): Promise<{ status: number; connection: string }> {
  return new Promise((resolve, reject) => {
    request(url, { agent }, (response) => {
      const { statusCode: status = 0, headers } = response;
      response.resume().on('end', () => resolve({ status, connection: headers.connection ?? '' }));
    })
      .on('error', reject)
      .end();
  });
}

async function withServer(drain: string, work: (server: ServerProcess, url: string) => unknown) {
  const database = await cloneDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'clipurse-ending-'));
  const own = { DATABASE_URL: database.url, DATA_DIR: dataDir };
  const server = startProcess({ ...own, DRAIN_SECONDS: drain });
  try {
    await work(server, await server.ready);
  } finally {
    server.child.kill('SIGKILL');
    await server.ended;
    await database.drop();
    await rm(dataDir, { recursive: true });
  }
}

test('a server that gets a signal to end is not ready, and answers calls until it has drained', async () => {
  // longer than three requests take on a busy machine
  await withServer('5', async (server, url) => {
    const agent = new Agent({ keepAlive: true });
    const config = `${url}${BASE_PATH}/api/user/getAppConfig`;
    expect(await get(config, agent)).toEqual({ status: 200, connection: 'keep-alive' });
    server.child.kill('SIGTERM');
    await expect.poll(async () => (await get(`${url}/readyz`, agent)).status).toBe(503);
    expect((await get(`${url}/healthz`, agent)).status).toBe(200);
    expect(await get(config, agent)).toEqual({ status: 200, connection: 'close' });
    expect((await server.ended).code).toBe(0);
    await expect(get(config, agent)).rejects.toThrow('ECONNREFUSED');
  });
});
