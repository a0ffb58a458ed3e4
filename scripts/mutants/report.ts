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
  /** the test that noticed it, or why nothing can */
  by: string;
  seconds: number;
}

/** Those that ask for something to be done are loud. */
const LOUD: readonly Verdict[] = ['unseen', 'failing', 'broken'];

const loudOf = (judged: readonly Judged[]) =>
  judged.filter(({ verdict }) => LOUD.includes(verdict));

/** May the run end well? @param allowed how many may have gone unseen; nothing else that is loud may */
export function isGoodEnough(judged: readonly Judged[], allowed: number): boolean {
  const loud = loudOf(judged);
  return loud.length <= allowed && loud.every(({ verdict }) => verdict === 'unseen');
}

export function lineOf({ fault, verdict, by, seconds }: Judged): string {
  const said = LOUD.includes(verdict) ? verdict.toUpperCase() : verdict;
  const line = `${said.padEnd(10)} ${seconds.toFixed(1)} s  ${fault.id}  ${fault.what}`;
  return by ? `${line}\n             ${by}` : line;
}

const folderOf = ({ file }: Fault) => file.split('/').slice(0, file.startsWith('src/') ? 2 : 1);

function rowOf(name: readonly [string, string], judged: readonly Judged[]): string[] {
  const count = (wanted: Verdict) =>
    String(judged.filter(({ verdict }) => verdict === wanted).length);
  return [...name, String(judged.length), ...verdicts.map(count)];
}

/** Kind by folder, and all of them. */
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
  const unseen = loudOf(judged);
  const left = judged.filter(({ verdict }) => verdict === 'not-switchable').length;
  const times = judged.map(({ seconds }) => seconds).sort((a, b) => a - b);
  const middle = times[Math.floor(times.length / 2)] ?? 0;
  return [
    tableOf(judged),
    '',
    ...unseen.map(({ verdict, fault: { id, what } }) => `${verdict}  ${id}  ${what}`),
    `${judged.length - left} of ${made} faults tried, ${unseen.length} unseen; half of them took less than ${middle.toFixed(1)} s`,
  ].join('\n');
}
