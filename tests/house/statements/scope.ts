import { type Cell, newCell, type Source } from './cells.ts';
import { allOf, as, isTree, kindOf, listOf, stringOf, type Tree } from './tree.ts';

/** A column of a query's result. */
export interface Output {
  readonly name: string;
  /** null: the output is neither a column nor a given value */
  readonly cell: Cell | null;
}

/** The tables and queries that a query can name; `outer`: the scope of the surrounding query. */
export interface Scope {
  readonly sources: readonly Source[];
  /** queries of the `with` clauses before it */
  readonly parts: ReadonlyMap<string, readonly Output[]>;
  readonly outer: Scope | null;
  /** whether the query is in a function: there, a name of no column is a variable */
  readonly isInFunction: boolean;
}

/** A column with its source, or a given value, whose source is null. */
interface Operand {
  readonly cell: Cell;
  readonly source: Source | null;
}

const fieldsOf = (column: Tree): string[] => listOf(column.fields).map(stringOf);

/** Finds a column. @returns undefined: no source has it; null: the named source has no known column of that name */
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

/** Converts an expression to a text; equal expressions have equal texts. */
const written = (expression: unknown): string =>
  JSON.stringify(expression, (key, value) => (key === 'location' ? undefined : value));

/** Whether an expression is the same for all rows: it contains no column and no query. */
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
