import type pg from 'pg';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { seedDemo } from '../../server/demo/seed.ts';
import { depositFunds } from '../../server/domain/funding.ts';
import { MediaRequestQueue } from '../../server/domain/media-asked.ts';
import { changeSettings } from '../../server/domain/settings.change.ts';
import { Settings } from '../../server/domain/settings.ts';
import { addMilliseconds, DAY } from '../../server/domain/time.ts';
import { type LedgerReport, verifyLedger } from '../../server/domain/verify.ts';
import { Client, newTally, RefusedError, type Tally } from './client.ts';
import { addClips } from './clips.ts';
import { Clock, type Life } from './clock.ts';
import { backgroundLife, deliverAll, meterLife, operatorLife } from './operator.ts';
import type { Opponent, Play, Stage } from './opponent.ts';
import type { Person } from './person.ts';
import { randomOf } from './random.ts';
import type { Decision } from './reviewer.ts';

/** Options that all worlds of one run share. */
export interface WorldSize {
  readonly seed: number;
  readonly days: number;
  /** number of the server's clips, at least ten */
  readonly clips: number;
  /** number of accounts of an opponent of an ordinary size */
  readonly accounts: number;
}

export interface WorldOptions extends WorldSize {
  /** pool of an empty, migrated database */
  readonly pool: pg.Pool;
  /** an empty folder */
  readonly dataDir: string;
  readonly opponents: readonly Opponent[];
  /** the operator's funds in 1/10,000 units, which are then enforced; default: not enforced */
  readonly funds?: bigint;
  /** settings that differ from the defaults */
  readonly rules: Readonly<Record<string, string>>;
}

/** One opponent's state at the end. */
export interface Played {
  readonly opponent: Opponent;
  readonly tally: Tally;
  readonly people: readonly Person[];
}

/** A world after its last day. */
export interface World {
  readonly pool: pg.Pool;
  readonly settings: Settings;
  readonly played: readonly Played[];
  /** 1/10,000 units at the end of each day, where funds are enforced */
  readonly promisedByDay: readonly bigint[];
  /** on requests in review, the oldest first */
  readonly decisions: readonly Decision[];
  readonly ledger: LedgerReport;
}

export const START = new Date('2026-03-01T00:00:00.000Z');

/** Plays all opponents on one server, with whole requests through its HTTP layer. */
export async function runWorld(options: WorldOptions): Promise<World> {
  const { pool, dataDir, days } = options;
  const clock = new Clock(START);
  const settings = await prepareServer(options);
  const mediaRequests = new MediaRequestQueue(pool, console.error);
  const app = await buildApp({
    asked: mediaRequests,
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
  const decisions: Decision[] = [];
  const promisedByDay: bigint[] = [];
  const all = options.opponents.map((opponent, index) => {
    const tally = newTally();
    const clientAt = (host: number, block = 0) =>
      new Client(app, mediaRequests, `100.${64 + index}.${block}.${host}`, tally);
    const random = (name: string) => randomOf(options.seed, name);
    const stage: Stage = {
      ...{ clock, until, accounts: options.accounts, clientAt, randomOf: random },
    };
    return { opponent, tally, play: opponent.play(stage) };
  });
  await clock.run(
    [
      backgroundLife({ pool, settings, clock }),
      operatorLife({ pool, settings, clock }, decisions),
      ...(options.funds ? [meterLife(pool, promisedByDay)] : []),
      ...all.flatMap(({ play }) => livesOf(play)),
    ],
    until,
  );
  await deliverAll(pool, clock);
  await app.close();
  const played = all.map(({ play: { people = [] }, ...rest }) => ({ ...rest, people }));
  const ledger = await verifyLedger(pool);
  return { pool, settings, played, promisedByDay, decisions, ledger };
}

/** Prepares the server as its operator would. */
async function prepareServer({ pool, funds, clips, rules }: WorldOptions): Promise<Settings> {
  await seedDemo(pool, START);
  await addClips(pool, clips);
  await changeSettings(pool, rules, START);
  if (funds) {
    await depositFunds(pool, funds, 'a bench', START);
    await changeSettings(pool, { 'funding.enforce': 'true' }, START);
  }
  const settings = new Settings({ db: pool });
  await settings.refresh();
  return settings;
}

/** Ends a life when its account is blocked; for an honest person the block is recorded as unexplained. */
function livesOf({ lives, people }: Play): readonly Life[] {
  return people
    ? people.map((person, index) => untilBlocked(lives[index], person))
    : lives.map((life) => untilBlocked(life));
}

async function* untilBlocked(life: Life | undefined, person?: Person): Life {
  try {
    if (life) yield* life;
  } catch (error) {
    const isBlocked = error instanceof RefusedError && error.reason === 'session 409';
    if (!isBlocked) throw error;
    person?.seen.unexplained.push('their account was blocked');
  }
}
