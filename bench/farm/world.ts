import type pg from 'pg';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { seedDemo } from '../../server/demo/seed.ts';
import { depositFunds } from '../../server/domain/funding.ts';
import { AskedQueue } from '../../server/domain/media-asked.ts';
import { changeSettings } from '../../server/domain/settings.change.ts';
import { Settings } from '../../server/domain/settings.ts';
import { addMilliseconds, DAY } from '../../server/domain/time.ts';
import { type LedgerReport, verifyLedger } from '../../server/domain/verify.ts';
import { type Bot, botLife, type Farm } from './bot.ts';
import { Client, newTally, RefusedError, type Tally } from './client.ts';
import { Clock, type Life } from './clock.ts';
import { type Drain, drainLife, meterLife } from './drain.ts';
import { backgroundLife, deliverAll, operatorLife } from './operator.ts';
import { Phone } from './phone.ts';
import { randomOf } from './random.ts';
import type { Decision } from './reviewer.ts';
import { SOLOS, type Solo, soloLife } from './solo.ts';
import { habitsOf, newExperience, type Village, type Villager } from './village.ts';
import { villagerLife } from './villager.ts';

export interface WorldOptions {
  /** of an empty, migrated database */
  readonly pool: pg.Pool;
  /** an empty folder */
  readonly dataDir: string;
  readonly seed: number;
  /** accounts of the farm */
  readonly people: number;
  /** people of the village; 0: there is none */
  readonly villagers: number;
  readonly payoutAccounts: number;
  /** accounts of each kind of script that never watches */
  readonly solos?: number;
  /** accounts that claim what is free and watch nothing */
  readonly drains?: number;
  /** what the operator has put in, in 1/10,000 units, and is enforced; not given: it is not */
  readonly funds?: bigint;
  /** whether the farm knows what a review looks at */
  readonly isCareful: boolean;
  readonly days: number;
  /** settings that differ from the defaults */
  readonly rules: Readonly<Record<string, string>>;
}

/** A world after its last day. */
export interface World {
  readonly pool: pg.Pool;
  readonly settings: Settings;
  readonly villagers: readonly Villager[];
  readonly farmCalls: Tally;
  readonly villageCalls: Tally;
  readonly soloCalls: Tally;
  /** 1/10,000 units at the end of each day, where funds are enforced */
  readonly promisedByDay: readonly bigint[];
  /** on requests in review, the first one first */
  readonly decisions: readonly Decision[];
  readonly ledger: LedgerReport;
}

const START = new Date('2026-03-01T00:00:00.000Z');
const VILLAGE = '203.0.113.7';
const SOLO = '192.0.2.9';

/** A whole block is the farm's: limits that count by address do not stop it. */
const farmAddress = (place: number) => `198.51.100.${place % 256}`;

/** Lets a farm and a village live on one server, whole requests through its HTTP layer. */
export async function runWorld(options: WorldOptions): Promise<World> {
  const { pool, dataDir, days, rules } = options;
  const clock = new Clock(START);
  await seedDemo(pool, START);
  await changeSettings(pool, rules, START);
  if (options.funds) {
    await depositFunds(pool, options.funds, 'a bench', START);
    await changeSettings(pool, { 'funding.enforce': 'true' }, START);
  }
  const settings = new Settings({ db: pool });
  await settings.refresh();
  const asked = new AskedQueue(pool, console.error);
  const app = await buildApp({
    asked,
    config: readConfig({ DATA_DIR: dataDir, PUBLIC_URL: 'https://clips.example' }),
    pool,
    settings,
    metrics: new Registry(),
    log: pino({ level: 'silent' }),
    appDirectory: dataDir,
    now: clock.now,
    checksAnswers: false,
  });
  const until = addMilliseconds(START, days * DAY);
  const farmCalls = newTally();
  const villageCalls = newTally();
  const soloCalls = newTally();
  const decisions: Decision[] = [];
  const clientsOf = (tally: Tally) => (address: string) => new Client(app, asked, address, tally);
  const bots = botsOf(options, clientsOf(farmCalls), clock);
  const villagers = villagersOf(options, () => clientsOf(villageCalls)(VILLAGE), clock);
  const promisedByDay: bigint[] = [];
  const drains = drainsOf(options, clientsOf(farmCalls), clock);
  const solos = solosOf(options, () => clientsOf(soloCalls)(SOLO), clock);
  await clock.run(
    [
      backgroundLife(pool, clock),
      operatorLife({ pool, settings, clock }, decisions),
      ...bots.map((bot) => untilBlocked(botLife(bot, until))),
      ...villagers.map((person) => villagerLife(person, until)),
      ...drains.map((drain) => untilBlocked(drainLife(drain))),
      ...(options.funds ? [meterLife(pool, promisedByDay)] : []),
      ...solos.map((solo) => untilBlocked(soloLife(solo, until))),
    ],
    until,
  );
  await deliverAll(pool, clock);
  await app.close();
  const ledger = await verifyLedger(pool);
  const calls = { farmCalls, villageCalls, soloCalls };
  return { pool, settings, villagers, ...calls, promisedByDay, decisions, ledger };
}

/** What a script does with an account ends when it is blocked. */
async function* untilBlocked(life: Life): Life {
  try {
    yield* life;
  } catch (error) {
    const isBlocked = error instanceof RefusedError && error.reason === 'session 409';
    if (!isBlocked) throw error;
  }
}

function drainsOf(
  { drains = 0 }: WorldOptions,
  clientAt: (address: string) => Client,
  clock: Clock,
): Drain[] {
  const ring = { code: null };
  return Array.from({ length: drains }, (_, place) => ({
    ...{ place, clock, ring },
    client: clientAt(`198.51.${place % 8}.${place}`),
  }));
}

function solosOf({ solos = 0 }: WorldOptions, newClient: () => Client, clock: Clock): Solo[] {
  const names = Object.keys(SOLOS) as (keyof typeof SOLOS)[];
  return names.flatMap((name) =>
    Array.from({ length: solos }, (_, place) => ({ name, place, clock, client: newClient() })),
  );
}

function botsOf(
  { people, payoutAccounts, isCareful }: WorldOptions,
  clientAt: (address: string) => Client,
  clock: Clock,
): Bot[] {
  const farm: Farm = {
    accounts: people,
    isCareful,
    payoutAccounts: Array.from(
      { length: payoutAccounts },
      (_, index) => `0917${2_000_000 + index * 1111}`,
    ),
    inviteCodes: new Map(),
  };
  return Array.from({ length: people }, (_, place) => ({
    farm,
    place,
    clock,
    client: clientAt(farmAddress(place)),
    canBePaid: false,
  }));
}

function villagersOf(
  { seed, villagers: people, days }: WorldOptions,
  newClient: () => Client,
  clock: Clock,
): Villager[] {
  const village: Village = { villagers: [] };
  for (let place = 0; place < people; place += 1) {
    village.villagers.push({
      place,
      village,
      clock,
      client: newClient(),
      habits: habitsOf(place, { seed, people, days, start: START }),
      random: randomOf(seed, `villager ${place}`),
      phone: new Phone(),
      inviteCode: null,
      tasksDone: new Set(),
      seen: newExperience(),
    });
  }
  return village.villagers;
}
