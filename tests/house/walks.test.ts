import { expect, test } from 'vitest';
import { linesOf, readPage } from '../../scripts/docs.ts';
import { withLines } from '../../scripts/walks.ts';
import { faultsOf, walkRules } from './walks.ts';

test.each([...walkRules])('$title: at most $mostHops hops, each true', (rule) => {
  expect(faultsOf(readPage('architecture.md'), rule, linesOf)).toEqual([]);
});

const rule = { title: 'A way', mostHops: 2 };
const files: Record<string, string[]> = {
  'machines/video.ts': ['', "  target: 'claiming',"],
  'src/ring.tsx': ['const paid = 1;'],
};
const lines = (file: string) => files[file] ?? null;
const walk = (...hops: string[]) =>
  [
    '## Other',
    '1. not of this walk',
    '',
    '### A way',
    '',
    'Words.',
    '',
    ...hops,
    '',
    '## Next',
    '9. other',
  ].join('\n');
const first =
  "1. [machines/video.ts:2](../machines/video.ts#L2) `target: 'claiming'` **decides** that\n   it is time to claim.";
const second = '2. [src/ring.tsx:1](../src/ring.tsx#L1) `paid = 1` shows it.';

test('a walk that is true and short has no faults', () => {
  expect(faultsOf(walk(first, second), rule, lines)).toEqual([]);
});

test.each([
  ['a walk that is not there', '# Nothing', ['there is no walk "A way"']],
  ['no hops', walk(), ['no hops', 'nothing is decided']],
  ['nothing decided', walk(second.replace('2.', '1.')), ['nothing is decided']],
  ['too many hops', walk(first, second, second.replace('2.', '3.')), ['3 hops, at most 2']],
  ['a wrong number', walk(first, second.replace('2.', '3.')), ['hop 2 is called 3']],
  [
    'no code',
    walk(first, '2. [src/ring.tsx:1](../src/ring.tsx#L1) shows it.'),
    ['not a hop: 2. [src/ring.tsx:1](../src/ring.tsx#L1) shows it.'],
  ],
  [
    'a file that is gone',
    walk(first, second.replaceAll('ring', 'gone')),
    ['there is no src/gone.tsx'],
  ],
  [
    'a line that has moved',
    walk(first.replaceAll(/:2|L2/g, (at) => at.replace('2', '1'))),
    ["machines/video.ts:1 does not say target: 'claiming'"],
  ],
  [
    'a line beyond the end',
    walk(first.replaceAll(/:2|L2/g, (at) => at.replace('2', '9'))),
    ["machines/video.ts:9 does not say target: 'claiming'"],
  ],
  [
    'a link to another line',
    walk(first.replace('#L2', '#L1')),
    ['machines/video.ts:2 has a link that leads elsewhere'],
  ],
  [
    'a decision outside machines/',
    walk(first, second.replace('shows', '**decides** on')),
    ['src/ring.tsx:1 decides outside machines/'],
  ],
])('is found: %s', (_, page, faults) => {
  expect(faultsOf(page, rule, lines)).toEqual(faults);
});

test('npm run docs leads a hop after the code that it quotes, if there is no doubt', () => {
  const moved = (page: string, file: string[]) => withLines(page, () => file);
  const there = walk(first);
  expect(moved(there, ['', '', '', ...(files['machines/video.ts'] ?? [])])).toBe(
    there.replace(':2]', ':5]').replace('#L2)', '#L5)'),
  );
  expect(moved(there, ['gone'])).toBe(there);
  expect(moved(there, ["target: 'claiming'", "target: 'claiming'"])).toBe(there);
});
