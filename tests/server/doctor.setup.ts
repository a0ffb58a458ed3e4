import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, expect } from 'vitest';
import { nameDatabase } from '../../server/database/open.ts';
import { writeServerRecord } from '../../server/database/server-record.ts';
import type { Finding } from '../../server/operator/doctor/finding.ts';
import { trustedCertificate } from './certificate.ts';
import { dataDir, domain, run } from './operator.setup.ts';

/** Functions that close servers after each test. */
export let stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
});

export type Answer = readonly [status: number, body: object | string];
export const READY: Answer = [200, { code: 1, msg: 'ok', data: { status: 'ready' } }];

/** Starts a server that gives this answer to every request. @returns its address */
export async function serve([status, body]: Answer, isSecure = false): Promise<string> {
  const answer: RequestListener = (_request, response) => {
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  const server = isSecure ? createSecureServer(trustedCertificate(), answer) : createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return `${isSecure ? 'https://localhost' : 'http://127.0.0.1'}:${port}`;
}

/** Writes the record of a running server with this address. */
export const serverAt = (address: string, pid = process.pid) =>
  writeServerRecord(dataDir, { address, database: nameDatabase(domain.url, dataDir), pid });

/** Runs `doctor`. @returns the verdicts and texts of its findings, by their subject */
export async function diagnose(env: object = {}, ...args: string[]) {
  const { status, out, err } = await run(['doctor', '--json', ...args], {
    // not set, as on a developer’s machine
    PUBLIC_URL: '',
    ...env,
  });
  expect(err).toBe('');
  const { ok, findings } = JSON.parse(out) as { ok: boolean; findings: Finding[] };
  expect(status).toBe(ok ? 0 : 1);
  const verdicts = Object.fromEntries(findings.map(({ what, verdict }) => [what, verdict]));
  const says = Object.fromEntries(findings.map(({ what, says }) => [what, says]));
  return { ok, verdicts, says };
}
