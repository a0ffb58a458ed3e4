import { formatMoney } from '../../contract/money.ts';
import { type Takings, takingsOf } from './accounts.ts';
import type { Place } from './databases.ts';
import { type Goal, takingsGoal } from './goals.ts';
import { percentOf, proofLines, refusalLines } from './report.farm.ts';
import { villageReport } from './report.village.ts';
import { RULES_BEFORE } from './rules.ts';
import { SOLOS } from './solo.ts';
import { runWorld, type World } from './world.ts';

const ACCOUNTS = 12;
/** Honest people beside them, whose apps fetch what they play: else the server would know nothing of it. */
export const BESIDE = 20;

interface SoloReport {
  readonly lines: readonly string[];
  readonly goals: readonly Goal[];
}

/** What each kind of script that never watches earns and is paid, before and now. */
export async function soloReport(
  [before, now]: readonly [Place, Place],
  common: { readonly seed: number; readonly days: number },
): Promise<SoloReport> {
  const alone = { ...common, people: 0, payoutAccounts: 0, isCareful: false };
  const scripts = { ...alone, solos: ACCOUNTS };
  const [worldBefore, worldNow] = await Promise.all([
    runWorld({ ...scripts, ...before, villagers: 0, rules: RULES_BEFORE }),
    runWorld({ ...scripts, ...now, villagers: BESIDE, rules: {} }),
  ]);
  const lines = [
    `never watch: ${ACCOUNTS} accounts of each kind on one address, each with its own payout account`,
  ];
  const goals: Goal[] = [];
  for (const [name, days] of Object.entries(SOLOS)) {
    const pattern = `${name}\\_%`;
    const first = await takingsOf(worldBefore.pool, pattern);
    const second = await takingsOf(worldNow.pool, pattern);
    lines.push(
      `  ${name}, a visit every ${days} days:`,
      line('clips credited', clipsOf(first), clipsOf(second)),
      line('paid out', first.paid, second.paid),
    );
    if (name === 'fetcher') lines.push(fetchedLine(worldNow, second));
    else goals.push(takingsGoal(name, second.paid, first.paid));
  }
  const village = await villageReport(worldNow, await takingsOf(worldNow.pool, 'villager\\_%'));
  return {
    lines: [
      ...lines,
      '  refused to them now:',
      ...refusalLines(worldNow.soloCalls),
      ...proofLines(worldNow.soloCalls),
      `  honest people beside them: ${BESIDE}; refused or delayed by more than the rules state: ` +
        village.unexplained.length,
      ...village.unexplained.map((what) => `    ${what}`),
    ],
    goals: [...goals, honestGoal('beside scripts', village.unexplained)],
  };
}

export const honestGoal = (where: string, unexplained: readonly string[]): Goal => ({
  isHeld: unexplained.length === 0,
  goal: `nobody honest ${where} was refused or delayed by more than the rules state`,
});

const clipsOf = ({ channels }: Takings) =>
  channels.find((channel) => channel.name === 'video')?.earned ?? 0n;

const line = (what: string, before: bigint, now: bigint) =>
  `    ${what}: ${formatMoney(before)} before, ${formatMoney(now)} now, ${percentOf(now, before)}`;

/** What it costs to have each clip sent once. */
function fetchedLine({ soloCalls: { mediaBytes } }: World, { paid }: Takings): string {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(2);
  const units = Number(paid) / 10_000;
  const each =
    units === 0 ? 'nothing was paid' : `${megabytes(mediaBytes / units)} MB for each unit`;
  return `    was sent ${megabytes(mediaBytes)} MB, ${each}; it could break off each file after 1,000 bytes`;
}
