import type { Node, SourceFile } from 'typescript/unstable/ast';

/** Kinds of faults; the table of results has a row for each. */
export const kinds = [
  // a machine's chart
  'target',
  'guard-inverted',
  'guard-dropped',
  'delay',
  'onDone',
  'onError',
  'after',
  'on',
  'always',
  'invoke',
  'entry',
  'exit',
  'actions',
  'assign',
  'notify',
  'tags',
  // any code
  'condition',
  'operand',
  'operator',
  'constant',
  // views, effects, ports
  'field',
  'handler',
  'argument',
  'provided',
  // idempotency keys: a call of the app without its key, or a call that the server runs without one
  'key',
  // statements and migrations
  'sql',
  // written by hand
  'planted',
] as const;
export type Kind = (typeof kinds)[number];

/** A replacement of a piece of a file's text. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

export interface Fault {
  /** file:line:kind:n, the nth of its kind on its line: short, for the command line */
  id: string;
  /** the file, and its line before and after the edit: unchanged when the line moves */
  name: string;
  kind: Kind;
  file: string;
  edits: readonly Edit[];
  /** the text before and after the edit, in one line */
  what: string;
  /** of a fault written by hand: the test files that must notice it */
  tests?: readonly string[];
}

/** A fault without a name. */
export interface Change {
  kind: Kind;
  edits: readonly Edit[];
}

/** A file and its syntax tree. */
export interface Source {
  file: string;
  text: string;
  tree: SourceFile;
}

export const replaced = ({ tree }: Source, node: Node, text: string): Edit => ({
  start: node.getStart(tree),
  end: node.end,
  text,
});

/** Removes an element, property or argument with the comma after it. */
export function dropped({ tree, text }: Source, node: Node): Edit {
  const comma = /^\s*,/.exec(text.slice(node.end))?.[0] ?? '';
  return { start: node.getStart(tree), end: node.end + comma.length, text: '' };
}

/** Applies all edits to the text. */
export function applied(text: string, edits: readonly Edit[]): string {
  const fromTheEnd = [...edits].sort((a, b) => b.start - a.start);
  return fromTheEnd.reduce(
    (before, edit) => before.slice(0, edit.start) + edit.text + before.slice(edit.end),
    text,
  );
}

const short = (text: string) => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
};

/** Number and trimmed text of the line at offset `at`. */
function lineAt(text: string, at: number): { number: number; line: string } {
  const before = text.slice(0, at).split('\n');
  const end = text.indexOf('\n', at);
  const line = (before.at(-1) ?? '') + text.slice(at, end < 0 ? text.length : end);
  return { number: before.length, line: line.trim() };
}

/** Names each change of a file; drops changes without an effect and duplicates. */
export function named(file: string, text: string, changes: readonly Change[]): Fault[] {
  const counts = new Map<string, number>();
  const count = (place: string) => {
    const n = (counts.get(place) ?? 0) + 1;
    counts.set(place, n);
    return n;
  };
  const results = new Set<string>([text]);
  return changes.flatMap(({ kind, edits }) => {
    const [edit] = edits;
    const result = applied(text, edits);
    if (!edit || results.has(result)) return [];
    results.add(result);
    const { number, line } = lineAt(text, edit.start);
    const place = `${file}:${number}:${kind}`;
    const what = `${short(text.slice(edit.start, edit.end))} → ${short(edit.text) || 'nothing'}`;
    const like = `${file}: ${line}: ${what}`;
    const n = count(like);
    const name = n === 1 ? like : `${like} (${n})`;
    return [{ id: `${place}:${count(place)}`, name, kind, file, edits, what }];
  });
}
