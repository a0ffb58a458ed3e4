import { PERSON, type Table } from './schema.ts';

/** A column of what a statement reads or writes, or a value that it is given. */
export interface Cell {
  /** what it is equal to, as far as the statement says so: it is bound as those are */
  readonly from: Set<Cell>;
  /** it is bound by what all of these are bound by: the branches of a union */
  readonly meets: readonly Cell[];
  /** the values that it is equal to, each as it is written */
  readonly values: Set<string>;
  /** it is one of some values that are given */
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

/** A table where a statement names it, a part of a statement, or a function whose rows are read. */
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

/** Whether a unique key of the table, without the person in it, is given: then its person follows from it. */
const isFoundByKey = (source: Source): boolean =>
  [...(source.table?.keys.values() ?? [])].some(
    (columns) =>
      !columns.includes(PERSON) && columns.every((column) => isBound(source.cell(column))),
  );

/** Takes over what another cell is bound by. @returns whether that is news */
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

/** Follows all equalities, until there is nothing new. */
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
