import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Fault } from './fault.ts';
import type { Judged, Verdict } from './report.ts';

const root = join(import.meta.dirname, '../..');
const place = join(root, 'tests/mutants/machines.json');

/** Counts of the verdicts on one machine's faults: on all of them, or on a sample. */
export interface Tried extends Partial<Record<Verdict, number>> {
  tried: number;
  /** number of all faults of the machine */
  made: number;
  /** digest of the machine's files at the time of the run */
  digest: string;
}

/** Reads the record, by the names of the machines' files: `app-update`. */
export const readRecord = (): Record<string, Tried> => JSON.parse(readFileSync(place, 'utf8'));

/** The files of each machine: its folder, or its file and its selectors. */
function machineFiles(): [string, string[]][] {
  return globSync('machines/**/*.machine.ts', { cwd: root }).map((file) => {
    const name = basename(file, '.machine.ts');
    const folder = dirname(file);
    const pattern = folder === 'machines' ? `machines/${name}.*.ts` : `${folder}/**/*.ts`;
    return [name, globSync(pattern, { cwd: root }).sort()];
  });
}

function digestOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 12);
}

/** The current digest of each machine. */
export const digests = (): Map<string, string> =>
  new Map(machineFiles().map(([name, files]) => [name, digestOf(files)]));

/** Groups faults by machine; faults outside of machines are left out. */
export const byMachine = (faults: readonly Fault[]): Fault[][] =>
  machineFiles()
    .map(([, files]) => faults.filter(({ file }) => files.includes(file)))
    .filter(({ length }) => length > 0);

function tried(files: readonly string[], judged: readonly Judged[], made: number): Tried {
  const counts: Partial<Record<Verdict, number>> = {};
  for (const { verdict } of judged) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return { tried: judged.length, made, ...counts, digest: digestOf(files) };
}

/**
 * Stores the verdicts on each machine, unless some of its files were left out.
 * @param chosen the faults from which the tried ones were drawn
 * @param every all faults that can be made
 */
export function keepRecord(
  judged: readonly Judged[],
  chosen: readonly Fault[],
  every: readonly Fault[],
): string[] {
  const record = readRecord();
  const kept = machineFiles().flatMap(([name, files]) => {
    const own = judged.filter(({ fault }) => files.includes(fault.file));
    const countOf = (faults: readonly Fault[]) =>
      faults.filter(({ file }) => files.includes(file)).length;
    const made = countOf(every);
    if (own.length === 0 || countOf(chosen) < made) return [];
    record[name] = tried(files, own, made);
    return [name];
  });
  const sorted = Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(place, `${JSON.stringify(sorted, null, 2)}\n`);
  return kept;
}
