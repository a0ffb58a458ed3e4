import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './imports.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const page = read('docs/security.md');

/** Number of requirements on levels 1 and 2 in each section of ASVS 5.0.0, numbered from 1. */
const SECTIONS = {
  ...{ '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2 },
  ...{ '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '14.1': 2, '14.2': 4, '14.3': 3 },
};
const wanted = Object.entries(SECTIONS).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, at) => `${section}.${at + 1}`),
);

interface Row {
  id: string;
  answer: string;
  how: string;
}

const rows: Row[] = page
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [, id = '', , answer = '', how = ''] = line.split('|').map((cell) => cell.trim());
    return { id, answer, how };
  });

/** The tests that a cell names: `file` “title”. */
const testsIn = (how: string) =>
  [...how.matchAll(/`(tests\/[^`]+)` “([^”]+)”/g)].map(([, file = '', title = '']) => ({
    file,
    title,
  }));

/** Does the file contain a test of this title? For `test.each` the title is its template. */
function isThere(file: string, title: string): boolean {
  const quoted = title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const call = String.raw`\b(?:test|it)(?:\.\w+)*\(\s*|\]?\)\(\s*`;
  return new RegExp(`(?:${call})'${quoted}',`).test(read(file));
}

test('docs/security.md answers each requirement once, in the order of ASVS', () => {
  expect(rows.map(({ id }) => id)).toEqual(wanted);
});

test('the first lines of docs/security.md count the answers', () => {
  const of = (wantedAnswer: string) => rows.filter(({ answer }) => answer === wantedAnswer).length;
  const [holds, not, unmet] = [of('holds'), of('does not apply'), of('not met')];
  expect(holds + not + unmet).toBe(rows.length);
  expect(page.replaceAll('\n', ' ')).toContain(
    `Of ${rows.length} requirements ${holds} hold, ${not} do not apply, and ${unmet} are not met.`,
  );
});

test('a row that holds names a test or says that none exists; other rows have a reason', () => {
  const bare = rows.filter(({ answer, how }) =>
    answer === 'holds' ? testsIn(how).length === 0 && !how.includes('No test: ') : how === '',
  );
  expect(bare).toEqual([]);
});

test('each test that docs/security.md names exists', () => {
  const named = rows.flatMap(({ how }) => testsIn(how));
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ file, title }) => !isThere(file, title))).toEqual([]);
  // no file is named in another form, which the check would miss
  const files = rows.flatMap(({ how }) => how.match(/`tests\//g) ?? []);
  expect(files).toHaveLength(named.length);
});

test('a test that does not exist is found', () => {
  const file = 'tests/server/domain-sessions.test.ts';
  expect(isThere(file, 'using a session writes at most once an hour')).toBe(true);
  expect(isThere(file, 'using a session writes at most once')).toBe(false);
});

test('the inventory names every algorithm and key that the server has', () => {
  const inventory = page.split('### ').find((part) => part.startsWith('Algorithms and keys')) ?? '';
  const code = globSync('server/**/*.ts', { cwd: root }).map(read).join('\n');
  const found = [
    /\b(?:create(?:Hash|Hmac|ECDH|Cipheriv)|hash|digestOf)\(\s*'([^']+)'/g,
    /\bderive\('([^']+)'/g,
    /\bCOSEALG\.(\w+)/g,
    /\b(keccak_\d+)\(/g,
    /\bfindSecret\([^,()]+, '([^']+)'/g,
    /\b(?:MEDIA_)?SECRET = '([a-z_]+)';/g,
    /\bCURVE = '([^']+)'/g,
  ].flatMap((pattern) => {
    const names = [...code.matchAll(pattern)].map(([, name = '']) => name);
    return names.length > 0 || pattern.source.includes('Cipher') ? names : [`none: ${pattern}`];
  });
  const missing = [...new Set(found)].filter((name) => !inventory.includes(`\`${name}\``));
  expect(missing).toEqual([]);
});
