import { globSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { root } from '../imports.ts';

/** The fields of a syntax node that are used here. */
export interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

export const isFunctionNode = ({ type }: Node): boolean =>
  /^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(type);

export const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** A child that the grammar requires. */
export const part = (node: Node, name: string): Node => node[name] as Node;

export const parts = (node: Node, name: string): Node[] => (node[name] as Node[] | null) ?? [];

export const nameOf = (node: unknown): string =>
  isNode(node) && node.type === 'Identifier' ? String(node.name) : '';

/** A call of a named function, with its module. */
export interface Call {
  readonly module: Module;
  readonly node: Node;
}

export interface Module {
  readonly file: string;
  /** the parent of each node */
  readonly parents: ReadonlyMap<Node, Node>;
  /** functions, types and the values of constants at the top of the file */
  readonly declared: ReadonlyMap<string, Node>;
  /** file and original name of each import */
  readonly imported: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
  readonly calls: readonly Node[];
}

function declare(statement: Node, declared: Map<string, Node>): void {
  const inner = isNode(statement.declaration) ? statement.declaration : statement;
  if (inner.type === 'FunctionDeclaration') declared.set(nameOf(inner.id), inner);
  if (inner.type === 'TSTypeAliasDeclaration') declared.set(nameOf(inner.id), inner);
  if (inner.type !== 'VariableDeclaration') return;
  for (const { id, init } of parts(inner, 'declarations')) {
    if (isNode(init)) declared.set(nameOf(id), init);
  }
}

function readModule(file: string): Module {
  const program = parseAst(readFileSync(join(root, file), 'utf8'), { lang: 'ts' });
  const parents = new Map<Node, Node>();
  const declared = new Map<string, Node>();
  const imported = new Map<string, { file: string; name: string }>();
  const calls: Node[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'CallExpression') calls.push(node);
    for (const child of childrenOf(node)) {
      parents.set(child, node);
      visit(child);
    }
  };
  visit(program as unknown as Node);
  for (const statement of program.body as unknown as Node[]) {
    declare(statement, declared);
    if (statement.type !== 'ImportDeclaration') continue;
    const from = String(part(statement, 'source').value);
    if (!from.startsWith('.')) continue;
    for (const each of parts(statement, 'specifiers')) {
      const name = nameOf(each.imported);
      imported.set(nameOf(each.local), { file: normalize(join(file, '..', from)), name });
    }
  }
  return { file, parents, declared, imported, calls };
}

/** The modules of the server and of the contract. */
export const modules: ReadonlyMap<string, Module> = new Map(
  globSync('{server,contract}/**/*.ts', { cwd: root })
    .sort()
    .map((file) => [file, readModule(file)]),
);

/** Finds the declaration of a name that a module declares or imports. */
export function declarationOf(module: Module, name: string): { module: Module; node: Node } | null {
  const node = module.declared.get(name);
  if (node) return { module, node };
  const from = module.imported.get(name);
  const other = from && modules.get(from.file);
  return from && other ? declarationOf(other, from.name) : null;
}

const callsByName = Map.groupBy(
  [...modules.values()].flatMap((module) => module.calls.map((node) => ({ module, node }))),
  ({ node }) => nameOf(node.callee),
);

/** The calls of a module's top-level function, without calls of other functions with the same name. */
export const callsOf = (module: Module, name: string): Call[] =>
  (callsByName.get(name) ?? []).filter(
    (call) => declarationOf(call.module, name)?.node === module.declared.get(name),
  );
