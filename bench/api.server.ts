import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Fastify from 'fastify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { buildApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { startClock } from '../server/database/clock.ts';
import { foldersOf } from '../server/database/embedded/folders.ts';
import { connectAsOwner } from '../server/database/embedded/launch.ts';
import { OPERATOR_LIMITS } from '../server/database/session.ts';
import { openWithDemo } from '../server/demo/open.ts';
import type { Caller, Context } from '../server/domain/context.ts';
import { startOutbox } from '../server/domain/outbox.ts';
import { findSession } from '../server/domain/sessions.ts';
import { changeSettings } from '../server/domain/settings.change.ts';
import { Settings } from '../server/domain/settings.ts';
import { record } from '../server/domain/watching.ts';
import { metricsServerOf } from '../server/http/metrics.ts';
import { type Population, populate } from './populations.ts';

/**
 * The measured process: our server, beside it a bare Fastify route that runs the same statements on the
 * same pool, and a route with a trivial statement. Sends its addresses and its users' tokens to the
 * parent process.
 */
// the parent may end while this process is still filling its database
const disconnected = new Promise((resolve) => process.once('disconnect', resolve));
const population: Population = JSON.parse(process.env.BENCH_POPULATION ?? '{}');

// no process sends the queued mails
const mails = process.env.BENCH_MAILS
  ? { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'help@clips.example' }
  : {};
const config = readConfig({
  ...{ DATA_DIR: process.env.DATA_DIR, TRUST_PROXY: '127.0.0.1,::1' },
  ...mails,
});
const { databaseUrl, dataDir } = config;
const database = await openWithDemo({
  databaseUrl,
  dataDir,
  maxConnections: 20,
  // filling the database takes longer than the time limit of a call
  limits: OPERATOR_LIMITS,
  log: () => {},
});
const { pool } = database;
// no app is served; the server would warn of a missing folder
mkdirSync(join(dataDir, 'assets'), { recursive: true });
const settings = new Settings({ db: pool });
const { now } = await startClock(pool);
await changeSettings(
  pool,
  {
    'video.watch_seconds': '0',
    'video.daily_limit': '10000',
    'invite.release_after_videos': '0',
    'limit.user_requests_per_minute': '0',
  },
  now(),
);
await settings.start();
const { tokens, firstClip } = await populate(pool, population, console.log);
// writes the inserted pages to the disk now: a later checkpoint would slow down the measurement
const owner = await connectAsOwner(foldersOf(dataDir));
await owner.query('checkpoint');
await owner.end();
const outbox = startOutbox({ pool, onError: console.error, now });

const metrics = new Registry();
const ours = await buildApp({
  config,
  pool,
  settings,
  metrics,
  log: pino({ level: 'warn' }),
  appDirectory: dataDir,
  checksAnswers: false,
  now,
});

const bare = Fastify();
bare.post('/record', async (request) => {
  const visitor = { address: request.ip, country: null };
  const site = {
    publicUrl: config.publicUrl,
    push: null,
    webPush: { vapidKey: '', hosts: [] },
    mediaUrl: null,
    mediaKey: Buffer.alloc(32),
    mails: false,
  };
  const context: Context = { db: pool, settings, now: now(), visitor, site };
  const caller: Caller = await findSession(context, String(request.headers['ba-user-token']));
  return record(context, caller, request.body as { videos_id: number });
});
// the minimum for a database call behind HTTP
bare.post('/one', async () => (await pool.query({ name: 'one', text: 'select 1 as one' })).rows[0]);

const metricsServer = metricsServerOf(metrics).listen(0, '127.0.0.1');
await once(metricsServer, 'listening');
const { port: metricsPort } = metricsServer.address() as AddressInfo;

process.send?.({
  ours: await ours.listen({ port: 0, host: process.env.BENCH_HOST ?? '127.0.0.1' }),
  bare: await bare.listen({ port: 0 }),
  metrics: `http://127.0.0.1:${metricsPort}/metrics`,
  tokens,
  step: population.users / population.active,
  firstClip,
  clips: population.clips,
  databaseUrl: database.url,
  dataDir,
  pid: process.pid,
});
await disconnected;
metricsServer.close();
metricsServer.closeAllConnections();
await Promise.all([ours.close(), bare.close()]);
settings.stop();
await outbox.stop();
await database.close();
