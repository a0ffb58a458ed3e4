import { addMilliseconds, DAY } from '../../server/domain/time.ts';
import { sharedOriginsOf, type Takings, takingsOf } from './accounts.ts';
import type { Place } from './databases.ts';
import { type Harms, harmsOf } from './harms.ts';
import type { Opponent } from './opponent.ts';
import { village } from './opponents/village.ts';
import { RULES_BEFORE } from './rules.ts';
import { type Played, runWorld, START, type World, type WorldSize } from './world.ts';

/** 500.00 */
const FUNDS = 5_000_000n;

/** One opponent's result with one seed. */
export interface Outcome {
  readonly opponent: Opponent;
  readonly seed: number;
  /** null for honest people, who are played only under the current rules */
  readonly before: Before | null;
  readonly now: Takings;
  /** for each account with a withdrawal: number of accounts that withdrew from its block, browser and system */
  readonly accountsOfSameOrigin: readonly number[];
  readonly played: Played;
  readonly world: World;
  /** null for scripts */
  readonly harms: Harms | null;
}

/** A script's result under the previous rules. */
interface Before {
  readonly takings: Takings;
  /** part of the funds, on its worst day */
  readonly worstDay: number;
}

type Rules = Readonly<Record<string, string>>;

export interface DuelOptions extends WorldSize {
  readonly opponents: readonly Opponent[];
  readonly rules: Rules;
}

/**
 * Splits opponents between two servers: scripts that drain the funds play on a server that enforces the
 * funds, the others on a server that does not. Under the current rules the village always plays with
 * these others: its people fetch their clips, and reviews compare scripts with them.
 */
function serversOf(opponents: readonly Opponent[]): [readonly Opponent[], readonly Opponent[]] {
  const isDrain = ({ goal }: Opponent) => goal === 'funds last';
  return [opponents.filter((one) => !isDrain(one)), opponents.filter(isDrain)];
}

/** Plays scripts under the previous rules. */
export async function playBefore(
  places: readonly Place[],
  { rules: _, ...options }: DuelOptions,
): Promise<Map<Opponent, Before>> {
  const scripts = options.opponents.filter(({ goal }) => goal !== 'unharmed');
  const all = new Map<Opponent, Before>();
  for (const [index, opponents] of serversOf(scripts).entries()) {
    if (opponents.length === 0) continue;
    const world = await play(places[index], { ...options, opponents, rules: RULES_BEFORE });
    for (const opponent of opponents) {
      const takings = await takingsOf(world.pool, patternOf(opponent));
      all.set(opponent, { takings, worstDay: worstDay(world) });
    }
  }
  return all;
}

/** Plays all opponents under the current rules. */
export async function playNow(
  places: readonly Place[],
  options: DuelOptions,
  before: ReadonlyMap<Opponent, Before>,
): Promise<Outcome[]> {
  const [others, drains] = serversOf(options.opponents);
  const beside = others.includes(village) ? others : [...others, village];
  const outcomes: Outcome[] = [];
  for (const [index, opponents] of [beside, drains].entries()) {
    if (!opponents.some((one) => options.opponents.includes(one))) continue;
    const world = await play(places[index], { ...options, opponents });
    for (const played of world.played) {
      const { opponent } = played;
      outcomes.push({
        ...{ opponent, played, world, seed: options.seed, before: before.get(opponent) ?? null },
        now: await takingsOf(world.pool, patternOf(opponent)),
        accountsOfSameOrigin: await sharedOriginsOf(
          world.pool,
          patternOf(opponent),
          endOf(options),
        ),
        harms: opponent.goal === 'unharmed' ? await harmsOf(world, played) : null,
      });
    }
  }
  return outcomes.filter(({ opponent }) => options.opponents.includes(opponent));
}

const endOf = ({ days }: DuelOptions) => addMilliseconds(START, days * DAY);

const patternOf = ({ name }: Opponent) => `${name}\\_%`;

async function play(place: Place | undefined, options: DuelOptions): Promise<World> {
  if (!place) throw new Error('there is no database for this world');
  const isDrained = options.opponents.some(({ goal }) => goal === 'funds last');
  const world = await runWorld({ ...options, ...place, ...(isDrained && { funds: FUNDS }) });
  const { differences } = world.ledger;
  if (differences.length > 0) throw new Error(differences.join('\n'));
  return world;
}

/** The largest part of the remaining funds that one day took. */
export function worstDay({ promisedByDay }: World): number {
  const parts = promisedByDay.map((promised, day) => {
    const earlier = promisedByDay[day - 1] ?? 0n;
    return Number(promised - earlier) / Number(FUNDS - earlier || 1n);
  });
  return Math.max(0, ...parts);
}
