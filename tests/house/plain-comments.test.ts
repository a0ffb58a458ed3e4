import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './imports.ts';

const CLAUSE = /^(what(?!’s)|whatever|who|whom|whoever|whose|whichever|which|those)\b/i;
const EVER = /\b(who|what|which|whom)ever\b/i;
/** Pronouns and counts that leave open what a title is about. */
const UNNAMED = /^(one (that|of|who|whose|in|from)|it|they|so many|as many|nobody|of)\b/i;

const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

/** The comments of a file, each on one line; lines of `//` or `--` that follow each other are one comment. */
function commentsIn(file: string): string[] {
  const isSql = file.endsWith('.sql');
  const text = textOf(file);
  const sign = isSql ? '--' : '//';
  const lines = new RegExp(`(?:^|(?<=\\s))${sign}\\s(.*(?:\\n\\s*${sign} .*)*)`, 'g');
  const found = [...(isSql ? [] : text.matchAll(/\/\*\*?(.*?)\*\//gs)), ...text.matchAll(lines)];
  const margin = new RegExp(`\\s*\\n\\s*(?:\\*|${sign})?\\s*`, 'g');
  return found.map(([, comment = '']) => comment.replace(margin, ' ').trim());
}

const TITLE =
  /\b(?:test|describe|invariant)(?:\.\w+)*(?:\((?:[^()]|\([^()]*\))*\))?\(\s*(['`])((?:\\.|(?!\1).)*?)\1/gs;

const titlesIn = (file: string): string[] =>
  [...textOf(file).matchAll(TITLE)].map(([, , title = '']) => title);

/** The sentences of a comment that have a relative clause in the place of their subject. */
const withoutSubject = (comment: string): string[] =>
  comment
    .split(/(?<=[.;:?!])\s+|@\w+(?: \S+)?\s+|^\$\d\s+/)
    .filter((sentence) => !sentence.endsWith('?'))
    .filter((sentence) => CLAUSE.test(sentence) || EVER.test(sentence));

test.each([
  ['what is left of it', true],
  ['Removes the row. Whoever reads it later gets nothing.', true],
  ['@param code what the visitor typed', true],
  ['Removes the row: what was the reason?', false],
  ['Removes the row, which nobody reads.', false],
])('a comment “%s” lacks a subject: %s', (comment, isBad) => {
  expect(withoutSubject(comment).length > 0).toBe(isBad);
});

test.each(['bench', 'contract', 'machines', 'scripts', 'server', 'src', 'tests'])(
  'no comment in %s/ has a relative clause in the place of a noun',
  (folder) => {
    const files = globSync(`${folder}/**/*.{ts,tsx,css,sql}`, { cwd: root }).filter(
      // a migration that has run is not changed any more
      (file) => !file.includes('database/migrations/'),
    );
    expect(files.length).toBeGreaterThan(20);
    const found = files.flatMap((file) =>
      commentsIn(file)
        .flatMap(withoutSubject)
        .map((sentence) => `${file}: ${sentence}`),
    );
    expect(found).toEqual([]);
  },
);

test('each title of a test or an invariant begins with the thing that it is about', () => {
  const files = globSync('tests/**/*.{ts,tsx}', { cwd: root });
  const titles = files.flatMap((file) => titlesIn(file).map((title) => ({ file, title })));
  expect(titles.length).toBeGreaterThan(3_000);
  const isUnnamed = (title: string) =>
    [CLAUSE, EVER, UNNAMED].some((pattern) => pattern.test(title));
  expect(titles.filter(({ title }) => isUnnamed(title))).toEqual([]);
});
