import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BASE_PATH, MAX_BODY_BYTES } from '../../contract/envelope.ts';
import { findProgram, type ProxyName } from '../../scripts/debian-programs.ts';
import { type ClonedDatabase, cloneDatabase } from '../postgres/clone.ts';
import { deployedEnv } from './deploy.env.ts';
import { type InProcessServer, startInProcess } from './http/in-process.ts';
import { operate } from './http/own-postgres.ts';
import { ask, statusByHttp2 } from './http/tls-client.ts';
import { startTlsProxy, type TlsProxy } from './http/tls-proxy.ts';

const CONFIG = `${BASE_PATH}/api/user/getAppConfig`;
const CLIP = '/media/clips/aurora.mp4';
const script = readdirSync(join(import.meta.dirname, '../../dist/assets')).find((name) =>
  /^index-.*\.js$/.test(name),
);

interface Deployed {
  readonly server: InProcessServer;
  readonly metricsUrl: string;
  readonly proxy: TlsProxy;
  /** runs an operator’s command */
  operate(...argv: string[]): Promise<string>;
  close(): Promise<void>;
}

/** Starts the server with deploy/clipurse.env, but with the test’s database, folder and ports. */
function startServer(database: ClonedDatabase, dataDir: string): Promise<InProcessServer> {
  const own = { PORT: '0', METRICS_PORT: '0', DATABASE_URL: database.url, DATA_DIR: dataDir };
  return startInProcess({ ...deployedEnv(), LOG_LEVEL: 'info', ...own });
}

async function deploy(name: ProxyName): Promise<Deployed> {
  const database = await cloneDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'clipurse-deployed-'));
  const server = await startServer(database, dataDir);
  const proxy = await startTlsProxy(name, new URL(server.address).host);
  return {
    server,
    proxy,
    metricsUrl: /^Metrics: (\S+)$/m.exec(server.output.stdout)?.[1] ?? '',
    operate: (...argv) => operate(database.url, dataDir, ...argv),
    close: async () => {
      await proxy.close();
      await server.stop();
      await database.drop();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** Counts the requests for a route in the server’s log. */
const timesAsked = ({ output }: InProcessServer, route: string) =>
  output.stdout.split('\n').filter((line) => line.includes(`"route":"${route}"`)).length;

async function statusOfBody({ url, ca }: TlsProxy, bytes: number): Promise<number> {
  const headers = { 'content-type': 'application/json', 'content-length': bytes };
  const call = `${url}${BASE_PATH}/api/user/checkIn`;
  return (await ask(call, { ca, method: 'POST', headers }, ' '.repeat(bytes))).status;
}

let forged = 0;
/** Sends 40 requests from one address, each with a different forged address. @returns their statuses */
async function forgedStatuses({ url, ca }: TlsProxy): Promise<number[]> {
  const seen: number[] = [];
  for (let time = 0; time < 40; time += 1) {
    forged += 1;
    const headers = { 'x-forwarded-for': `198.18.${forged >> 8}.${forged & 255}` };
    seen.push((await ask(url + CONFIG, { ca, headers })).status);
  }
  return seen;
}

describe.each<ProxyName>(['nginx', 'caddy'])('behind Debian’s %s', (name) => {
  const behind = test.runIf(findProgram(name) !== null);
  let deployed: Deployed;
  beforeAll(async () => {
    if (findProgram(name) !== null) deployed = await deploy(name);
  });
  afterAll(() => deployed?.close());

  const get = (path: string, options: object = {}) =>
    ask(deployed.proxy.url + path, { ca: deployed.proxy.ca, ...options });

  behind('the app loads over TLS, also by HTTP/2, and plain HTTP is redirected', async () => {
    const page = await get('/');
    expect(page.status).toBe(200);
    expect(page.body.toString()).toContain('<!doctype html>');
    expect(page.headers['strict-transport-security']).toBeDefined();
    expect(await statusByHttp2(deployed.proxy.url, deployed.proxy.ca)).toBe(200);
    const plain = await fetch(deployed.proxy.plainUrl, { redirect: 'manual' });
    expect(plain.status).toBeGreaterThanOrEqual(301);
    expect(plain.headers.get('location')).toMatch(/^https:\/\/localhost/);
  });

  behind('HTTP/3 is offered where the proxy has it', async () => {
    const { headers } = await get('/');
    const { port } = new URL(deployed.proxy.url);
    expect(headers['alt-svc']).toBe(name === 'caddy' ? `h3=":${port}"; ma=2592000` : undefined);
  });

  behind('a range of a clip is answered with that range', async () => {
    const { status, headers, body } = await get(CLIP, { headers: { range: 'bytes=100-199' } });
    expect(status).toBe(206);
    expect(headers['content-range']).toMatch(/^bytes 100-199\/\d+$/);
    expect(body).toEqual((await get(CLIP)).body.subarray(100, 200));
  });

  behind('files named by their content are cached for ever, also by nginx itself', async () => {
    for (let time = 0; time < 3; time += 1) {
      const { status, headers } = await get(`/assets/${script}`);
      expect([status, headers['cache-control']]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
    }
    // a request is logged once its answer is sent
    const asked = () => timesAsked(deployed.server, '/assets/:name');
    await expect.poll(asked).toBe(name === 'nginx' ? 1 : 3);
  });

  behind('the metrics cannot be read through the proxy', async () => {
    const figures = /^clipurse_/m;
    expect(await (await fetch(deployed.metricsUrl)).text()).toMatch(figures);
    expect((await get('/metrics')).body.toString()).not.toMatch(figures);
  });

  behind('a body of the largest accepted size arrives, and a larger one is refused', async () => {
    expect(await statusOfBody(deployed.proxy, MAX_BODY_BYTES)).toBe(400);
    expect(await statusOfBody(deployed.proxy, MAX_BODY_BYTES + 1)).toBe(413);
  });

  behind(
    'requests are limited by the address that the proxy sees, not by a forged one',
    async () => {
      await deployed.operate('config', 'set', 'limit.requests_per_minute', '10');
      // the server follows a setting within a second
      await expect.poll(() => forgedStatuses(deployed.proxy)).toContain(429);
      // another address is not limited
      expect((await get(CONFIG, { localAddress: '127.0.0.2' })).status).toBe(200);
    },
  );
});
