import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../imports.ts';
import { as, kindOf, listOf, namesOf, statementsIn, stringOf, type Tree } from './tree.ts';

/** The column that groups a person's rows. */
export const PERSON = 'user_id';

export interface Table {
  readonly columns: Set<string>;
  /** columns of its primary key and its unique keys, by the keys' names */
  readonly keys: Map<string, readonly string[]>;
}

export type Schema = ReadonlyMap<string, Table>;

const KEYS = /^CONSTR_(PRIMARY|UNIQUE)$/;

function addKey(name: string, table: Table, constraint: Tree, columns: readonly string[]): void {
  if (!KEYS.test(String(constraint.contype))) return;
  const isPrimary = constraint.contype === 'CONSTR_PRIMARY';
  const usual = isPrimary ? `${name}_pkey` : `${name}_${columns.join('_')}_key`;
  const { indexname } = constraint;
  const held = indexname ? table.keys.get(String(indexname)) : undefined;
  table.keys.set(String(constraint.conname ?? usual), held ?? columns);
}

function addColumn(name: string, table: Table, column: Tree): void {
  const own = String(column.colname);
  table.columns.add(own);
  for (const each of listOf(column.constraints)) {
    const constraint = as('Constraint', each) ?? {};
    addKey(name, table, constraint, [own]);
    // values of an identity column are unique, even without an index
    if (constraint.contype === 'CONSTR_IDENTITY') table.keys.set(`${name}.${own}`, [own]);
  }
}

function addElement(name: string, table: Table, element: unknown): void {
  const [kind, fields] = kindOf(element);
  if (kind === 'ColumnDef') addColumn(name, table, fields);
  if (kind === 'Constraint') addKey(name, table, fields, namesOf(fields.keys));
}

function alter(name: string, table: Table, command: Tree): void {
  const gone = String(command.name);
  if (command.subtype === 'AT_DropColumn') table.columns.delete(gone);
  else if (command.subtype === 'AT_DropConstraint') table.keys.delete(gone);
  else addElement(name, table, command.def);
}

function dropAll(tables: Map<string, Table>, fields: Tree): void {
  for (const object of listOf(fields.objects)) {
    const name = namesOf(as('List', object)?.items).at(-1) ?? stringOf(object);
    if (fields.removeType === 'OBJECT_TABLE') tables.delete(name);
    if (fields.removeType !== 'OBJECT_INDEX') continue;
    for (const { keys } of tables.values()) keys.delete(name);
  }
}

function rename(tables: Map<string, Table>, fields: Tree): void {
  const name = String((fields.relation as Tree).relname);
  const table = tables.get(name);
  if (!table || fields.renameType === 'OBJECT_INDEX') return;
  if (fields.renameType === 'OBJECT_TABLE') {
    tables.delete(name);
    tables.set(String(fields.newname), table);
  } else if (table.columns.delete(String(fields.subname))) {
    table.columns.add(String(fields.newname));
  }
}

function migrate(tables: Map<string, Table>, statement: Tree): void {
  const [kind, fields] = kindOf(statement);
  const name = String((fields.relation as Tree | undefined)?.relname);
  if (kind === 'DropStmt') dropAll(tables, fields);
  if (kind === 'RenameStmt') rename(tables, fields);
  if (kind === 'CreateStmt') {
    const table = tables.get(name) ?? { columns: new Set<string>(), keys: new Map() };
    for (const each of listOf(fields.tableElts)) addElement(name, table, each);
    tables.set(name, table);
  }
  const table = tables.get(name);
  if (kind === 'AlterTableStmt' && table) {
    for (const each of listOf(fields.cmds)) alter(name, table, as('AlterTableCmd', each) ?? {});
  }
  if (kind === 'IndexStmt' && table && fields.unique) {
    const columns = listOf(fields.indexParams).map((each) => as('IndexElem', each)?.name);
    table.keys.set(String(fields.idxname), columns.map(String));
  }
}

/** Columns that identify a person without a unique key, with their tables. */
const FOUND_BY: readonly (readonly [table: string, column: string])[] = [
  ['email_link', 'email_key'],
  ['passkey', 'credential_id'],
  ['payout_info', 'account_key'],
  ['session', 'fcm_token'],
  ['withdrawal', 'account_key'],
];

/** Reads the tables from all migrations, with the fields that are needed here. */
export function readSchema(): Schema {
  const tables = new Map<string, Table>();
  for (const file of globSync('server/database/migrations/*.sql', { cwd: root }).sort()) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const statement of statementsIn(text)) migrate(tables, statement);
  }
  for (const [table, column] of FOUND_BY) tables.get(table)?.keys.set(column, [column]);
  return tables;
}
