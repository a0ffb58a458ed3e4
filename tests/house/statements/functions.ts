import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../imports.ts';
import { type Judged, judge, type KnownFunction, type Whose, wider } from './judge.ts';
import type { Schema } from './schema.ts';
import {
  as,
  listOf,
  namesOf,
  statementsIn,
  statementsInPlPgSql,
  stringOf,
  type Tree,
} from './tree.ts';

/** Name of the first parameter of each function about one person. */
const PERSON_PARAMETER = 'p_user_id';

interface ParsedFunction {
  readonly name: string;
  readonly own: string | null;
  readonly statements: readonly string[];
}

/** The value of a function's option, such as its language or its body. */
function optionOf(create: Tree, name: string): string {
  const options = listOf(create.options).map((each) => as('DefElem', each));
  const arg = options.find((each) => each?.defname === name)?.arg;
  return stringOf(arg) || stringOf(listOf(as('List', arg)?.items)[0]);
}

function readFunction(text: string): ParsedFunction[] {
  return statementsIn(text).flatMap((statement) => {
    const create = as('CreateFunctionStmt', statement);
    if (!create) return [];
    const first = as('FunctionParameter', listOf(create.parameters)[0]);
    const isSql = optionOf(create, 'language') === 'sql';
    return {
      name: namesOf(create.funcname).at(-1) ?? '',
      own: first?.name === PERSON_PARAMETER ? PERSON_PARAMETER : null,
      statements: isSql ? [optionOf(create, 'as')] : statementsInPlPgSql(text),
    };
  });
}

export interface FunctionStatements {
  readonly name: string;
  readonly isOfPerson: boolean;
  readonly judged: readonly Judged[];
}

/** Reads the database's functions, and judges each of their statements that names a table. */
export function readFunctions(schema: Schema): {
  readonly known: ReadonlyMap<string, KnownFunction>;
  readonly functions: readonly FunctionStatements[];
} {
  const files = globSync('server/database/functions/*.sql', { cwd: root }).sort();
  const parsed = files.flatMap((file) => readFunction(readFileSync(join(root, file), 'utf8')));
  const known = new Map<string, KnownFunction>(
    parsed.map(({ name, own }) => [name, { isOfPerson: own !== null, whose: 'shared' }]),
  );
  const judgeAll = ({ own, statements }: ParsedFunction): Judged[] =>
    statements
      .map((text) => judge(text, schema, known, { own, isInFunction: true }))
      .filter(({ does }) => does !== 'select');
  // a function affects all people whom its called functions affect, so judge again until nothing changes
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false;
    for (const each of parsed) {
      const whose = judgeAll(each).reduce<Whose>((all, one) => wider(all, one.whose), 'shared');
      if (known.get(each.name)?.whose === whose) continue;
      known.set(each.name, { isOfPerson: each.own !== null, whose });
      hasChanged = true;
    }
  }
  return {
    known,
    functions: parsed.map((each) => ({
      name: each.name,
      isOfPerson: each.own !== null,
      judged: judgeAll(each),
    })),
  };
}
