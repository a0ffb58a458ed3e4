import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Random, randomOf } from '../../bench/farm/random.ts';
import { createPool } from '../../server/database/database.ts';
import { SOCKET_PORT } from '../../server/database/embedded/folders.ts';
import { depositFunds } from '../../server/domain/funding.ts';
import { type Outbox, startOutbox } from '../../server/domain/outbox.ts';
import { updateWdinfo } from '../../server/domain/payout-methods.ts';
import { openSession } from '../../server/domain/sessions.ts';
import { DAY, utcDay } from '../../server/domain/time.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { type Decide, type Player, play } from './fault-proxy.moves.ts';
import { Client } from './http/client.ts';
import { type FaultyProxy, startFaultyProxy } from './http/faulty-proxy.ts';
import { startServer, type TestServer } from './http/server.ts';
import { ModelUser } from './ledger-model.ts';
import { SETTINGS, TERMS } from './ledger-terms.ts';
import { addGcash, GCASH } from './payout.support.ts';

/** The number of seeds, and the first seed: `npm run test:faults` plays more. */
const { FAULT_SEEDS = '20', FAULT_FIRST_SEED = '1' } = process.env;
const SEEDS = Number(FAULT_SEEDS);
const FIRST = Number(FAULT_FIRST_SEED);
const PEOPLE = 8;
const ROUNDS = 6;
/** An attempt that takes longer counts as hanging. */
const HANGS_MS = 10_000;
const MAX_ATTEMPTS = 60;
/** Chance of a fault on connections to the server, and from the server to the database. */
const CHANCE = { server: 0.25, database: 0.05 };

let server: TestServer;
let toServer: FaultyProxy;
let toDatabase: FaultyProxy;
let outbox: Outbox;
let clips: number[];
let keys = 0;
let attempts = 0;
const hung: string[] = [];

beforeAll(async () => {
  server = await startServer({
    connections: 20,
    pool: async (databaseUrl) => {
      const { pathname, searchParams } = new URL(databaseUrl);
      const path = `${searchParams.get('host')}/.s.PGSQL.${SOCKET_PORT}`;
      toDatabase = await startFaultyProxy({ path });
      const url = `postgres://clipurse@127.0.0.1:${toDatabase.port}${pathname}`;
      const pool = createPool({ url, max: 10 });
      outbox = startOutbox({ pool, onError: () => {}, now: () => server.domain.now() });
      return pool;
    },
  });
  toServer = await startFaultyProxy({ port: Number(new URL(server.url).port), host: '127.0.0.1' });
  const { domain } = server;
  const unlimited = { 'limit.requests_per_minute': '0', 'limit.user_requests_per_minute': '0' };
  const cancelling = { 'limit.cancellations_per_day': '0', 'funding.enforce': 'true' };
  await domain.configure({
    ...SETTINGS,
    ...unlimited,
    ...cancelling,
    'withdraw.accounts_shared_max': '0',
  });
  await depositFunds(domain.pool, 1_000_000_000_000n, 'for the test', domain.now());
  await addGcash(domain);
  clips = [];
  for (const { seconds, reward } of TERMS.clips) {
    clips.push(await domain.video({ watch_seconds: seconds, reward }));
  }
});
afterAll(async () => {
  await outbox.stop();
  await toServer.close();
  await server.close();
  await toDatabase.close();
});

/** Repeats calls through the faulty proxy, each under one idempotency key, until the server decides them. */
function deciderOf(token: string): Decide {
  const client = new Client(`http://127.0.0.1:${toServer.port}`, token);
  return async (name, input) => {
    keys += 1;
    const key = { 'idempotency-key': `faults-${keys}` };
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      attempts += 1;
      const signal = AbortSignal.timeout(HANGS_MS);
      const answer = await client.send(name, input, key, signal).catch(() => null);
      if (signal.aborted) hung.push(name);
      if (answer?.status === 200) {
        const { code, data } = answer.envelope;
        if (code > 1) throw new Error(`${name}: ${answer.text}`);
        return { outcome: code === 1 ? 'ok' : String(data?.reason), data: data ?? {} };
      }
      if (answer && answer.status < 500) throw new Error(`${name}: ${answer.text}`);
      await delay(10);
    }
    throw new Error(`${name} is never decided`);
  };
}

