import { type Cell, propagateBindings } from './cells.ts';
import { PERSON, type Schema } from './schema.ts';
import { Statement } from './statement.ts';
import { allOf, kindOf, statementsIn, type Tree } from './tree.ts';
import { UNREAD } from './values.ts';

/**
 * The people whose rows a statement reads or writes: `person`: one person, whose number is given;
 * `lookup`: the person that another key leads to; `all`: all or several people; `shared`: its tables
 * hold no person's rows; `built`: its tables are named only at run time.
 */
export type Whose = 'person' | 'lookup' | 'all' | 'shared' | 'built';

/** Facts about a database function that a statement calls. */
export interface KnownFunction {
  readonly isOfPerson: boolean;
  readonly whose: Whose;
}

export type Functions = ReadonlyMap<string, KnownFunction>;

export interface Judged {
  readonly whose: Whose;
  /** for one person: the value of the person's number, as `$1` */
  readonly person?: string | undefined;
  /** short description of the statement */
  readonly does: string;
}

const QUERIES = /^(Select|Insert|Update|Delete)Stmt$/;

/** The given cells, and all cells from which they get bindings. */
function cellsOf(cells: Iterable<Cell>): Cell[] {
  const all = new Set<Cell>(cells);
  for (const { from, branches } of all) for (const each of [...from, ...branches]) all.add(each);
  return [...all];
}

function whoseOf(persons: readonly Cell[], own: string | null): Pick<Judged, 'whose' | 'person'> {
  if (persons.length === 0) return { whose: 'shared' };
  const [first, ...others] = persons;
  const shared = [...(first?.values ?? [])].filter((value) =>
    others.every(({ values }) => values.has(value)),
  );
  const person = shared.find((value) => own === null || value === own);
  if (person !== undefined) return { whose: 'person', person };
  // rows of one given person, but not of the function's parameter
  if (shared.length > 0) return { whose: 'lookup' };
  const found = persons.some(({ isFound }) => isFound);
  const isLookup = found && persons.every(({ values, isFound }) => isFound || values.size > 0);
  return { whose: isLookup ? 'lookup' : 'all' };
}

/** Returns the one of two values that means more people. */
export const wider = (one: Whose, other: Whose): Whose => {
  const order: readonly Whose[] = ['shared', 'person', 'lookup', 'all', 'built'];
  return order.indexOf(one) > order.indexOf(other) ? one : other;
};

/** Judges a statement that locks, empties or creates tables. */
function judgeOther(statement: Tree, schema: Schema): Judged {
  const [kind] = kindOf(statement);
  const names = allOf('RangeVar', statement).map(({ relname }) => String(relname));
  const direct = Object.values(kindOf(statement)[1]).map((each) => (each as Tree)?.relname);
  const all = [...names, ...direct.filter((each) => typeof each === 'string')].map(String);
  const hasPersonColumn = all.some((name) => schema.get(name)?.columns.has(PERSON));
  const isUnread = all.some((name) => name.startsWith(UNREAD));
  const whose = isUnread ? 'built' : hasPersonColumn ? 'all' : 'shared';
  const does = [kind.replace('Stmt', '').toLowerCase(), ...all].join(' ');
  return { whose, does };
}

/** The persons whose numbers are passed to the functions that a statement calls. */
function calledPersons(statement: Statement, functions: Functions): Cell[] {
  const ofPerson = statement.calls.filter(({ name }) => functions.get(name)?.isOfPerson);
  return ofPerson.map(({ first }) => first).filter((cell) => cell !== null);
}

/**
 * @param own the variable with the person of the surrounding function; null: any given value may be a
 * person
 */
function judgeQuery(
  tree: Tree,
  schema: Schema,
  functions: Functions,
  { own, isInFunction }: { own: string | null; isInFunction: boolean },
): Judged {
  const statement = new Statement(schema, new Set(functions.keys()));
  statement.query(tree, { sources: [], parts: new Map(), outer: null, isInFunction });
  const persons = statement.sources.filter((source) => source.hasPersonColumn);
  const cells = [
    ...persons.map((source) => source.cell(PERSON)).filter((cell) => cell !== null),
    ...calledPersons(statement, functions),
  ];
  const all = statement.sources.flatMap((source) => [...source.cells.values()]);
  propagateBindings(cellsOf([...all, ...cells]), statement.sources);
  const others = statement.calls
    .map(({ name }) => functions.get(name))
    .filter((each) => each && !each.isOfPerson)
    .map((each) => each?.whose ?? 'all');
  const called = statement.calls.map(({ name }) => `${name}()`);
  const actions = statement.actions.some((each) => each.includes(' '))
    ? statement.actions.filter((each) => each.includes(' '))
    : [...statement.actions];
  const does = [...new Set([...called, ...actions])].join(', ') || 'select';
  const isLost = statement.calls.some(
    ({ name, first }) => functions.get(name)?.isOfPerson && !first,
  );
  const { whose: direct, person } = whoseOf(cells, own);
  const whose = isLost ? 'all' : [direct, ...others].reduce(wider);
  return { whose: statement.isUnread ? 'built' : whose, person, does };
}

/** Judges a statement's text of the server or of a function. */
export function judge(
  text: string,
  schema: Schema,
  functions: Functions,
  within: { own: string | null; isInFunction: boolean } = { own: null, isInFunction: false },
): Judged {
  if (text === UNREAD) return { whose: 'built', does: 'the text of its argument' };
  const judged = statementsIn(text).map((tree) =>
    QUERIES.test(kindOf(tree)[0])
      ? judgeQuery(tree, schema, functions, within)
      : judgeOther(tree, schema),
  );
  const whose = judged.map((each) => each.whose).reduce(wider, 'shared');
  const does = [...new Set(judged.map((each) => each.does))].join('; ');
  return { whose, person: judged[0]?.person, does };
}
