import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { countFrom, countsFrom } from '../scripts/usage.ts';
import { createPool } from '../server/database/database.ts';
import { openEmbedded } from '../server/database/embedded/embedded.ts';
import { foldersOf, SOCKET_PORT } from '../server/database/embedded/folders.ts';
import { migrate } from '../server/database/migrate.ts';
import { OPERATOR_LIMITS } from '../server/database/session.ts';
import { changeSettings } from '../server/domain/settings.change.ts';
import { FIRST_DAY, populate } from './populations.ts';
import { type PushService, startPushService } from './processes/push-service.ts';
import { memoryOf, type Server, withServers } from './processes/servers.ts';
import { startWire, type Traffic, type Wire } from './processes/wire.ts';

/** Numbers of servers, one run after the other; the last run also gets some load. */
const COUNTS = countsFrom('BENCH_PROCESSES', [1, 10, 30]);
const SECONDS = countFrom('BENCH_SECONDS', 30);
/** Connections of each server; the minimum. */
const CONNECTIONS = '2';
const USERS = 200;
const CLIPS = 60;
/** Claims a second, for all servers together. */
const CLAIMS = 40;
const MESSAGES = 40;
/** Time until the first polls of a start are over. */
const CALM_MS = 5_000;

const SETTINGS = {
  'video.watch_seconds': '0',
  'video.daily_limit': '10000',
  'limit.requests_per_minute': '0',
  'limit.user_requests_per_minute': '0',
};

/** Gives each session a device; each message to it has a tag of its own. */
const DEVICE = `update session set fcm_token = 'device-' || user_id`;
const QUEUE = `
  insert into push (user_id, occasion, session_hash, kind, detail, created_at, due_at)
  select user_id, 'withdrawal:' || $1::int, token_hash, 'withdrawal_paid', '10000', now(), now()
  from session where user_id = 1 + $1::int % ${USERS}`;

interface Stage {
  readonly pool: pg.Pool;
  readonly wire: Wire;
  readonly push: PushService;
  /** environment variables of each server */
  readonly environment: Readonly<Record<string, string>>;
  readonly tokens: readonly string[];
  readonly firstClip: number;
}

async function withStage(work: (stage: Stage) => Promise<void>): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'clipurse-processes-'));
  const dataDir = join(home, 'data');
  const embedded = await openEmbedded({ dataDir, log: () => {} });
  const pool = createPool({ url: embedded.url, max: 2, limits: OPERATOR_LIMITS });
  const stops: (() => Promise<unknown>)[] = [];
  try {
    await migrate(embedded.url);
    await changeSettings(pool, SETTINGS, new Date());
    const people = { ...FIRST_DAY, users: USERS, active: USERS, clips: CLIPS };
    const { tokens, firstClip } = await populate(pool, people, () => {});
    await pool.query(DEVICE);
    const push = await startPushService(join(home, 'account.json'));
    stops.push(push.close);
    const sockets = join(home, 'wire');
    await mkdir(sockets);
    const name = `.s.PGSQL.${SOCKET_PORT}`;
    const wire = await startWire(join(sockets, name), join(foldersOf(dataDir).socket, name));
    stops.push(wire.close);
    const url = new URL(embedded.url);
    url.searchParams.set('host', sockets);
    const own = {
      DATABASE_URL: url.href,
      DATA_DIR: join(home, 'server'),
      DATABASE_POOL: CONNECTIONS,
    };
    const environment = { ...own, ...push.environment };
    await work({ pool, wire, push, environment, tokens, firstClip });
  } finally {
    for (const stop of stops.reverse()) await stop();
    await pool.end();
    await embedded.release();
    await rm(home, { recursive: true, force: true });
  }
}

function tell(what: string, servers: readonly Server[], traffic: Traffic): void {
  const { perSecond, peak, connections } = traffic;
  const memory = servers.reduce((sum, server) => sum + memoryOf(server), 0) / servers.length;
  console.log(
    `${what}: ${perSecond.toFixed(0)} statements a second (${(perSecond / servers.length).toFixed(1)} each), ` +
      `at most ${peak.toFixed(1)} times the mean in a tenth of a second, ${connections} connections, ` +
      `${memory.toFixed(0)} MB each`,
  );
}

/** Sends rewards and messages at a steady rate. @returns the number of paid rewards */
async function claimFor(
  seconds: number,
  servers: readonly Server[],
  stage: Stage,
): Promise<number> {
  const { tokens, firstClip, pool } = stage;
  const ends = performance.now() + seconds * 1_000;
  const claims: Promise<number>[] = [];
  const queued: Promise<unknown>[] = [];
  for (let place = 0; performance.now() < ends; place += 1) {
    const server = servers[place % servers.length];
    const body = JSON.stringify({ videos_id: firstClip + Math.floor(place / tokens.length) });
    const headers = {
      'content-type': 'application/json',
      'ba-user-token': tokens[place % tokens.length] ?? '',
      'idempotency-key': `bench-${place}`,
    };
    const asked = fetch(`${server?.url}/index.php/api/video/record`, {
      method: 'POST',
      headers,
      body,
    });
    claims.push(asked.then(async (answer) => Number((await answer.json()).code === 1)));
    if (place % CLAIMS < MESSAGES) queued.push(pool.query(QUEUE, [place]));
    await delay(1_000 / CLAIMS);
  }
  await Promise.all(queued);
  const paid = await Promise.all(claims);
  return paid.reduce((sum, each) => sum + each, 0);
}

/** Waits until no message is queued, and prints how many have arrived, and how many more than once. */
async function tellMessages({ pool, push }: Stage): Promise<void> {
  for (let left = 1; left > 0; await delay(500)) {
    const { rows } = await pool.query('select count(*)::int as left from push');
    left = rows[0].left;
  }
  const times = [...push.arrivals.values()];
  const twice = times.filter((each) => each > 1).length;
  console.log(`messages: ${times.length} arrived, ${twice} of them more than once (must be 0)`);
}

async function load(servers: readonly Server[], stage: Stage): Promise<void> {
  const counted = stage.wire.count(SECONDS);
  const paid = await claimFor(SECONDS, servers, stage);
  const what = `${servers.length} with ${(paid / SECONDS).toFixed(0)} rewards a second`;
  tell(what, servers, await counted);
  await tellMessages(stage);
}

/**
 * Runs several servers on one database: measures their statements while nobody uses them, and whether
 * rewards and messages arrive exactly once under load.
 */
export async function benchProcesses(): Promise<void> {
  await withStage(async (stage) => {
    for (const count of COUNTS) {
      await withServers(count, stage.environment, async (servers) => {
        await delay(CALM_MS);
        tell(`${count} idle`, servers, await stage.wire.count(SECONDS));
        if (count === COUNTS.at(-1)) await load(servers, stage);
      });
    }
  });
}
