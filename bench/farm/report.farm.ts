import { formatMoney } from '../../contract/money.ts';
import type { Takings } from './accounts.ts';
import type { Tally } from './client.ts';
import type { World } from './world.ts';

const money = (amount: bigint) => formatMoney(amount).slice(0, -2);

/** What a part is of a whole, with two places; `-` when there is no whole. */
export function percentOf(part: bigint, whole: bigint): string {
  return whole === 0n ? '-' : `${((Number(part) / Number(whole)) * 100).toFixed(2)}%`;
}

type Row = readonly string[];

/** What the farm came to in each world: the first one is what the others are compared with. */
interface Column {
  readonly title: string;
  readonly takings: Takings;
}

function compare(name: string, amounts: readonly bigint[]): Row {
  const [first = 0n, ...others] = amounts;
  return [
    name,
    money(first),
    ...others.flatMap((amount) => [money(amount), percentOf(amount, first)]),
  ];
}

/** The table of what a farm has come to in several worlds. */
export function farmLines(columns: readonly Column[]): string[] {
  const all = columns.map(({ takings }) => takings);
  const [before] = all;
  const spaced = (values: readonly string[]) => values.flatMap((v, i) => (i === 0 ? [v] : [v, '']));
  const rows: Row[] = [
    ['farm', ...columns.flatMap(({ title }, i) => (i === 0 ? [title] : [title, 'of before']))],
    ['accounts', ...spaced(all.map(({ accounts }) => String(accounts)))],
    ['accounts that were paid', ...spaced(all.map(({ paidAccounts }) => String(paidAccounts)))],
    compare(
      'paid out',
      all.map(({ paid }) => paid),
    ),
    compare(
      'requested, not paid',
      all.map(({ held }) => held),
    ),
    compare(
      'still in wallets',
      all.map(({ inWallets }) => inWallets),
    ),
    compare(
      'on its way',
      all.map(({ onItsWay }) => onItsWay),
    ),
    ['earned by accounts that were paid:'],
    ...(before?.channels ?? []).map(({ name }) =>
      compare(
        `  ${name}`,
        all.map(({ channels }) => channels.find((one) => one.name === name)?.earnedByPaid ?? 0n),
      ),
    ),
  ];
  return rows.map(([name = '', ...figures]) =>
    [name.padEnd(36), ...figures.map((figure) => figure.padStart(11))].join('').trimEnd(),
  );
}

/** What proofs of work have cost whoever did them; none where nobody was asked. */
export function proofLines({ proofs, proofMs }: Tally): string[] {
  if (proofs === 0) return [];
  const seconds = (proofMs / 1_000).toFixed(2);
  return [`  proofs of work: ${proofs}, in ${seconds} s of a core`];
}

/** Every reason for which somebody's calls were refused, the commonest first. */
export function refusalLines({ refusals }: Tally): string[] {
  return [...refusals]
    .sort((left, right) => right[1] - left[1])
    .map(([reason, times]) => `  ${reason}, ${times} times`);
}

/** What came of the requests in review, by who asked and which signals were seen. */
export function decisionLines({ decisions }: Pick<World, 'decisions'>): string[] {
  const counts = new Map<string, number>();
  for (const { username, signals, isPaid } of decisions) {
    const who = username.startsWith('bot_') ? 'farm' : 'village';
    const line = `${who}, ${isPaid ? 'paid' : 'rejected'}: ${signals.join(' and ')}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return counts.size === 0
    ? ['  nothing']
    : [...counts].map(([line, times]) => `  ${line}, ${times} times`);
}
