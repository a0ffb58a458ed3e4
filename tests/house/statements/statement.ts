import { type Cell, newCell, Source } from './cells.ts';
import { Conditions } from './conditions.ts';
import { PERSON, type Schema } from './schema.ts';
import { type Output, operandOf, outputsIn, type Scope } from './scope.ts';
import { as, isTree, kindOf, listOf, namesOf, stringOf, type Tree } from './tree.ts';
import { UNREAD } from './values.ts';

/** A call of a database function of this project, with its first argument. */
export interface FunctionCall {
  readonly name: string;
  readonly first: Cell | null;
}

const asMap = (outputs: readonly Output[]): Map<string, Cell> =>
  new Map(outputs.map(({ name, cell }) => [name, cell ?? newCell()]));

/** Whether conditions outside of a query do not limit its rows: the query has a limit, an offset or a window. */
const isClosed = (select: Tree): boolean =>
  Boolean(select.limitCount ?? select.limitOffset) || listOf(select.windowClause).length > 0;

/** Copies the outputs: a copy takes over the bindings of its original, but passes none back. */
const oneWay = (outputs: readonly Output[]): Output[] =>
  outputs.map(({ name, cell }) => {
    const own = newCell();
    if (cell) own.from.add(cell);
    return { name, cell: own };
  });

/** The tables of a statement with its actions, and the bindings of their rows. */
export class Statement {
  readonly sources: Source[] = [];
  readonly calls: FunctionCall[] = [];
  /** its actions, in the order of the text: `update served`, or a table's name for reading */
  readonly actions: string[] = [];
  /** whether one of its table names is known only at run time */
  isUnread = false;
  readonly #schema: Schema;
  readonly #functions: ReadonlySet<string>;
  readonly #outputs = new Map<Tree, readonly Output[]>();

  constructor(schema: Schema, functions: ReadonlySet<string>) {
    this.#schema = schema;
    this.#functions = functions;
  }

  /** Reads a query or subquery once; later calls return the same result. */
  query(node: unknown, outer: Scope): readonly Output[] {
    if (!isTree(node)) return [];
    const known = this.#outputs.get(node);
    if (known) return known;
    this.#outputs.set(node, []);
    const outputs = this.#read(node, outer);
    this.#outputs.set(node, outputs);
    return outputs;
  }

