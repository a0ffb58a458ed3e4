import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query';

await loadModule();

/** A node of Postgres' own syntax tree: its fields, under the name of its kind. */
export type Tree = Readonly<Record<string, unknown>>;

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of a node if it is of that kind. */
export function as(kind: string, node: unknown): Tree | null {
  const fields = isTree(node) ? node[kind] : null;
  return isTree(fields) ? fields : null;
}

/** The kind of a node and its fields. */
export function kindOf(node: unknown): readonly [kind: string, fields: Tree] {
  const [kind, fields] = Object.entries(isTree(node) ? node : {})[0] ?? [];
  return [kind ?? '', isTree(fields) ? fields : {}];
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const stringOf = (node: unknown): string => String(as('String', node)?.sval ?? '');

export const namesOf = (value: unknown): string[] => listOf(value).map(stringOf);

const parsed = new Map<string, readonly Tree[]>();

/** The statements of a text. @throws Error with Postgres' message for invalid SQL */
export function statementsIn(text: string): readonly Tree[] {
  const known = parsed.get(text);
  if (known) return known;
  const statements = listOf(parseSync(text).stmts).map((each) => (each as { stmt: Tree }).stmt);
  parsed.set(text, statements);
  return statements;
}

/** All nodes of a kind, in the order of the text. */
export function allOf(kind: string, node: unknown): Tree[] {
  if (Array.isArray(node)) return node.flatMap((each) => allOf(kind, each));
  if (!isTree(node)) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    name === kind && isTree(value) ? [value, ...allOf(kind, value)] : allOf(kind, value),
  );
}

/** The statements and expressions of a PL/pgSQL function, as statements. */
export function statementsInPlPgSql(text: string): string[] {
  const expressions = allOf('PLpgSQL_expr', parsePlPgSQLSync(text));
  return expressions.map(({ query, parseMode }) => {
    const sql = String(query);
    if (parseMode === 0) return sql;
    // an assignment: only its right side
    return `select ${Number(parseMode) > 2 ? sql.replace(/^.*?:?=/s, '') : sql}`;
  });
}
