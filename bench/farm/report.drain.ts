import { formatMoney } from '../../contract/money.ts';
import type { Place } from './databases.ts';
import { percentOf, proofLines } from './report.farm.ts';
import { RULES_BEFORE } from './rules.ts';
import { runWorld } from './world.ts';

const ACCOUNTS = 254;
/** 500.00 */
const FUNDS = 5_000_000n;
/** What a day may cost of what it begins with, in percent. */
const MOST_PERCENT = 2n;

interface DrainReport {
  readonly lines: readonly string[];
  readonly goal: { readonly isHeld: boolean; readonly goal: string };
}

/** What accounts that only register take of the funds, before and now. */
export async function drainReport(
  [before, now]: readonly [Place, Place],
  common: { readonly seed: number; readonly days: number },
): Promise<DrainReport> {
  const alone = { ...common, people: 0, payoutAccounts: 0, villagers: 0, isCareful: false };
  const drain = { ...alone, drains: ACCOUNTS, funds: FUNDS };
  const worlds = await Promise.all([
    runWorld({ ...drain, ...before, rules: RULES_BEFORE }),
    runWorld({ ...drain, ...now, rules: {} }),
  ]);
  const lines = [
    `drain: ${ACCOUNTS} accounts of 8 blocks, all but one invited, which claim what is free and watch nothing;`,
    `  each asks again every midnight; ${formatMoney(FUNDS)} in the funds`,
  ];
  for (const [title, world] of [['before', worlds[0]] as const, ['now', worlds[1]] as const]) {
    const { promisedByDay } = world ?? { promisedByDay: [] };
    const [first = 0n, last = 0n] = [promisedByDay[0], promisedByDay.at(-1)];
    lines.push(
      `  ${title}: ${formatMoney(first)} on the first day, ${percentOf(first, FUNDS)}; ` +
        `${formatMoney(last)} in ${promisedByDay.length} days, ${percentOf(last, FUNDS)}`,
    );
    if (world) lines.push(...proofLines(world.farmCalls));
  }
  const days = worlds[1]?.promisedByDay ?? [];
  const isHeld = days.every((promised, day) => {
    const earlier = days[day - 1] ?? 0n;
    return (promised - earlier) * 100n <= (FUNDS - earlier) * MOST_PERCENT;
  });
  return { lines, goal: { isHeld, goal: `idle accounts take at most ${MOST_PERCENT}% a day` } };
}
