import { parseArgs } from 'node:util';
import { benchGrowth } from './api.growth.ts';
import { benchInvitees } from './api.invitees.ts';
import { benchOverload } from './api.overload.ts';
import { benchApi } from './api.ts';
import { benchEnumeration } from './enumeration.ts';
import { type FarmOptions, farmFlags, readFarmOptions } from './farm/options.ts';
import { benchFarm } from './farm.ts';
import { benchFeed } from './feed.ts';
import { benchFlood } from './flood.ts';
import { benchLadder } from './ladder.ts';
import { benchLanguages } from './languages.ts';
import { benchLate } from './late.ts';
import { benchLists } from './lists.ts';
import { benchPartitions } from './partitions.ts';
import { benchProcesses } from './processes.ts';
import { benchRenditions } from './renditions.ts';
import { benchRevisit } from './revisit.ts';
import { benchSizing } from './sizing.ts';
import { benchSwipes } from './swipes.ts';
import { benchWelcomes } from './welcomes.ts';

interface BenchOptions {
  /** the seed of a simulation */
  readonly seed: number;
  /** number of people in the database of `sizing`, and in the large database of `lists` */
  readonly people: number;
  readonly farm: FarmOptions;
  /** `ladder` prints the processor time of each process */
  readonly profile: boolean;
}

/**
 * The benches of `npm run bench -- [name…] [--seed N] [--people N] [--profile]`; without a name, all
 * run. `farm` has more options (`farm/options.ts`).
 */
const benches: Record<string, (options: BenchOptions) => Promise<void>> = {
  api: benchApi,
  overload: benchOverload,
  growth: benchGrowth,
  invitees: benchInvitees,
  enumeration: benchEnumeration,
  flood: benchFlood,
  ladder: ({ profile }) => benchLadder({ profile }),
  farm: ({ seed, farm }) => benchFarm(seed, farm),
  feed: benchFeed,
  languages: benchLanguages,
  late: benchLate,
  lists: benchLists,
  partitions: benchPartitions,
  processes: benchProcesses,
  renditions: benchRenditions,
  revisit: benchRevisit,
  sizing: ({ people }) => benchSizing(people),
  swipes: benchSwipes,
  welcomes: benchWelcomes,
};

/** @throws Error with the wrong option */
function readCommandLine(): BenchOptions & { readonly wanted: readonly string[] } {
  const { positionals: wanted, values } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: 'string', default: '1' },
      people: { type: 'string', default: '100000' },
      profile: { type: 'boolean', default: false },
      ...farmFlags,
    },
  });
  const unknown = wanted.filter((name) => !Object.hasOwn(benches, name));
  if (unknown.length > 0) {
    throw new Error(
      `unknown bench: ${unknown.join(', ')}; the benches are ${Object.keys(benches).join(', ')}`,
    );
  }
  if (!/^-?\d{1,15}$/.test(values.seed)) throw new Error('--seed must be a whole number');
  if (!/^(1000000|[1-9]\d{2,3}00)$/.test(values.people)) {
    throw new Error('--people must be a multiple of 100, from 10000 to 1000000');
  }
  const farm = readFarmOptions(values);
  const { profile } = values;
  return { wanted, farm, profile, seed: Number(values.seed), people: Number(values.people) };
}

async function run(wanted: readonly string[], options: BenchOptions): Promise<void> {
  for (const [name, bench] of Object.entries(benches)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    console.log(`== ${name}`);
    await bench(options);
  }
}

let order: ReturnType<typeof readCommandLine> | undefined;
try {
  order = readCommandLine();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
if (order) await run(order.wanted, order);
