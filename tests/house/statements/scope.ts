import { type Cell, newCell, type Source } from './cells.ts';
import { allOf, as, isTree, kindOf, listOf, stringOf, type Tree } from './tree.ts';

/** A column of what a query gives. */
export interface Output {
  readonly name: string;
  /** null: it is no column and no given value */
  readonly cell: Cell | null;
}

/** Where a name is looked up: in a query, then in those around it. */
export interface Scope {
  readonly sources: readonly Source[];
  /** the queries before it, by `with` */
  readonly parts: ReadonlyMap<string, readonly Output[]>;
  readonly outer: Scope | null;
  /** a name that is no column is a variable */
  readonly isInFunction: boolean;
}

/** A column or a value, and which source it is of; null: of none. */
interface Operand {
  readonly cell: Cell;
  readonly source: Source | null;
}

const fieldsOf = (column: Tree): string[] => listOf(column.fields).map(stringOf);

/** @returns undefined where there is no such column; null where nothing is known of it */
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

/** A text that is the same for the same expression. */
const written = (expression: unknown): string =>
  JSON.stringify(expression, (key, value) => (key === 'location' ? undefined : value));

/** Whether an expression has the same value for all rows: no column is in it, and no query. */
function isGiven(expression: unknown, scope: Scope): boolean {
  if (allOf('SubLink', expression).length > 0) return false;
  return allOf('ColumnRef', expression).every(
    (column) => scope.isInFunction && findColumn(fieldsOf(column), scope) === undefined,
  );
}

/** How the parameters and variables of a statement are called, and what else is given. */
function givenName(expression: unknown): string {
  const [kind, fields] = kindOf(expression);
  if (kind === 'ParamRef') return `$${fields.number}`;
  return kind === 'ColumnRef' ? fieldsOf(fields).join('.') : written(expression);
}

/** What an expression is, if it is a column, a value that is given, or a query of one value. */
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

/** The columns that a `*` stands for. */
function allColumns(fields: readonly string[], scope: Scope): Output[] {
  const sources = scope.sources.filter(({ alias }) => fields.length < 2 || fields[0] === alias);
  return sources.flatMap(({ cells }) => [...cells].map(([name, cell]) => ({ name, cell })));
}

/** What a list of columns gives, as `select` and `returning` have it. */
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
