import { readFunctions } from './functions.ts';
import { type Functions, type Judged, judge, type Whose, wider } from './judge.ts';
import { readSchema, type Schema } from './schema.ts';
import { type Sent, sent } from './sent.ts';

/** A statement of the server: its place and action, and whose rows it affects. */
export interface Listed {
  readonly name: string;
  readonly whose: Whose;
}

/** @throws Error with the statement's place, if its text is not valid SQL */
function judgeSent({ file, within, texts }: Sent, schema: Schema, known: Functions): Listed {
  const judged = texts.map((text): Judged => {
    try {
      return judge(text, schema, known);
    } catch (failure) {
      const said = `${file} ${within}: ${String(failure)}\n${text}`;
      throw new Error(said, { cause: failure });
    }
  });
  const whose = judged.map((each) => each.whose).reduce(wider, 'shared');
  return { name: `${file} ${within}: ${judged[0]?.does}`, whose };
}

/** Numbers statements with the same name. */
function numbered(all: readonly Listed[]): Listed[] {
  const seen = new Map<string, number>();
  return all.map(({ name, whose }) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { name: count > 1 ? `${name} (${count})` : name, whose };
  });
}

/** Lists every statement that the server sends, and every one within the database's functions. */
export function listStatements(): Listed[] {
  const schema = readSchema();
  const { known, functions } = readFunctions(schema);
  const within = functions.flatMap(({ name, judged }) =>
    judged.map(({ whose, does }) => ({ name: `${name}.sql: ${does}`, whose })),
  );
  return numbered([...sent.map((each) => judgeSent(each, schema, known)), ...within]);
}

export const lineOf = ({ name, whose }: Listed): string => `${whose.padEnd(6)} ${name}`;

/** Differences between the table of statements and the existing statements. */
export function differences(table: string, statements: readonly Listed[]): string[] {
  const lines = table.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const kept = new Map(lines.map((line) => [line.slice(7), line]));
  const found = statements.flatMap((statement) => {
    const line = kept.get(statement.name);
    const own = lineOf(statement);
    if (line === undefined) return [`a new statement: add it to the table: ${own}`];
    if (line === own) return [];
    return [`the table has the wrong scope ${line.slice(0, 6).trim()}; correct: ${own}`];
  });
  const names = new Set(statements.map(({ name }) => name));
  const gone = [...kept].filter(([name]) => !names.has(name)).map(([, line]) => line);
  return [...found, ...gone.map((line) => `the statement no longer exists: ${line}`)];
}
