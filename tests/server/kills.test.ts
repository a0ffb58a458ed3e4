import { expect, onTestFinished, test } from 'vitest';
import { type Random, randomOf } from '../../bench/farm/random.ts';
import { startOwnPostgres } from '../postgres/own.ts';
import { volume } from '../volume.ts';
import { operate } from './http/own-postgres.ts';
import { expectNothingLost, settlerOf } from './kills.checks.ts';
import { PATIENCE, People } from './kills.people.ts';
import { type KillsWorld, openKillsWorld } from './kills.world.ts';

/**
 * Defaults of the short run in `npm test`; `npm run test:crash` sets higher values, with the same seed.
 */
const {
  CRASH_KILLS = '5',
  CRASH_MOVEMENTS = String(volume(4000, 300)),
  CRASH_SEED = '1',
} = process.env;
const KILLS = Number(CRASH_KILLS);
const MOVEMENTS = Number(CRASH_MOVEMENTS);
const SEED = Number(CRASH_SEED);
/** Few in the short run: each phone retries 40 times a second while no server answers. */
const PHONES = volume(20, 5);
/**
 * Time limit until a restarted server answers: a process that starts on a busy machine takes some
 * seconds.
 */
const SERVED_MS = volume(15_000, 30_000);
/** `npm test` runs other test files at the same time, which may use the processor for seconds. */
const patience = { ...PATIENCE, hangsMs: volume(PATIENCE.hangsMs, 30_000) };
const MINUTES = 60_000;

/** Kills a Postgres process that serves a client: Postgres then ends all other sessions, and recovers. */
async function killBackend({ pool }: KillsWorld): Promise<void> {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where usename = 'clipurse_server' and pid <> pg_backend_pid() order by random() limit 1`,
  );
  if (rows[0]) process.kill(rows[0].pid, 'SIGKILL');
}

/** How each victim is killed and restarted. @returns when the restart began */
const victims: Record<string, (world: KillsWorld, random: Random) => Promise<number>> = {
  'one server': async ({ servers }, random) => {
    const server = servers[random.between(0, servers.length - 1)];
    await server?.kill();
    const begun = performance.now();
    await server?.restart();
    return begun;
  },
  'all servers': async ({ servers }) => {
    await Promise.all(servers.map((server) => server.kill()));
    const begun = performance.now();
    await Promise.all(servers.map((server) => server.restart()));
    return begun;
  },
  'a session of the database': async (world) => {
    await killBackend(world);
    return performance.now();
  },
  'the database': async ({ postgres }) => {
    await postgres.kill();
    const begun = performance.now();
    await postgres.restart();
    return begun;
  },
  'the database and all servers': async ({ postgres, servers }) => {
    await Promise.all([postgres.kill(), ...servers.map((server) => server.kill())]);
    const begun = performance.now();
    await Promise.all([postgres.restart(), ...servers.map((server) => server.restart())]);
    return begun;
  },
};

/** The victim, and the time in ms from the restart until each server answered again. */
interface Kill {
  readonly name: string;
  readonly servedMs: number;
}

/** Kills one victim while people claim, then checks all data. */
async function killOnce(world: KillsWorld, people: People, kill: number): Promise<Kill> {
  const random = randomOf(SEED, `kill ${kill}`);
  const names = Object.keys(victims);
  // the first rounds take the victims in turn, so that the short run kills each of them
  const name = names[kill < names.length ? kill : random.between(0, names.length - 1)] ?? '';
  const running = people.run(PHONES, kill);
  const enough = ((kill + 1) * MOVEMENTS) / KILLS;
  const reached = expect.poll(() => people.movements, { timeout: MINUTES }).toBeGreaterThan(enough);
  // the phones stop before `enough` only if one of them fails
  await Promise.race([running, reached]);
  await new Promise((resolve) => setTimeout(resolve, random.between(0, 40)));
  const restarted = (await victims[name]?.(world, random)) ?? 0;
  const isServed = () => people.servedAt.every((at) => at > restarted);
  await expect.poll(isServed, { timeout: 30_000, interval: 10 }).toBe(true);
  const servedMs = performance.now() - restarted;
  people.stop();
  await running;
  await expectNothingLost(world, people, random);
  return { name, servedMs };
}

/** Prints by victim the number of kills, and the median and longest restart. */
function printFigures(kills: readonly Kill[], { movements, acknowledged }: People): void {
  console.log(`${movements} entries were acknowledged by ${acknowledged.length} calls`);
  for (const [name, all = []] of Object.entries(Object.groupBy(kills, (kill) => kill.name))) {
    const times = all.map(({ servedMs }) => servedMs).sort((a, b) => a - b);
    const half = (times[Math.floor(times.length / 2)] ?? 0).toFixed(0);
    const most = (times.at(-1) ?? 0).toFixed(0);
    console.log(`  ${name}: ${times.length} kills, served again after ${half} ms, ${most} at most`);
  }
}

test(
  `${KILLS} kills at random neither lose nor double an acknowledged claim (seed ${SEED})`,
  async () => {
    const clips = Math.ceil(MOVEMENTS / 60) + 100;
    const dataSizes = { people: 80, clips, ads: Math.ceil(clips / 8) };
    const world = await openKillsWorld(await startOwnPostgres(), dataSizes);
    onTestFinished(() => world.close());
    const urls = world.servers.map(({ url }) => url);
    const people = new People({ urls, dataSizes, seed: SEED, settle: settlerOf(world), patience });
    const kills: Kill[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) kills.push(await killOnce(world, people, kill));
    printFigures(kills, people);
    expect(people.hung).toEqual([]);
    expect(people.movements).toBeGreaterThan(MOVEMENTS);
    expect(kills.filter(({ servedMs }) => servedMs > SERVED_MS)).toEqual([]);
    const verified = await operate(
      world.postgres.url('clipurse_server'),
      world.dataDir,
      ...['ledger', 'verify'],
    );
    expect(verified).toMatch(/^the ledger is in order$/m);
  },
  20 * MINUTES,
);
