import type { FunctionRow } from './catalog.ts';

export interface PlannedFunction {
  readonly name: string;
  /** one, or two for a time: its arguments were changed */
  readonly signatures: readonly string[];
  /** why it goes to other people's rows; null: it does not */
  readonly crosses: string | null;
  /** why it runs on the coordinator though it does not; null: it runs where its person is */
  readonly stays: string | null;
  /** what it calls, that is of no person: each machine needs it */
  readonly helpers: readonly string[];
  /** to which it goes, with all that it calls */
  readonly tables: readonly string[];
}

/** What it calls, and what those call. */
export function calledBy(row: FunctionRow, all: readonly FunctionRow[]): Set<FunctionRow> {
  const called = new Set<FunctionRow>();
  const visit = ({ source }: FunctionRow) => {
    for (const other of all) {
      if (called.has(other) || !new RegExp(`\\b${other.name}\\(`).test(source)) continue;
      called.add(other);
      visit(other);
    }
  };
  visit(row);
  return called;
}

/** A table that functions go to. */
interface GoneTo {
  readonly name: string;
  readonly goesTo: RegExp;
  /** why it keeps them on the coordinator; null: it does not */
  readonly why: string | null;
  /** who gives it a row; null: its rows have no number */
  readonly numbers: RegExp | null;
}

/** Why a table keeps a function on the coordinator; null: it does not. */
function whyKept({ name, goesTo, why, numbers }: GoneTo, source: string): string | null {
  if (why !== null && goesTo.test(source)) return why;
  return numbers?.test(source) ? `${name} is numbered there` : null;
}

/** Where each function of a person runs. */
export function placeFunctions(
  all: readonly FunctionRow[],
  tables: readonly GoneTo[],
  crossing: Readonly<Record<string, string>>,
): PlannedFunction[] {
  const ofPerson = Map.groupBy(
    all.filter(({ of_person }) => of_person),
    ({ name }) => name,
  );
  return [...ofPerson].map(([name, rows]) => {
    const called = rows.flatMap((row) => [...calledBy(row, all)]);
    const sources = [...rows, ...called].map(({ source }) => source).join('\n');
    const crosses = crossing[name] ?? null;
    const beyond = called.find((each) => each.name !== name && crossing[each.name]);
    const kept = tables.flatMap((table) => whyKept(table, sources) ?? []);
    const why = beyond ? [`it calls ${beyond.name}`, ...kept] : kept;
    return {
      name,
      signatures: rows.map(({ signature }) => signature),
      crosses,
      stays: crosses === null ? (why[0] ?? null) : null,
      tables: tables.flatMap((table) => (table.goesTo.test(sources) ? [table.name] : [])),
      helpers: called.flatMap(({ of_person, signature }) => (of_person ? [] : [signature])),
    };
  });
}
