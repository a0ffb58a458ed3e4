import { changeSettings } from '../server/domain/settings.change.ts';
import { SettingError } from '../server/domain/settings.check.ts';
import { withDatabases } from './farm/databases.ts';
import { type Outcome, playBefore, playNow } from './farm/duel.ts';
import { goalsOf } from './farm/goals.ts';
import { OPERATOR } from './farm/operator.ts';
import type { FarmOptions } from './farm/options.ts';
import { detailsOf, tableOf } from './farm/report.ts';
import { NOT_REVERSED, RULES_BEFORE } from './farm/rules.ts';
import { START } from './farm/world.ts';

/**
 * Simulates what scripts earn in a month under the previous and the current rules, and how the current
 * rules affect honest people.
 */
export async function benchFarm(seed: number, options: FarmOptions): Promise<void> {
  const wrong = await whatIsWrong(options.rules);
  if (wrong) {
    console.error(`--settings: ${wrong}`);
    process.exitCode = 2;
    return;
  }
  introduce(seed, options);
  const { seeds, opponents } = options;
  const all: Outcome[] = [];
  const before = await withDatabases(['before', 'drain_before'], (places) =>
    playBefore(places, { ...options, seed }),
  );
  for (let next = seed; next < seed + seeds; next += 1) {
    const outcomes = await withDatabases(['now', 'drain_now'], (places) =>
      playNow(places, { ...options, seed: next }, before),
    );
    all.push(...outcomes);
    print([`seed ${next}`]);
    if (seeds === 1) for (const outcome of outcomes) print(['', ...detailsOf(outcome)]);
    else print(tableOf(outcomes.map((outcome) => [outcome])).map((line) => `  ${line}`));
  }
  const byOpponent = opponents.map((opponent) => all.filter((one) => one.opponent === opponent));
  const goals = byOpponent.flatMap(goalsOf);
  print([
    ...(seeds === 1 ? [''] : ['', `${seeds} seeds: least / middle / most`]),
    ...tableOf(byOpponent),
    '',
    ...goals.map(({ isHeld, goal }) => `${isHeld ? 'HELD' : 'NOT HELD'}: ${goal}`),
  ]);
  if (!goals.every(({ isHeld }) => isHeld)) process.exitCode = 1;
}

/** Checks settings together, in a database, before the simulation starts. @returns the error; null: none */
async function whatIsWrong(rules: FarmOptions['rules']): Promise<string | null> {
  if (Object.keys(rules).length === 0) return null;
  return withDatabases(['settings'], async ([place]) => {
    try {
      if (place) await changeSettings(place.pool, rules, START);
      return null;
    } catch (error) {
      if (error instanceof SettingError) return error.message;
      throw error;
    }
  });
}

function introduce(seed: number, { seeds, days, clips, rules }: FarmOptions): void {
  const own = Object.entries(rules);
  print([
    `seed ${seed}${seeds > 1 ? ` to ${seed + seeds - 1}` : ''}; ${days} days on a simulated clock, ${clips} clips; ` +
      "every call goes through the server's HTTP layer",
    `rules now: the defaults of today${own.length > 0 ? ', except' : ''}`,
    ...own.map(([key, value]) => `  ${key} ${value}`),
    `rules before, as far as settings can express them${seeds > 1 ? `, played only with seed ${seed}` : ''}:`,
    ...Object.entries(RULES_BEFORE).map(([key, value]) => `  ${key} ${value}`),
    'earlier rules that no setting can restore (so the earlier figures are too small, never too large):',
    ...NOT_REVERSED.map((line) => `  ${line}`),
    ...OPERATOR.map((line, index) => (index === 0 ? `operator: ${line}` : line)),
    '',
  ]);
}

function print(lines: readonly string[]): void {
  for (const line of lines) console.log(line);
}
