import { type Cell, newCell, type Source } from './cells.ts';
import { allOf, as, isTree, kindOf, listOf, stringOf, type Tree } from './tree.ts';

/** A column of a query's result. */
export interface Output {
  readonly name: string;
  /** null: neither a column nor a given value */
  readonly cell: Cell | null;
}

/** The names that a query can see, its own first. */
export interface Scope {
  readonly sources: readonly Source[];
  /** earlier queries of its `with` */
  readonly parts: ReadonlyMap<string, readonly Output[]>;
  readonly outer: Scope | null;
  /** in a function: a name that is not a column is a variable */
  readonly isInFunction: boolean;
}

/** A column or a value, with its source; null: without a source. */
interface Operand {
  readonly cell: Cell;
  readonly source: Source | null;
}

const fieldsOf = (column: Tree): string[] => listOf(column.fields).map(stringOf);

/** @returns undefined: no such column; null: unknown */
function findColumn(fields: readonly string[], scope: Scope | null): Operand | null | undefined {
  if (!scope) return undefined;
  const name = fields.at(-1) ?? '';
  const alias = fields.length > 1 ? fields.at(-2) : null;
  for (const source of scope.sources) {
    if (alias !== null && source.alias !== alias) continue;
    const cell = source.cell(name);
    if (cell) return { cell, source };
    if (alias !== null) return null;
  }
  return findColumn(fields, scope.outer);
}

/** A text that is equal for equal expressions. */
const written = (expression: unknown): string =>
  JSON.stringify(expression, (key, value) => (key === 'location' ? undefined : value));

/** Is an expression the same for all rows, without a column or a query in it? */
function isGiven(expression: unknown, scope: Scope): boolean {
  if (allOf('SubLink', expression).length > 0) return false;
  return allOf('ColumnRef', expression).every(
    (column) => scope.isInFunction && findColumn(fieldsOf(column), scope) === undefined,
  );
}

/** The text of a parameter, variable or other given value. */
function givenName(expression: unknown): string {
  const [kind, fields] = kindOf(expression);
  if (kind === 'ParamRef') return `$${fields.number}`;
  return kind === 'ColumnRef' ? fieldsOf(fields).join('.') : written(expression);
}

/** The operand of an expression that is a column, a given value, or a query of one value. */
export function operandOf(
  expression: unknown,
  scope: Scope,
  outputsOf: (query: Tree) => readonly Output[],
): Operand | null {
  const [kind, fields] = kindOf(expression);
  if (kind === 'TypeCast') return operandOf(fields.arg, scope, outputsOf);
  if (kind === 'SubLink' && fields.subLinkType === 'EXPR_SUBLINK' && isTree(fields.subselect)) {
    const [output] = outputsOf(fields.subselect);
    return output?.cell ? { cell: output.cell, source: null } : null;
  }
  if (kind === 'ColumnRef') {
    const found = findColumn(fieldsOf(fields), scope);
    if (found !== undefined) return found;
  }
  if (!isGiven(expression, scope)) return null;
  return { cell: newCell([givenName(expression)]), source: null };
}

/** The columns of a `*`. */
function allColumns(fields: readonly string[], scope: Scope): Output[] {
  const sources = scope.sources.filter(({ alias }) => fields.length < 2 || fields[0] === alias);
  return sources.flatMap(({ cells }) => [...cells].map(([name, cell]) => ({ name, cell })));
}

/** The outputs of a list of columns, as in `select` and `returning`. */
export function outputsIn(
  targets: unknown,
  scope: Scope,
  outputsOf: (query: Tree) => readonly Output[],
): Output[] {
  return listOf(targets).flatMap((each) => {
    const { name, val } = as('ResTarget', each) ?? {};
    const column = as('ColumnRef', val);
    if (column && listOf(column.fields).some((field) => as('A_Star', field))) {
      return allColumns(fieldsOf(column), scope);
    }
    const cell = operandOf(val, scope, outputsOf)?.cell ?? null;
    return [{ name: String(name ?? (column ? fieldsOf(column).at(-1) : '')), cell }];
  });
}
