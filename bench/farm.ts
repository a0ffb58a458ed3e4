import { takingsOf } from './farm/accounts.ts';
import { withDatabases } from './farm/databases.ts';
import { type Goal, takingsGoal } from './farm/goals.ts';
import { OPERATOR } from './farm/operator.ts';
import { drainReport } from './farm/report.drain.ts';
import { decisionLines, farmLines, proofLines, refusalLines } from './farm/report.farm.ts';
import { BESIDE, honestGoal, soloReport } from './farm/report.solo.ts';
import { villageReport } from './farm/report.village.ts';
import { NOT_REVERSED, RULES_BEFORE } from './farm/rules.ts';
import { runWorld, type World } from './farm/world.ts';

const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 200);
const PAYOUT_ACCOUNTS = Math.ceil(PEOPLE / 40);
const DAYS = 30;

/**
 * What a farm of scripts takes in a month under the rules of before and under today's defaults,
 * and what these do to a village of honest people.
 */
export function benchFarm({ seed }: { readonly seed: number }): Promise<void> {
  const names = [
    'before',
    'after',
    'careful',
    'solo_before',
    'solo_now',
    'drain_before',
    'drain_now',
  ];
  return withDatabases(
    names,
    async ([before, after, careful, soloBefore, soloNow, drainBefore, drainNow]) => {
      if (!before || !after || !careful || !soloBefore || !soloNow) return;
      if (!drainBefore || !drainNow) return;
      const common = { seed, people: PEOPLE, payoutAccounts: PAYOUT_ACCOUNTS, days: DAYS };
      const greedy = { isCareful: false, villagers: 0 };
      introduce(seed);
      const solo = await soloReport([soloBefore, soloNow], { seed, days: DAYS });
      print(solo.lines);
      const drain = await drainReport([drainBefore, drainNow], { seed, days: DAYS });
      print([...drain.lines, '']);
      const worlds = await Promise.all([
        runWorld({ ...common, ...before, ...greedy, rules: RULES_BEFORE }),
        runWorld({ ...common, ...after, ...greedy, villagers: PEOPLE, rules: {} }),
        runWorld({ ...common, ...careful, isCareful: true, villagers: BESIDE, rules: {} }),
      ]);
      await report(worlds, [...solo.goals, drain.goal]);
    },
  );
}

function introduce(seed: number): void {
  print([
    `seed ${seed}; ${DAYS} days on a simulated clock; every call goes through the server's HTTP layer`,
    `farm: ${PEOPLE} accounts from one block of 256 addresses, ${PAYOUT_ACCOUNTS} payout accounts, a tree of`,
    '  invitations over three levels whose upper accounts take the payout accounts first. Each claims',
    '  every clip, ad, share and task at the first moment that pays, and withdraws all it has each day;',
    '  who finds no payout account stops once nothing more is to be had through them',
    `village: ${PEOPLE} people behind one address, under today's defaults`,
    'careful: the same farm when it knows what a review looks at: it rests a second after each watch,',
    `  and withdraws on the last day alone, when what friends bring is the smaller part of it all; beside ${BESIDE}`,
    '  honest people of a village, whose apps fetch the clips that they play',
    ...OPERATOR.map((line, index) => (index === 0 ? `operator: ${line}` : line)),
    'before, as far as settings can say it:',
    ...Object.entries(RULES_BEFORE).map(([key, value]) => `  ${key} ${value}`),
    'before, what no setting brings back (so the figures of before are too small, never too large):',
    ...NOT_REVERSED.map((line) => `  ${line}`),
    '',
  ]);
}

async function report(
  [before, after, careful]: readonly [World, World, World],
  others: readonly Goal[],
): Promise<void> {
  const [farmBefore, farmAfter, farmCareful] = await Promise.all(
    [before, after, careful].map((world) => takingsOf(world.pool, 'bot\\_%')),
  );
  if (!farmBefore || !farmAfter || !farmCareful) return;
  const villageTakings = await takingsOf(after.pool, 'villager\\_%');
  const village = await villageReport(after, villageTakings);
  const goals = [
    takingsGoal('the farm', farmAfter.paid, farmBefore.paid),
    takingsGoal('the careful farm', farmCareful.paid, farmBefore.paid),
    honestGoal('in the village', village.unexplained),
    ...others,
  ];
  print([
    ...farmLines([
      { title: 'before', takings: farmBefore },
      { title: 'after', takings: farmAfter },
      { title: 'careful', takings: farmCareful },
    ]),
    'refused to the farm after:',
    ...refusalLines(after.farmCalls),
    ...proofLines(after.farmCalls),
    'decided in review after:',
    ...decisionLines(after),
    'decided in review, careful:',
    ...decisionLines(careful),
    '',
    'village, after',
    ...village.lines,
    ...proofLines(after.villageCalls),
    '',
    `requests: ${before.farmCalls.requests} of the farm before, ${after.farmCalls.requests} after, ` +
      `${careful.farmCalls.requests} careful, ${after.villageCalls.requests} of the village`,
    ...[before, after, careful].map(ledgerLine),
    ...goals.map(({ isHeld, goal }) => `${isHeld ? 'held' : 'NOT HELD'}: ${goal}`),
  ]);
  if (!goals.every(({ isHeld }) => isHeld)) process.exitCode = 1;
}

function ledgerLine({ ledger }: World): string {
  const { transfers, differences } = ledger;
  if (differences.length > 0) throw new Error(differences.join('\n'));
  return `ledger verified: ${transfers} transfers, no difference`;
}

function print(lines: readonly string[]): void {
  for (const line of lines) console.log(line);
}