/** Creates players; each was invited by an earlier player, or by nobody. */
async function newPlayers(random: Random): Promise<Player[]> {
  const { domain } = server;
  const players: { player: Player; line: bigint[] }[] = [];
  for (let place = 0; place < PEOPLE; place += 1) {
    const above = players[random.between(-1, place - 1)];
    const line = above ? [above.player.userId, ...above.line].slice(0, 3) : [];
    const models = above ? [above.player.model, ...above.player.model.inviters].slice(0, 3) : [];
    const caller = await domain.user({ inviters: line });
    await updateWdinfo(domain.context(), caller, GCASH);
    const token = await openSession(domain.context(), caller.userId, true);
    const model = new ModelUser(models, utcDay(domain.now()));
    players.push({ player: { ...caller, decide: deciderOf(token), model }, line });
  }
  return players.map(({ player }) => player);
}

/** Lets all players make one move at the same time. */
async function playRound(players: readonly Player[], seed: number, round: number): Promise<void> {
  const { domain } = server;
  const random = randomOf(seed, `round ${round}`);
  domain.advance([1, 999, 3_000, 5_000, 8_000, DAY][random.between(0, 5)] ?? 1);
  toServer.begin(seed * ROUNDS + round, CHANCE.server);
  toDatabase.begin(seed * ROUNDS + round, CHANCE.database);
  const played = await Promise.all(
    players.map((player, place) =>
      play({ domain, clips }, player, randomOf(seed, `round ${round}, person ${place}`)),
    ),
  );
  // a late request must not arrive on another day: stored answers of idempotency keys expire
  await Promise.all([toServer.calm(), toDatabase.calm()]);
  expect(played.map(([outcome]) => outcome)).toEqual(played.map(([, wanted]) => wanted));
}

async function expectAsModel(players: readonly Player[]): Promise<void> {
  const { domain } = server;
  const fail = (error: unknown) => {
    throw error;
  };
  const last = startOutbox({ pool: domain.pool, onError: fail, now: domain.now });
  const waiting =
    'select (select count(*) from outbox) + (select count(*) from reward_release) as n';
  await expect
    .poll(async () => {
      await last.drain();
      return (await domain.pool.query<{ n: bigint }>(waiting)).rows[0]?.n;
    })
    .toBe(0n);
  await last.stop();
  const { rows } = await domain.pool.query(
    `select available, held, credited, debited, version from wallet where user_id = any($1)
     order by user_id`,
    [players.map(({ userId }) => userId)],
  );
  for (const { model } of players) model.receive();
  expect(rows).toEqual(
    players.map(({ model: { available, held, credited, debited, version } }) => {
      return { available, held, credited, debited, version };
    }),
  );
}

test(
  `wallets are as in the model after ${SEEDS} seeds of faults on connections to server and database`,
  async () => {
    for (let seed = FIRST; seed < FIRST + SEEDS; seed += 1) {
      try {
        const players = await newPlayers(randomOf(seed, 'people'));
        for (let round = 0; round < ROUNDS; round += 1) await playRound(players, seed, round);
        await expectAsModel(players);
      } catch (error) {
        throw new Error(`with seed ${seed}: ${error}`, { cause: error });
      }
    }
    const { domain } = server;
    console.log(`${keys} calls by ${attempts} attempts`, toServer.happened, toDatabase.happened);
    expect(hung).toEqual([]);
    expect(Object.values({ ...toServer.happened, ...toDatabase.happened })).not.toContain(0);
    expect((await domain.pool.query('select from outbox_dead')).rowCount).toBe(0);
    expect((await verifyLedger(domain.pool)).differences).toEqual([]);
  },
  Math.max(SEEDS * 5_000, 120_000),
);
