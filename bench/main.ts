import { parseArgs } from 'node:util';
import { benchGrowth } from './api.growth.ts';
import { benchInvitees } from './api.invitees.ts';
import { benchOverload } from './api.overload.ts';
import { benchApi } from './api.ts';
import { benchFarm } from './farm.ts';
import { benchLanguages } from './languages.ts';
import { benchRenditions } from './renditions.ts';
import { benchRevisit } from './revisit.ts';
import { benchSwipes } from './swipes.ts';

interface BenchOptions {
  /** what a simulation follows from */
  readonly seed: number;
}

/** `npm run bench -- [name…] [--seed N]`: measures against something in the same run, and prints the ratios. */
const benches: Record<string, (options: BenchOptions) => Promise<void>> = {
  api: benchApi,
  overload: benchOverload,
  growth: benchGrowth,
  invitees: benchInvitees,
  farm: benchFarm,
  languages: benchLanguages,
  renditions: benchRenditions,
  revisit: benchRevisit,
  swipes: benchSwipes,
};

/** @throws Error that says what of the command line is not understood */
function readCommandLine(): { wanted: readonly string[]; seed: number } {
  const { positionals: wanted, values } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: 'string', default: '1' } },
  });
  const unknown = wanted.filter((name) => !Object.hasOwn(benches, name));
  if (unknown.length > 0) {
    throw new Error(`unknown: ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}`);
  }
  if (!/^-?\d{1,15}$/.test(values.seed)) throw new Error('--seed must be a whole number');
  return { wanted, seed: Number(values.seed) };
}

async function run(wanted: readonly string[], seed: number): Promise<void> {
  for (const [name, bench] of Object.entries(benches)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    console.log(`== ${name}`);
    await bench({ seed });
  }
}

let order: ReturnType<typeof readCommandLine> | undefined;
try {
  order = readCommandLine();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
if (order) await run(order.wanted, order.seed);
