import { PERSON, type Table } from './schema.ts';

/** A column of a statement, or a given value: a parameter, a constant or a variable of its function. */
export interface Cell {
  /** cells that it equals in the statement: their bindings are its bindings too */
  readonly from: Set<Cell>;
  /** the same column in the two branches of a union: bindings of one branch alone do not count */
  readonly branches: readonly Cell[];
  /** the given values that it equals, as the statement writes them, such as `$1` */
  readonly values: Set<string>;
  /** the statement limits it to a list of given values, or it comes from a function's rows */
  isListed: boolean;
  /** a unique key without the person determines its value */
  isFound: boolean;
}

export const newCell = (values: readonly string[] = [], branches: readonly Cell[] = []): Cell => ({
  from: new Set(),
  branches,
  values: new Set(values),
  isListed: false,
  isFound: false,
});

/** An item of a `from` list: a table, a subquery, a query of the `with` clause, or a function with rows. */
export class Source {
  readonly alias: string;
  readonly table: Table | null;
  readonly #cells: Map<string, Cell>;

  constructor(alias: string, table: Table | null, cells: ReadonlyMap<string, Cell> = new Map()) {
    this.alias = alias;
    this.table = table;
    this.#cells = new Map(cells);
  }

  get cells(): ReadonlyMap<string, Cell> {
    for (const column of this.table?.columns ?? []) this.cell(column);
    return this.#cells;
  }

  cell(column: string): Cell | null {
    const known = this.#cells.get(column);
    if (known || !this.table?.columns.has(column)) return known ?? null;
    const cell = newCell();
    this.#cells.set(column, cell);
    return cell;
  }

  /** Whether this column alone is a unique key of the table. */
  isKey(column: string): boolean {
    return [...(this.table?.keys.values() ?? [])].some((key) => key.join() === column);
  }

  get hasPersonColumn(): boolean {
    return this.table?.columns.has(PERSON) ?? false;
  }
}

const isBound = (cell: Cell | null): boolean =>
  cell !== null && (cell.values.size > 0 || cell.isListed || cell.isFound);

/** Are all columns of a unique key without the person bound? Then the key determines the person. */
const isFoundByKey = (source: Source): boolean =>
  [...(source.table?.keys.values() ?? [])].some(
    (columns) =>
      !columns.includes(PERSON) && columns.every((column) => isBound(source.cell(column))),
  );

/** Adds bindings to a cell. @returns whether the cell has changed */
function bind(cell: Cell, values: Iterable<string>, isListed: boolean, isFound: boolean): boolean {
  const before = cell.values.size;
  for (const value of values) cell.values.add(value);
  const isNew = (isListed && !cell.isListed) || (isFound && !cell.isFound);
  cell.isListed ||= isListed;
  cell.isFound ||= isFound;
  return isNew || cell.values.size > before;
}

/** Adds the bindings of all equal cells, and the shared bindings of the branches. @returns whether it has changed */
function bindFromOthers(cell: Cell): boolean {
  let hasChanged = false;
  for (const { values, isListed, isFound } of cell.from) {
    hasChanged = bind(cell, values, isListed, isFound) || hasChanged;
  }
  const [first, ...others] = cell.branches;
  if (!first) return hasChanged;
  const shared = [...first.values].filter((each) => others.every(({ values }) => values.has(each)));
  const isFound =
    cell.branches.every((each) => isBound(each)) && cell.branches.some((each) => each.isFound);
  return (
    bind(
      cell,
      shared,
      cell.branches.every(({ isListed }) => isListed),
      isFound,
    ) || hasChanged
  );
}

/** Passes all bindings on to equal cells, and from unique keys to persons, until nothing changes. */
export function propagateBindings(cells: readonly Cell[], sources: readonly Source[]): void {
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false;
    for (const cell of cells) hasChanged = bindFromOthers(cell) || hasChanged;
    for (const source of sources) {
      const person = source.cell(PERSON);
      if (!person || person.isFound || !isFoundByKey(source)) continue;
      person.isFound = true;
      hasChanged = true;
    }
  }
}
