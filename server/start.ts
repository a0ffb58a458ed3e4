import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { buildApp } from './app.ts';
import type { Environment } from './config.environment.ts';
import { type Config, originOf } from './config.ts';
import { ArchiveWatch } from './database/archive-watch.ts';
import { type Now, startClock } from './database/clock.ts';
import { DiskSpace } from './database/disk-space.ts';
import { pollEveryMinute } from './database/each-minute.ts';
import { foldersOf } from './database/embedded/folders.ts';
import { writeServerRecord } from './database/server-record.ts';
import { writeFailureReason } from './database/write-health.ts';
import { openWithDemo } from './demo/open.ts';
import { startRunningServer } from './domain/at-rest/running-servers.ts';
import { startSpans } from './domain/clip-spans.ts';
import { startHousekeeping } from './domain/housekeeping.ts';
import { startOutbox } from './domain/outbox.ts';
import { Settings } from './domain/settings.ts';
import { GracefulShutdown } from './http/graceful-shutdown.ts';
import { startKeyCleanup } from './http/key-cleanup.ts';
import { measureArchive, measureDisk, metricsServerOf } from './http/metrics.ts';
import { startMail } from './mail/start.ts';
import { startMedia } from './media/start.ts';
import { startPush } from './push/start.ts';
import { startTracing } from './tracing/tracing.ts';

const APP_DIRECTORY = fileURLToPath(new URL('../dist', import.meta.url));
/** How long open requests, for example downloads, may take to end before they are cut off. */
const CLOSE_TIMEOUT_MS = 10_000;

/** Timeout of a query to a lost database: longer than a session's limits, and shorter than a call. */
const QUERY_TIMEOUT_MS = 13_000;

export type Stop = () => Promise<void>;

/** The server cannot start; the message is one line for the person who starts it. */
export class StartError extends Error {}

/** Environment, log and output of the server's process. */
export interface Surroundings {
  readonly env: Environment;
  readonly config: Config;
  readonly log: Logger;
  /** prints a line for the person who starts the server */
  readonly print: (line: string) => void;
}

/**
 * Starts the whole server. A process may have several servers, of which one may send traces.
 * @returns a function that stops everything in reverse order
 */
export async function start(surroundings: Surroundings): Promise<Stop> {
  const { config, log } = surroundings;
  const stops: Stop[] = [];
  const stopAll: Stop = async () => {
    for (const stop of stops.reverse()) await stop();
  };
  try {
    // stopped last, so that it traces all else
    stops.push(await startTracing(config.tracesUrl, (message) => log.warn(message)));
    await startEach(surroundings, (stop) => stops.push(stop));
    return stopAll;
  } catch (error) {
    await stopAll();
    throw error;
  }
}

async function startEach(
  { env, config, log, print }: Surroundings,
  onStop: (stop: Stop) => void,
): Promise<void> {
  const onError = (error: unknown) =>
    log.error({ err: error }, writeFailureReason(error) ?? 'background work failed');
  const { databaseUrl, dataDir, archiveDir, dataKeys } = config;
  const { databasePool: maxConnections, databaseWaitMs: waitMs } = config;
  // checked before a first start makes a database that it could not serve
  await tryAddress(config);
  const database = await openWithDemo({
    ...{ databaseUrl, dataDir, archiveDir, dataKeys, maxConnections, waitMs },
    ...{ log: print, warn: log.warn.bind(log), onError, queryTimeoutMs: QUERY_TIMEOUT_MS },
  });
  onStop(() => database.close());
  const { pool } = database;
  const { now, stop: stopClock } = await startClock(pool);
  onStop(stopClock);
  const tell = (message: string) => log.error(message);
  const { running, stop: stopRunning } = await startRunningServer(database, { tell, onError });
  onStop(stopRunning);
  const settings = new Settings({ db: pool, onError });
  onStop(async () => settings.stop());
  await settings.start();
  await startBackgroundWork({ pool, settings, onError, now, config, log }, onStop);
  const checksAnswers = env.NODE_ENV === 'development';
  const metrics = new Registry();
  const space = new DiskSpace(placesOf(config), (message) => log.warn(message));
  onStop(await pollEveryMinute(space));
  measureDisk(metrics, space);
  const archive = new ArchiveWatch(pool, (message) => log.warn(message));
  if (archiveDir !== null) onStop(await pollEveryMinute(archive));
  measureArchive(metrics, archive);
  const ending = new GracefulShutdown(config.drainMs);
  const app = await buildApp({
    ...{ config, pool, settings, metrics, log, now, running, ending },
    ...{ appDirectory: APP_DIRECTORY, checksAnswers },
  });
  const senders: Stop[] = [];
  onStop(async () => void (await Promise.all(senders.map((stop) => stop()))));
  onStop(() => closeApp(app));
  if (config.metrics !== null) {
    const { url, stop } = await listenForMetrics(metrics, config.metrics);
    onStop(stop);
    print(`Metrics: ${url}`);
  }
  const address = await listen(app, config);
  // started late: a server that cannot start sends nothing
  const sending = { pool, settings, config, onError, now };
  senders.push(await startPush(sending));
  senders.push(await startMail(sending));
  // runs first at the end: everything else still serves the last requests
  onStop(() => ending.drain(app.server));
  // with PORT=0 the configuration does not have the app's origin
  await writeServerRecord(dataDir, {
    ...{ address, publicUrl: env.PUBLIC_URL ? config.publicUrl : address },
    ...{ database: database.name, pid: process.pid },
  });
  print(`Clipurse is ready: ${address}`);
}