  #read(node: Tree, outer: Scope): readonly Output[] {
    const [kind, fields] = kindOf(node);
    // a branch of a union has no outer node with its kind
    const query = kind === 'SelectStmt' || kind.endsWith('Stmt') ? fields : node;
    const scope = this.#withParts(query, outer);
    if (kind === 'InsertStmt') return this.#insert(query, scope);
    if (kind === 'UpdateStmt') return this.#change('update', query, query.fromClause, scope);
    if (kind === 'DeleteStmt') return this.#change('delete', query, query.usingClause, scope);
    return this.#select(query, scope);
  }

  #withParts(query: Tree, outer: Scope): Scope {
    const parts = new Map(outer.parts);
    const scope = { ...outer, parts };
    const clause = query.withClause as Tree | undefined;
    for (const each of listOf(clause?.ctes)) {
      const part = as('CommonTableExpr', each) ?? {};
      const name = String(part.ctename);
      const select = as('SelectStmt', part.ctequery);
      // within a recursive query, its name stands for the outputs of its first branch
      if (clause?.recursive && select?.larg) parts.set(name, this.query(select.larg, scope));
      parts.set(name, oneWay(this.query(part.ctequery, scope)));
    }
    return scope;
  }

  #conditions = (scope: Scope, bound: readonly Source[]) =>
    new Conditions(scope, bound, (query) => this.query(query, scope));

  #outputsIn = (targets: unknown, scope: Scope) =>
    outputsIn(targets, scope, (query) => this.query(query, scope));

  #returned = (change: Tree, scope: Scope) =>
    this.#outputsIn((change.returningClause as Tree | undefined)?.exprs, scope);

  #select(select: Tree, outer: Scope): readonly Output[] {
    if (select.larg && select.rarg) return this.#union(select, outer);
    const values = listOf(select.valuesLists);
    if (values.length > 0) return this.#values(values, outer);
    const scope = this.#from(listOf(select.fromClause), outer, []);
    this.#conditions(scope, scope.sources).read(select.whereClause);
    const outputs = this.#outputsIn(select.targetList, scope);
    const { fromClause: _, withClause: __, ...rest } = select;
    this.visit(rest, scope);
    return isClosed(select) ? oneWay(outputs) : outputs;
  }

  #union(select: Tree, scope: Scope): readonly Output[] {
    const left = this.query(select.larg, scope);
    const right = this.query(select.rarg, scope);
    return left.map(({ name, cell }, at) => {
      const other = right[at]?.cell ?? null;
      if (!cell || !other) return { name, cell: null };
      const both = newCell([], [cell, other]);
      if (!isClosed(select)) for (const each of [cell, other]) each.from.add(both);
      return { name, cell: both };
    });
  }

  #values(rows: readonly unknown[], scope: Scope): Output[] {
    this.visit(rows, scope);
    const [first, ...others] = rows.map((row) => listOf(as('List', row)?.items));
    return (first ?? []).map((each, at) => {
      const operand = operandOf(each, scope, (query) => this.query(query, scope));
      return { name: `column${at + 1}`, cell: others.length > 0 ? null : (operand?.cell ?? null) };
    });
  }

  /** Reads the `from` list. @param before sources that are named before it */
  #from(items: readonly unknown[], outer: Scope, before: readonly Source[]): Scope {
    const sources = [...before];
    // an item may use the items before it
    const scope: Scope = { ...outer, sources, outer };
    for (const item of items) sources.push(...this.#item(item, scope));
    return scope;
  }

  #item(item: unknown, scope: Scope): Source[] {
    const [kind, fields] = kindOf(item);
    if (kind === 'JoinExpr') return this.#join(fields, scope);
    const alias = fields.alias as Tree | undefined;
    const columns = namesOf(alias?.colnames);
    if (kind === 'RangeVar') return [this.#table(fields, scope.parts)];
    if (kind === 'RangeSubselect') {
      const outputs = this.query(fields.subquery, scope);
      const named = outputs.map(({ name, cell }, at) => ({ name: columns[at] ?? name, cell }));
      return [this.#add(new Source(String(alias?.aliasname ?? ''), null, asMap(named)))];
    }
    this.visit(item, scope);
    const name = String(alias?.aliasname ?? '');
    const cells = [...columns, name].map(
      (each) => [each, { ...newCell(), isListed: true }] as const,
    );
    return [this.#add(new Source(name, null, new Map(cells)))];
  }

  #add(source: Source): Source {
    this.sources.push(source);
    return source;
  }

  #table(range: Tree, parts: Scope['parts']): Source {
    const name = String(range.relname);
    const alias = String((range.alias as Tree | undefined)?.aliasname ?? name);
    const part = parts.get(name);
    if (part) return this.#add(new Source(alias, null, asMap(oneWay(part))));
    if (name.startsWith(UNREAD)) this.isUnread = true;
    const table = this.#schema.get(name) ?? null;
    if (table) this.actions.push(name);
    return this.#add(new Source(alias, table));
  }

  #join(join: Tree, scope: Scope): Source[] {
    const left = this.#item(join.larg, scope);
    const within = { ...scope, sources: [...scope.sources, ...left] };
    const right = this.#item(join.rarg, within);
    const both = [...left, ...right];
    const bound = join.jointype === 'JOIN_INNER' ? both : right;
    for (const name of namesOf(join.usingClause)) {
      const [one, other] = [left, right].map((side) =>
        side.map((source) => source.cell(name)).find((cell) => cell !== null),
      );
      if (!one || !other) continue;
      other.from.add(one);
      if (bound === both) one.from.add(other);
    }
    const all = { ...within, sources: [...within.sources, ...right] };
    this.#conditions(all, bound).read(join.quals);
    this.visit(join.quals, all);
    return both;
  }

  #insert(insert: Tree, outer: Scope): readonly Output[] {
    const target = this.#target('insert', insert);
    const given = this.query(insert.selectStmt, outer);
    const named = listOf(insert.cols).map((each) => String(as('ResTarget', each)?.name));
    const columns = named.length > 0 ? named : [...(target.table?.columns ?? [])];
    for (const [at, column] of columns.entries()) {
      const cell = given[at]?.cell;
      if (cell) target.cell(column)?.from.add(cell);
    }
    // the database generates the number of a person who registers
    const isNew = target.hasPersonColumn && !columns.includes(PERSON);
    if (isNew) target.cell(PERSON)?.values.add('a new one');
    const scope = { ...outer, sources: [target, new Source('excluded', target.table)], outer };
    this.visit([insert.onConflictClause, insert.returningClause], scope);
    return this.#returned(insert, { ...scope, sources: [target] });
  }

  #target(action: string, fields: Tree): Source {
    const before = this.actions.length;
    const source = this.#table(fields.relation as Tree, new Map());
    const name = this.actions.splice(before)[0];
    if (name) this.actions.push(`${action} ${name}`);
    return source;
  }

  #change(action: string, change: Tree, from: unknown, outer: Scope): readonly Output[] {
    const target = this.#target(action, change);
    const scope = this.#from(listOf(from), outer, [target]);
    this.#conditions(scope, scope.sources).read(change.whereClause);
    this.visit([change.targetList, change.whereClause, change.returningClause], scope);
    return this.#returned(change, scope);
  }

  /** Reads subqueries and function calls within expressions. */
  visit(node: unknown, scope: Scope): void {
    for (const each of listOf(node)) this.visit(each, scope);
    if (!isTree(node)) return;
    const subselect = as('SubLink', node)?.subselect;
    if (subselect) this.query(subselect, scope);
    const call = as('FuncCall', node);
    const name = stringOf(listOf(call?.funcname).at(-1));
    if (call && this.#functions.has(name)) {
      const [argument] = listOf(call.args);
      const operand = operandOf(argument, scope, (query) => this.query(query, scope));
      this.calls.push({ name, first: operand?.cell ?? null });
    }
    for (const [key, child] of Object.entries(node)) {
      if (key !== 'subselect') this.visit(child, scope);
    }
  }
}
