import type { Tally } from './client.ts';
import { type Outcome, worstDay } from './duel.ts';
import { money, percentOf, range } from './figures.ts';

type Row = readonly string[];

const HEAD: Row = ['', 'paid before', 'paid now', 'now / before', 'requests', 'in review'];

/**
 * Makes a table with a row for each opponent: its payments, its withdrawal requests, and the requests in
 * review; minimum / median / maximum of all seeds.
 */
export function tableOf(byOpponent: readonly (readonly Outcome[])[]): string[] {
  const rows = [HEAD, ...byOpponent.map(rowOf)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

const byNumber = (one: number | bigint, other: number | bigint) =>
  one < other ? -1 : Number(one > other);

function rowOf(outcomes: readonly Outcome[]): Row {
  const [first] = outcomes;
  if (!first) return [];
  const { before, now, opponent } = first;
  const ofFunds = opponent.goal === 'funds last';
  const write = (part: number) => percentOf(part, 1);
  const partOf = (outcome: Outcome) =>
    ofFunds
      ? worstDay(outcome.world)
      : Number(outcome.now.paid) / Number(before?.takings.paid || 1n);
  const part = range(outcomes.map(partOf), write, byNumber);
  return [
    `${opponent.name}, ${now.accounts} accounts`,
    before ? (ofFunds ? `${write(before.worstDay)} a day` : money(before.takings.paid)) : '-',
    range(
      outcomes.map((outcome) => outcome.now.paid),
      money,
      byNumber,
    ),
    before ? part + (ofFunds ? ' a day' : '') : '-',
    range(
      outcomes.map((outcome) => outcome.now.requests),
      String,
      byNumber,
    ),
    range(
      outcomes.map((outcome) => outcome.now.inReview),
      String,
      byNumber,
    ),
  ];
}

/** Details of one seed's result for one opponent. */
export function detailsOf(outcome: Outcome): string[] {
  const { opponent, now, before, harms, world, played } = outcome;
  const lines = [
    ...(before
      ? [
          `paid ${money(before.takings.paid)} before, ${money(now.paid)} now, ` +
            percentOf(now.paid, before.takings.paid),
        ]
      : [`paid ${money(now.paid)}, ${money(now.paid / BigInt(now.accounts || 1))} each`]),
    ...sharedOriginLines(outcome),
    `accounts that were paid: ${now.paidAccounts} of ${now.accounts}; still in wallets ` +
      `${money(now.inWallets)}, requested and not paid ${money(now.held)}`,
    ...(before && opponent.goal === 'funds last'
      ? [
          `part of the funds that the worst day cost: ${percentOf(before.worstDay, 1)} before, ` +
            `${percentOf(worstDay(world), 1)} now`,
        ]
      : []),
    ...decisionLines(outcome, world.decisions),
    ...costLines(played.tally, now.paid),
    ...(harms ? harms.lines : refusalLines(played.tally)),
    ...(harms
      ? [
          `refused or delayed by more than the rules state: ${harms.unexplained.length}`,
          ...harms.unexplained,
        ]
      : []),
  ];
  return [`${opponent.name}: ${opponent.about}`, ...lines.map((line) => `  ${line}`)];
}

/** Number of accounts that withdrew from the same block, browser and system, shown with a review's signals. */
function sharedOriginLines({ accountsOfSameOrigin }: Outcome): string[] {
  if (accountsOfSameOrigin.length === 0) return [];
  const counts = range(accountsOfSameOrigin, String, byNumber);
  return [`accounts that asked from the same block, browser and system: ${counts}`];
}

/** Decisions on the requests in review, by their signals. */
function decisionLines(
  { opponent, now }: Outcome,
  decisions: Outcome['world']['decisions'],
): string[] {
  const counts = new Map<string, number>();
  for (const { username, signals, isPaid } of decisions) {
    if (!username.startsWith(`${opponent.name}_`)) continue;
    const line = `${isPaid ? 'paid' : 'rejected'}: ${signals.join(' and ')}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return [
    `in review: ${now.inReview} of ${now.requests} requests`,
    ...[...counts].map(([line, times]) => `  ${line}, ${times} times`),
  ];
}

/** Costs for the opponent: proofs of work, bytes of clips, hours of playing. */
function costLines(
  { requests, proofs, proofMs, mediaBytes, playedMs }: Tally,
  paid: bigint,
): string[] {
  const units = Number(paid) / 10_000;
  const each = (value: number) =>
    units === 0 ? '' : `, ${(value / units).toFixed(2)} for each unit paid`;
  const megabytes = mediaBytes / 1e6;
  const hours = playedMs / 3.6e6;
  return [
    `requests: ${requests}`,
    ...(proofs > 0
      ? [`proofs of work: ${proofs}, in ${(proofMs / 1_000).toFixed(2)} s of a core`]
      : []),
    ...(mediaBytes > 0 ? [`MB of clips: ${megabytes.toFixed(2)}${each(megabytes)}`] : []),
    ...(playedMs > 0 ? [`hours of playing: ${hours.toFixed(2)}${each(hours)}`] : []),
  ];
}

/** All reasons of refused calls, the most frequent first. */
function refusalLines({ refusals }: Tally): string[] {
  return [...refusals]
    .sort((left, right) => right[1] - left[1])
    .map(([reason, times]) => `refused: ${reason}, ${times} times`);
}
