import type { Cell, Source } from './cells.ts';
import { PERSON } from './schema.ts';
import { type Output, operandOf, type Scope } from './scope.ts';
import { as, isTree, kindOf, listOf, namesOf, stringOf, type Tree } from './tree.ts';

const nameOfColumn = (expression: unknown): string =>
  stringOf(listOf(as('ColumnRef', expression)?.fields).at(-1));

/** Reads the condition of a statement, and binds its columns to equal columns and to given values. */
export class Conditions {
  readonly #scope: Scope;
  /** sources whose rows the condition filters; in an outer join, only the right source */
  readonly #bound: ReadonlySet<Source>;
  readonly #outputsOf: (query: Tree) => readonly Output[];

  constructor(
    scope: Scope,
    bound: readonly Source[],
    outputsOf: (query: Tree) => readonly Output[],
  ) {
    this.#scope = scope;
    this.#bound = new Set(bound);
    this.#outputsOf = outputsOf;
  }

  #operand = (expression: unknown) => operandOf(expression, this.#scope, this.#outputsOf);

  #take(expression: unknown, cell: Cell | null | undefined): void {
    const own = this.#operand(expression);
    if (own?.source && cell && this.#bound.has(own.source)) own.cell.from.add(cell);
  }

  #equal(one: unknown, other: unknown): void {
    const [left, right] = [one, other].map((each) => as('RowExpr', each));
    if (left && right) {
      const rights = listOf(right.args);
      for (const [at, each] of listOf(left.args).entries()) this.#equal(each, rights[at]);
      return;
    }
    this.#take(one, this.#operand(other)?.cell);
    this.#take(other, this.#operand(one)?.cell);
  }

  /** `in (…)` or `= any(…)`: the column is one of the given values. */
  #listed(one: unknown, other: unknown): void {
    const own = this.#operand(one);
    const isGiven = this.#operand(other) !== null || listOf(as('List', other)?.items).length > 0;
    if (own?.source && isGiven && this.#bound.has(own.source)) own.cell.isListed = true;
  }

  /** `in (select ...)` */
  #within({ testexpr, subselect }: Tree): void {
    if (!isTree(subselect)) return;
    const outputs = this.#outputsOf(subselect);
    const row = as('RowExpr', testexpr);
    const tests = row ? listOf(row.args) : [testexpr];
    for (const [at, test] of tests.entries()) this.#take(test, outputs[at]?.cell);
  }

  /** The source whose row this condition alone finds, by a key of one column. */
  #foundBy(condition: unknown): Source | null {
    const equality = as('A_Expr', condition);
    if (!equality || namesOf(equality.name).at(-1) !== '=') return null;
    for (const [one, other] of [
      [equality.lexpr, equality.rexpr],
      [equality.rexpr, equality.lexpr],
    ]) {
      const own = this.#operand(one)?.source;
      const isGiven = (this.#operand(other)?.cell.values.size ?? 0) > 0;
      if (own?.isKey(nameOfColumn(one)) && isGiven) return own;
    }
    return null;
  }

  /** `or`: if each condition finds a row of the same source by a key, its person is found. */
  #oneOf(conditions: readonly unknown[]): void {
    const [first, ...others] = conditions.map((each) => this.#foundBy(each));
    if (!first || !this.#bound.has(first) || others.some((each) => each !== first)) return;
    const person = first.cell(PERSON);
    if (person) person.isFound = true;
  }

  read(condition: unknown): void {
    const [kind, fields] = kindOf(condition);
    if (kind === 'BoolExpr' && fields.boolop === 'OR_EXPR') this.#oneOf(listOf(fields.args));
    if (kind === 'BoolExpr' && fields.boolop === 'AND_EXPR') {
      for (const each of listOf(fields.args)) this.read(each);
    }
    const isAny = kind === 'SubLink' && fields.subLinkType === 'ANY_SUBLINK';
    if (isAny && listOf(fields.operName).length === 0) this.#within(fields);
    if (kind !== 'A_Expr' || namesOf(fields.name).at(-1) !== '=') return;
    const { lexpr, rexpr } = fields;
    if (fields.kind === 'AEXPR_OP') this.#equal(lexpr, rexpr);
    if (fields.kind === 'AEXPR_OP_ANY' || fields.kind === 'AEXPR_IN') this.#listed(lexpr, rexpr);
  }
}
