import type { FunctionRow } from './catalog.ts';

export interface PlannedFunction {
  readonly name: string;
  /** two while a change of its arguments is deployed, else one */
  readonly signatures: readonly string[];
  /** why it uses other people's rows; null: it uses none */
  readonly crosses: string | null;
  /** why it runs on the coordinator although it crosses nothing; null: it crosses, or runs on its person's worker */
  readonly stays: string | null;
  /** functions without a person that it calls: each machine needs them */
  readonly helpers: readonly string[];
  /** tables that it or the functions it calls use */
  readonly tables: readonly string[];
}

/** Functions that a function calls, directly or through others. */
export function calleesOf(row: FunctionRow, all: readonly FunctionRow[]): Set<FunctionRow> {
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

/** A table that functions use. */
interface TableUse {
  readonly name: string;
  readonly tableUsePattern: RegExp;
  /** why the table keeps functions on the coordinator; null: it does not */
  readonly why: string | null;
  /** matches inserts into the table; null: its rows have no number */
  readonly numbers: RegExp | null;
}

/** Why a table keeps a function on the coordinator; null: it does not. */
function whyKept({ name, tableUsePattern, why, numbers }: TableUse, source: string): string | null {
  if (why !== null && tableUsePattern.test(source)) return why;
  return numbers?.test(source) ? `the coordinator numbers the rows of ${name}` : null;
}

/** Decides on which machine each function of a person runs. */
export function placeFunctions(
  all: readonly FunctionRow[],
  tables: readonly TableUse[],
  crossing: Readonly<Record<string, string>>,
): PlannedFunction[] {
  const ofPerson = Map.groupBy(
    all.filter(({ of_person }) => of_person),
    ({ name }) => name,
  );
  return [...ofPerson].map(([name, rows]) => {
    const called = rows.flatMap((row) => [...calleesOf(row, all)]);
    const sources = [...rows, ...called].map(({ source }) => source).join('\n');
    const crosses = crossing[name] ?? null;
    const beyond = called.find((each) => each.name !== name && crossing[each.name]);
    const kept = tables.flatMap((table) => whyKept(table, sources) ?? []);
    const why = beyond ? [`the function calls ${beyond.name}`, ...kept] : kept;
    return {
      name,
      signatures: rows.map(({ signature }) => signature),
      crosses,
      stays: crosses === null ? (why[0] ?? null) : null,
      tables: tables.flatMap((table) => (table.tableUsePattern.test(sources) ? [table.name] : [])),
      helpers: called.flatMap(({ of_person, signature }) => (of_person ? [] : [signature])),
    };
  });
}
