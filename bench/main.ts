import { benchGrowth } from './api.growth.ts';
import { benchInvitees } from './api.invitees.ts';
import { benchOverload } from './api.overload.ts';
import { benchApi } from './api.ts';

/** `npm run bench [name…]`: measures against something in the same run, and prints the ratios. */
const benches: Record<string, () => Promise<void>> = {
  api: benchApi,
  overload: benchOverload,
  growth: benchGrowth,
  invitees: benchInvitees,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}`);
  process.exitCode = 2;
} else {
  for (const [name, bench] of Object.entries(benches)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    console.log(`== ${name}`);
    await bench();
  }
}
