import { PERSON, type Table } from './schema.ts';

/** A column that a statement reads or writes, or a given value. */
export interface Cell {
  /** cells that it equals in the statement: it is bound as they are */
  readonly from: Set<Cell>;
  /** branches of a union: the cell is bound only by what binds all of them */
  readonly meets: readonly Cell[];
  /** the given values that it equals, in the form of the text */
  readonly values: Set<string>;
  /** it is one of several given values */
  isListed: boolean;
  /** its row is found by a unique key without the person */
  isFound: boolean;
}

export const newCell = (values: readonly string[] = [], meets: readonly Cell[] = []): Cell => ({
  from: new Set(),
  meets,
  values: new Set(values),
  isListed: false,
  isFound: false,
});

/** A named table, a part of a statement, or a function with rows. */
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

  /** Whether a row is found by this column alone. */
  isKey(column: string): boolean {
    return [...(this.table?.keys.values() ?? [])].some((key) => key.join() === column);
  }

  get isOfPeople(): boolean {
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

/** Takes over another cell's bindings. @returns whether anything changed */
function take(cell: Cell, values: Iterable<string>, isListed: boolean, isFound: boolean): boolean {
  const before = cell.values.size;
  for (const value of values) cell.values.add(value);
  const isNew = (isListed && !cell.isListed) || (isFound && !cell.isFound);
  cell.isListed ||= isListed;
  cell.isFound ||= isFound;
  return isNew || cell.values.size > before;
}

function takeAll(cell: Cell): boolean {
  let isNews = false;
  for (const { values, isListed, isFound } of cell.from) {
    isNews = take(cell, values, isListed, isFound) || isNews;
  }
  const [first, ...others] = cell.meets;
  if (!first) return isNews;
  const shared = [...first.values].filter((each) => others.every(({ values }) => values.has(each)));
  const isFound =
    cell.meets.every((each) => isBound(each)) && cell.meets.some((each) => each.isFound);
  return (
    take(
      cell,
      shared,
      cell.meets.every(({ isListed }) => isListed),
      isFound,
    ) || isNews
  );
}

/** Propagates all equalities until nothing changes. */
export function settle(cells: readonly Cell[], sources: readonly Source[]): void {
  for (let isNews = true; isNews; ) {
    isNews = false;
    for (const cell of cells) isNews = takeAll(cell) || isNews;
    for (const source of sources) {
      const person = source.cell(PERSON);
      if (!person || person.isFound || !isFoundByKey(source)) continue;
      person.isFound = true;
      isNews = true;
    }
  }
}
