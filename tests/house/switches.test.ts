import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Fault } from '../../scripts/mutants/fault.ts';
import { generateFaults } from '../../scripts/mutants/generate.ts';
import { type Compiler, openCompiler } from '../../scripts/mutants/project.ts';
import { judge } from '../../scripts/mutants/switched/judge.ts';
import type { TestFile } from '../../scripts/mutants/switched/reach.ts';
import { withSwitches } from '../../scripts/mutants/switched/text.ts';
import { cases, left, type Written } from './switches.ts';

let folder: string;
let small: Compiler;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipurse-switches-'));
  const all = [...cases.map(({ written }) => written), ...left];
  all.forEach(([code], at) => {
    writeFileSync(join(folder, `${at}.tsx`), `function made(it) { ${code} }`);
  });
  const options = { jsx: 'preserve', noLib: true, types: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }));
  small = openCompiler(folder);
});
afterAll(() => {
  small.close();
  rmSync(folder, { recursive: true });
});

function switchedOf(at: number, [code, ...faults]: Written) {
  const source = small.read(`${at}.tsx`);
  const body = source.text.indexOf(code);
  const made = faults.map(([find, put], id) => {
    const inCode = code.search(new RegExp(`(?<![a-z])${RegExp.escape(find)}`));
    const start = body + inCode;
    const edits = [{ start, end: start + find.length, text: put }];
    const fault: Fault = { id: '', kind: 'field', file: source.file, what: '', edits };
    return { fault, id };
  });
  return withSwitches(source, made);
}

async function said(text: string, it: unknown, fault: number | null): Promise<unknown> {
  const options = { jsx: { runtime: 'classic', pragma: 'h' } } as const;
  const { code } = await transformWithOxc(text, 'made.tsx', options);
  const given = {
    globalThis: { __fault__: (id: number) => id === fault },
    it,
    h: (...all: unknown[]) => all,
    Trans: 'Trans',
    t: (texts: readonly string[], ...values: unknown[]) => [texts[0], ...values],
    plural: (count: number) => count,
  };
  return new Function(...Object.keys(given), `${code}; return made(it)`)(...Object.values(given));
}

describe('a fault stands beside what it is planted in, behind a switch', () => {
  test.each(cases.map((each, at) => ({ ...each, at })))('$rule', async (each) => {
    const { text, left } = switchedOf(each.at, each.written);
    expect(left).toEqual([]);
    expect(text).toBe(`function made(it) { ${each.becomes} }`);
    const ids = [null, ...each.written.slice(1).keys()];
    const all = await Promise.all(ids.map((id) => said(text, each.it?.(), id)));
    expect(all).toEqual(each.says);
  });

  test.each(left.map((written, at) => ({ written, at: cases.length + at })))(
    'or is left: $written',
    ({ written, at }) => {
      const made = switchedOf(at, written);
      expect(made.left).toHaveLength(1);
      expect(made.text).toBe(small.read(`${at}.tsx`).text);
    },
  );
});

test('a screen with all its faults is a program still', async () => {
  const file = 'src/screens/withdraw/amount-form.tsx';
  const compiler = openCompiler();
  const faults = generateFaults(compiler, [file], []).map((fault, id) => ({ fault, id }));
  const { text, switched, left } = withSwitches(compiler.read(file), faults);
  compiler.close();
  expect(faults.length).toBeGreaterThan(10);
  expect(left).toEqual([]);
  const { code } = await transformWithOxc(text, file);
  const found = [...code.matchAll(/__fault__\?\.\((\d+)\)/g)].map(([, id]) => Number(id));
  expect(found.toSorted((a, b) => a - b)).toEqual(
    switched.map(({ id }) => id).toSorted((a, b) => a - b),
  );
});

const ID = 7;
const fault: Fault = {
  id: '',
  kind: 'field',
  file: 'src/screens/withdraw/amount-form.tsx',
  edits: [],
  what: '',
};
const file = (name: string, others: number, rest: Partial<TestFile> = {}): TestFile => ({
  test: `tests/${name}.test.ts`,
  why: null,
  reached: new Set([ID, ...Array(others).keys()]),
  ...rest,
});
const files = [
  file('browser/journey', 6),
  file('browser/share', 3),
  file('browser/withdraw', 5),
  file('ui/formats', 6),
  file('browser/ads', 0, { why: 'fails' }),
  file('browser/theme', 0, { reached: new Set([1]) }),
];
const noticing = 'browser/journey';

/** What is found when one file alone notices it, and which files it was shown to. */
async function found(
  whys: Readonly<Record<string, string>>,
  { nearest = null, isRefused = false, failsNow = false, of = files } = {} as {
    nearest?: number | null;
    isRefused?: boolean;
    failsNow?: boolean;
    of?: TestFile[];
  },
) {
  const shown: string[] = [];
  const runner = {
    run: async ({ test, on }: { test: string; on: number | null }) => {
      const name = test.slice('tests/'.length, -'.test.ts'.length);
      if (on === ID) shown.push(name);
      const why = on === ID ? whys[name] : failsNow ? 'Timeout 20000ms exceeded' : undefined;
      const noticed = why === undefined ? null : { test: 'it', why, module: null };
      return { noticed, reached: [] };
    },
    close: async () => {},
  };
  const means = {
    compiler: { refuses: () => isRefused } as unknown as Compiler,
    sight: { testsOf: () => [], usersOf: () => [] },
    nearest,
  };
  const { verdict, by } = await judge({ fault, id: ID }, of, runner, means);
  return { verdict, by, shown };
}

const ALL = ['ui/formats', 'browser/withdraw', 'browser/share', 'browser/journey'];

describe('a fault that can be switched on is shown to the tests that come to it', () => {
  test('those of no browser first, then those named for it, then those that come to the least', async () => {
    expect(await found({ [noticing]: 'expected 1 to be 2' })).toEqual({
      verdict: 'caught',
      by: 'tests/browser/journey.test.ts: it',
      shown: ALL,
    });
  });

  test('the first that notices it is the last', async () => {
    const { verdict, shown } = await found({ 'browser/withdraw': 'expected 1 to be 2' });
    expect([verdict, shown]).toEqual(['caught', ALL.slice(0, 2)]);
  });

  test('a wait in vain is noticing when it is none without the fault', async () => {
    const late = { [noticing]: 'locator.click: Timeout 20000ms exceeded.' };
    expect((await found(late)).verdict).toBe('caught');
    expect((await found(late, { failsNow: true })).verdict).toBe('late');
  });

  test('what only the compiler notices is told apart, what is named for it is asked before', async () => {
    const { verdict, shown } = await found({}, { isRefused: true });
    expect([verdict, shown]).toEqual(['compiler', ALL.slice(0, 2)]);
  });

  test('nobody notices it, few are asked, or nobody comes to it', async () => {
    const by = (shown: number) => `run by 5 files of tests, shown to ${shown}`;
    expect(await found({})).toEqual({ verdict: 'unseen', by: by(4), shown: ALL });
    expect(await found({}, { nearest: 3 })).toEqual({
      verdict: 'unseen',
      by: by(3),
      shown: ALL.slice(0, 3),
    });
    const none = { of: files.slice(-1) };
    expect(await found({}, none)).toEqual({ verdict: 'unseen', by: 'never run', shown: [] });
  });
});
