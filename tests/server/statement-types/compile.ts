import { join } from 'node:path';
import {
  type CallExpression,
  type Expression,
  isArrayLiteralExpression,
  isCallExpression,
  isObjectLiteralExpression,
  isPropertyAssignment,
  isSpreadElement,
  type Node,
} from 'typescript/unstable/ast';
import { API, type Checker, type Type, TypeFlags } from 'typescript/unstable/sync';
import { root } from '../../house/imports.ts';
import type { Sent } from '../../house/statements/sent.ts';

/** A field of a row, with its types in the server's code. */
export interface RowField {
  readonly name: string;
  /** the field's types besides null and undefined: `string`, `bigint[]` */
  readonly types: readonly string[];
  readonly mayBeNull: boolean;
  readonly isOptional: boolean;
}

/** The types of a value that is given for a parameter, besides null and undefined. */
export type ValueTypes = readonly string[];

/** The types that the code has for one statement. */
export interface Compiled {
  /** null: the code has no types for the rows */
  readonly row: readonly RowField[] | null;
  /**
   * The values before and after a spread list, whose length is not known; null: the values are not
   * written as a list
   */
  readonly values: {
    readonly first: readonly ValueTypes[];
    readonly last: readonly ValueTypes[];
  } | null;
}

const EMPTY = TypeFlags.Null | TypeFlags.Undefined;

function membersOf(checker: Checker, type: Type): Type[] {
  if (type.isUnionType()) return type.getTypes().flatMap((each) => membersOf(checker, each));
  return [type];
}

function typesOf(checker: Checker, type: Type): { types: string[]; mayBeNull: boolean } {
  const members = membersOf(checker, type);
  const types = members
    .filter(({ flags }) => (flags & EMPTY) === 0)
    .map((each) => checker.typeToString(checker.getBaseTypeOfLiteralType(each) ?? each));
  const mayBeNull = members.some(({ flags }) => (flags & TypeFlags.Null) !== 0);
  return { types: [...new Set(types)], mayBeNull };
}

/** Returns `Row` of the call's type `Promise<QueryResult<Row>>`; null: unknown. */
function rowOf(checker: Checker, call: CallExpression): Type | null {
  const signature = checker.getResolvedSignature(call);
  const promise = signature && checker.getReturnTypeOfSignature(signature);
  if (!promise?.isTypeReference()) return null;
  const [result] = checker.getTypeArguments(promise);
  if (!result?.isTypeReference()) return null;
  const [row] = checker.getTypeArguments(result);
  if (!row || (row.flags & TypeFlags.Any) !== 0) return null;
  return row.isTypeParameter() ? (checker.getBaseConstraintOfType(row) ?? null) : row;
}

function fieldsOf(checker: Checker, row: Type): RowField[] {
  return checker.getPropertiesOfType(row).map((property) => {
    const type = checker.getTypeOfSymbol(property);
    if (!type) throw new Error(`${property.name} has no type`);
    const isOptional = membersOf(checker, type).some(
      ({ flags }) => (flags & TypeFlags.Undefined) !== 0,
    );
    return { name: property.name, isOptional, ...typesOf(checker, type) };
  });
}

/** Returns the list of values: the second argument, or `values` of an object that is the first argument. */
function valuesOf({ arguments: [first, second] }: CallExpression): Expression | undefined {
  if (second || !first || !isObjectLiteralExpression(first)) return second;
  for (const property of first.properties) {
    if (isPropertyAssignment(property) && property.name.getText() === 'values') {
      return property.initializer;
    }
  }
  return undefined;
}

function compileValues(checker: Checker, call: CallExpression): Compiled['values'] {
  const values = valuesOf(call);
  if (!values || !isArrayLiteralExpression(values)) return null;
  const elements = [...values.elements];
  const typed = (each: Expression) => {
    const type = checker.getTypeAtLocation(each);
    return type ? typesOf(checker, type).types : ['unknown'];
  };
  const isSpread = elements.map(isSpreadElement);
  const from = isSpread.indexOf(true);
  if (from < 0) return { first: elements.map(typed), last: [] };
  const after = elements.slice(isSpread.lastIndexOf(true) + 1);
  return { first: elements.slice(0, from).map(typed), last: after.map(typed) };
}

/**
 * Asks the TypeScript compiler for the types of each statement that the server sends.
 * @throws if a call of `query` is not found at its place
 */
export function compile(sent: readonly Sent[]): Map<Sent, Compiled> {
  const api = new API({ cwd: root });
  try {
    const config = join(root, 'tsconfig.json');
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error(`${config} could not be opened`);
    const { checker, program } = project;
    const calls = new Map<string, CallExpression>();
    for (const file of new Set(sent.map((each) => each.file))) {
      const visit = (node: Node): void => {
        if (isCallExpression(node)) calls.set(`${file}:${node.getStart()}`, node);
        node.forEachChild(visit);
      };
      program.getSourceFile(join(root, 'server', file))?.forEachChild(visit);
    }
    return new Map(
      sent.map((each) => {
        const call = calls.get(`${each.file}:${each.start}`);
        if (!call) throw new Error(`${each.file}: no call begins at ${each.start}`);
        const row = rowOf(checker, call);
        const compiled: Compiled = {
          row: row && fieldsOf(checker, row),
          values: compileValues(checker, call),
        };
        return [each, compiled];
      }),
    );
  } finally {
    api.close();
  }
}
