import type { Fault } from './fault.ts';

const verdicts = [
  'caught',
  'late',
  'failing',
  'compiler',
  'unseen',
  'undecided',
  'equivalent',
  'not-switchable',
  'broken',
] as const;
export type Verdict = (typeof verdicts)[number];

export interface Judged {
  fault: Fault;
  verdict: Verdict;
  /** the test that noticed the fault, or the reason why no test can */
  by: string;
  seconds: number;
}

/** Verdicts that require a change of a test or a fault; they are printed in capitals. */
const FAILURES: readonly Verdict[] = ['unseen', 'failing', 'broken'];

const failuresOf = (judged: readonly Judged[]) =>
  judged.filter(({ verdict }) => FAILURES.includes(verdict));

/** Does the run pass? @param allowed maximum number of unseen faults; no fault may be `failing` or `broken` */
export function isGoodEnough(judged: readonly Judged[], allowed: number): boolean {
  const failures = failuresOf(judged);
  return failures.length <= allowed && failures.every(({ verdict }) => verdict === 'unseen');
}

export function lineOf({ fault, verdict, by, seconds }: Judged): string {
  const shown = FAILURES.includes(verdict) ? verdict.toUpperCase() : verdict;
  const line = `${shown.padEnd(10)} ${seconds.toFixed(1)} s  ${fault.id}  ${fault.what}`;
  return by ? `${line}\n             ${by}` : line;
}

const folderOf = ({ file }: Fault) => file.split('/').slice(0, file.startsWith('src/') ? 2 : 1);

function rowOf(name: readonly [string, string], judged: readonly Judged[]): string[] {
  const count = (wanted: Verdict) =>
    String(judged.filter(({ verdict }) => verdict === wanted).length);
  return [...name, String(judged.length), ...verdicts.map(count)];
}

/** The verdicts counted by folder and kind, with a line of sums. */
function tableOf(judged: readonly Judged[]): string {
  const groups = Map.groupBy(judged, ({ fault }) => `${folderOf(fault).join('/')} ${fault.kind}`);
  const rows = [
    ['folder', 'kind', 'tried', ...verdicts],
    ...[...groups].sort().map(([name, those]) => rowOf(name.split(' ') as [string, string], those)),
    rowOf(['all', ''], judged),
  ];
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const drawn = (row: readonly string[]) =>
    row
      .map((cell, at) =>
        at < 2 ? cell.padEnd(widths?.[at] ?? 0) : cell.padStart(widths?.[at] ?? 0),
      )
      .join('  ');
  return rows.map(drawn).join('\n');
}

export function summaryOf(judged: readonly Judged[], made: number): string {
  const failures = failuresOf(judged);
  const tried = judged.filter(({ verdict }) => verdict !== 'not-switchable').length;
  const unseen = judged.filter(({ verdict }) => verdict === 'unseen').length;
  const times = judged.map(({ seconds }) => seconds).sort((a, b) => a - b);
  const middle = times[Math.floor(times.length / 2)] ?? 0;
  return [
    tableOf(judged),
    '',
    ...failures.map(({ verdict, fault: { id, what } }) => `${verdict}  ${id}  ${what}`),
    `${tried} of ${made} faults tried, ${unseen} unseen; half of them took less than ${middle.toFixed(1)} s`,
  ].join('\n');
}
