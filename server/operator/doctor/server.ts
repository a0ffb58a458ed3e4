import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { isLoopback } from '../../config.network.ts';
import { type Config, originOf } from '../../config.ts';
import { readServerRecord } from '../../database/server-record.ts';
import { errorReason, type Finding, good, wrong } from './finding.ts';

const PATIENCE_MS = 5_000;
/** Certificates are normally renewed a month before their end. */
const FEW_DAYS = 14;
const DAY_MS = 86_400_000;

interface Ready {
  readonly data?: { readonly status?: string; readonly writing?: string };
}

/** @throws Error when the server does not answer in time, is not ready, or answers anything else */
async function readReady(address: string): Promise<Ready> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const response = await fetch(`${address}/readyz`, { signal, redirect: 'error' });
  const text = await response.text();
  if (response.status === 503)
    throw new Error('the server is not ready: it cannot reach its database, or lacks its data key');
  if (!response.ok) throw new Error(`the answer has the status ${response.status}`);
  const ready = JSON.parse(text) as Ready;
  if (ready.data?.status !== 'ready') throw new Error('another program answers there');
  return ready;
}

/** Checks the server of this DATA_DIR, at its own address. */
export async function lookAtServer(dataDir: string): Promise<Finding> {
  const server = await readServerRecord(dataDir);
  if (server === null) {
    return wrong(
      'server',
      'unknown',
      `no server has started with DATA_DIR ${dataDir}`,
      'start the server, or set DATA_DIR to its folder',
    );
  }
  if (!server.runs) {
    return wrong('server', 'bad', `the server of ${dataDir} does not run`, 'start the server');
  }
  try {
    const { data } = await readReady(server.address);
    return data?.writing
      ? wrong(
          'server',
          'bad',
          `the server runs, but could not write lately: ${data.writing}`,
          'read the log of the server',
        )
      : good('server', `the server at ${server.address} is ready`);
  } catch (error) {
    return wrong(
      'server',
      'bad',
      `${server.address}: ${errorReason(error)}`,
      'read the log of the server',
    );
  }
}

/** Checks in the metrics whether the server has detected a proxy that it does not trust. */
export async function lookAtProxy(metrics: Config['metrics']): Promise<Finding> {
  if (metrics === null) {
    const says =
      'METRICS_PORT is not set: doctor cannot ask the server for the proxies that it has noticed';
    return wrong('proxy', 'unknown', says, 'set METRICS_PORT (README.md)');
  }
  try {
    const address = `${originOf(metrics.host, metrics.port)}/metrics`;
    const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const count = /^clipurse_unnamed_proxies (\d+)$/m.exec(await response.text())?.[1];
    if (count === undefined) throw new Error(`${address} has no metrics of the server`);
    return count === '0'
      ? good('proxy', 'the server has noticed no proxy that TRUST_PROXY does not name')
      : wrong(
          'proxy',
          'bad',
          'many people come through a proxy that TRUST_PROXY does not name: the limits count them as one person',
          'set TRUST_PROXY so that it names the proxy: the server’s log has its address',
        );
  } catch (error) {
    return wrong(
      'proxy',
      'unknown',
      `the metrics cannot be read: ${errorReason(error)}`,
      'read the finding on the server',
    );
  }
}

/** Whether the app's URL is for the internet: it has TLS, or leads to another machine than this one. */
export function isPublic(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' || !isLoopback(hostname);
}

/** Checks the public URL, through the proxy. */
export async function lookAtAddress(publicUrl: string): Promise<Finding[]> {
  if (!isPublic(publicUrl)) {
    return [
      wrong(
        'address',
        'warning',
        `PUBLIC_URL is ${publicUrl}: a shared link leads each reader to the reader’s own device`,
        'set PUBLIC_URL to the address that people open',
      ),
    ];
  }
  const found = await readReady(publicUrl).then(
    () => good('address', `${publicUrl} leads to the server`),
    (error: unknown) =>
      wrong(
        'address',
        'bad',
        `${publicUrl} does not lead to the server: ${errorReason(error)}`,
        'check that the name in PUBLIC_URL leads to this machine, and the proxy here to the server',
      ),
  );
  return publicUrl.startsWith('https:')
    ? [found, await lookAtCertificate(new URL(publicUrl))]
    : [
        found,
        wrong(
          'certificate',
          'bad',
          `${publicUrl} has no TLS: browsers cannot install the app there, and get no push messages`,
          'put a proxy with TLS before the server (docs/deploying.md)',
        ),
      ];
}

/** Reads the certificate, even if this machine does not trust its issuer. */
async function readCertificate({ hostname, port }: URL) {
  const servername = isIP(hostname) === 0 ? { servername: hostname } : {};
  const socket = connect({
    ...{ host: hostname, port: Number(port || 443), rejectUnauthorized: false },
    ...servername,
  });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(PATIENCE_MS) });
    return {
      end: Date.parse(socket.getPeerCertificate().valid_to),
      error: socket.authorizationError,
    };
  } finally {
    socket.destroy();
  }
}

async function lookAtCertificate(url: URL): Promise<Finding> {
  try {
    const { end, error } = await readCertificate(url);
    const days = Math.floor((end - Date.now()) / DAY_MS);
    const renew = 'renew the certificate, and find out why it was not renewed automatically';
    if (days < 0)
      return wrong('certificate', 'bad', `the certificate ended ${-days} days ago`, renew);
    if (error) {
      const says = `browsers refuse the certificate (${error.message ?? error})`;
      return wrong(
        'certificate',
        'bad',
        says,
        'get a certificate that browsers trust (docs/deploying.md)',
      );
    }
    return days < FEW_DAYS
      ? wrong('certificate', 'warning', `the certificate ends in ${days} days`, renew)
      : good('certificate', `the certificate is valid for ${days} days`);
  } catch (error) {
    return wrong(
      'certificate',
      'unknown',
      `the certificate cannot be read: ${errorReason(error)}`,
      'read the finding on the address',
    );
  }
}