interface Background {
  readonly pool: pg.Pool;
  readonly settings: Settings;
  readonly onError: (error: unknown) => void;
  readonly now: Now;
  readonly config: Config;
  readonly log: Logger;
}

async function startBackgroundWork(
  { pool, settings, onError, now, config, log }: Background,
  onStop: (stop: Stop) => void,
): Promise<void> {
  const outbox = startOutbox({ pool, onError, now });
  onStop(() => outbox.stop());
  onStop(startKeyCleanup(pool, onError, now));
  onStop(startHousekeeping(pool, settings, onError, now));
  onStop(startSpans(pool, onError, now));
  onStop(await startMedia(config, pool, log, now));
}

/** Folders on this machine that the server writes to, by the names that the operator knows. */
const placesOf = ({ dataDir, databaseUrl, archiveDir }: Config) => ({
  DATA_DIR: dataDir,
  ...(archiveDir === null ? {} : { ARCHIVE_DIR: archiveDir }),
  ...(databaseUrl === null ? { database: foldersOf(dataDir).cluster } : {}),
});

async function listenForMetrics(metrics: Registry, { host, port }: NonNullable<Config['metrics']>) {
  const server = metricsServerOf(metrics).listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    throw startErrorOf(error, 'METRICS_', { host, port });
  });
  const { port: chosen } = server.address() as AddressInfo;
  const stop = async () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `${originOf(host, chosen)}/metrics`, stop };
}

/** EINVAL: a link-local address (`fe80::1`) lacks its interface; EAFNOSUPPORT: this machine has no IPv6. */
const NO_ADDRESS_CODES: ReadonlySet<unknown> = new Set([
  ...['EADDRNOTAVAIL', 'EINVAL', 'EAFNOSUPPORT'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL'],
]);

/** @returns the app's origin; with PORT=0 the system has chosen the port */
async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    const listening = await app.listen({ host, port });
    return originOf(host, Number(new URL(listening).port));
  } catch (error) {
    throw startErrorOf(error, '', { host, port });
  }
}

async function tryAddress({ host, port }: Config): Promise<void> {
  const server = createServer().listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    throw startErrorOf(error, '', { host, port });
  });
  server.close();
  await once(server, 'close');
}

/** @param prefix of the variables for host and port */
function startErrorOf(
  error: unknown,
  prefix: string,
  { host, port }: Pick<Config, 'host' | 'port'>,
) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const address = `${prefix}PORT ${host}:${port}`;
  if (code === 'EADDRINUSE') return new StartError(`${address} is taken by another program`);
  if (code === 'EACCES') return new StartError(`${address} may not be used by this user`);
  if (NO_ADDRESS_CODES.has(code)) {
    return new StartError(`${prefix}HOST ${host} is no address of this machine`);
  }
  return error;
}

async function closeApp(app: FastifyInstance): Promise<void> {
  const timeout = setTimeout(() => app.server.closeAllConnections(), CLOSE_TIMEOUT_MS);
  await app.close();
  clearTimeout(timeout);
}
