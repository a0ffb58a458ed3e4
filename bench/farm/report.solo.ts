import { formatMoney } from '../../contract/money.ts';
import { takingsOf } from './accounts.ts';
import type { Place } from './databases.ts';
import { percentOf, proofLines, refusalLines } from './report.farm.ts';
import { RULES_BEFORE } from './rules.ts';
import { SOLOS } from './solo.ts';
import { runWorld } from './world.ts';

const ACCOUNTS = 12;

/** What each kind of script that never watches earns and is paid, before and now. */
export async function soloReport(
  [before, now]: readonly [Place, Place],
  common: { readonly seed: number; readonly days: number },
): Promise<string[]> {
  const alone = { ...common, people: 0, payoutAccounts: 0, hasVillage: false, isCareful: false };
  const worlds = await Promise.all([
    runWorld({ ...alone, ...before, solos: ACCOUNTS, rules: RULES_BEFORE }),
    runWorld({ ...alone, ...now, solos: ACCOUNTS, rules: {} }),
  ]);
  const lines = [
    `never watch: ${ACCOUNTS} accounts of each kind on one address, each with its own payout account`,
  ];
  for (const [name, days] of Object.entries(SOLOS)) {
    const [first, second] = await Promise.all(
      worlds.map(({ pool }) => takingsOf(pool, `${name}\\_%`)),
    );
    if (!first || !second) continue;
    const clips = [first, second].map(
      ({ channels }) => channels.find((channel) => channel.name === 'video')?.earned ?? 0n,
    );
    lines.push(
      `  ${name}, a visit every ${days} days:`,
      line('clips credited', clips[0] ?? 0n, clips[1] ?? 0n),
      line('paid out', first.paid, second.paid),
    );
  }
  const tally = worlds[1]?.soloCalls;
  return [
    ...lines,
    '  refused to them now:',
    ...(tally ? [...refusalLines(tally), ...proofLines(tally)] : []),
  ];
}

const line = (what: string, before: bigint, now: bigint) =>
  `    ${what}: ${formatMoney(before)} before, ${formatMoney(now)} now, ${percentOf(now, before)}`;
