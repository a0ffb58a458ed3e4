import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Fault } from '../../scripts/mutants/fault.ts';
import { generateFaults } from '../../scripts/mutants/generate.ts';
import { type Compiler, openCompiler } from '../../scripts/mutants/project.ts';
import { Judge, orderOf } from '../../scripts/mutants/switched/judge.ts';
import type { Runner } from '../../scripts/mutants/switched/program.ts';
import { withSwitches } from '../../scripts/mutants/switched/text.ts';
import { selectTests } from '../../scripts/mutants/test-selection.ts';
import { cases, left, type Written } from './switches.ts';

let folder: string;
let small: Compiler;
let compiler: Compiler;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipurse-switches-'));
  const all = [...cases.map(({ written }) => written), ...left];
  all.forEach(([code], at) => {
    writeFileSync(join(folder, `${at}.tsx`), `function made(it) { ${code} }`);
  });
  const options = { jsx: 'preserve', noLib: true, types: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }));
  small = openCompiler(folder);
  compiler = openCompiler();
});
afterAll(() => {
  small.close();
  compiler.close();
  rmSync(folder, { recursive: true });
});

function switchedOf(at: number, [code, ...faults]: Written) {
  const source = small.read(`${at}.tsx`);
  const body = source.text.indexOf(code);
  const made = faults.map(([find, put], id) => {
    const inCode = code.search(new RegExp(`(?<![a-z])${RegExp.escape(find)}`));
    const start = body + inCode;
    const edits = [{ start, end: start + find.length, text: put }];
    const fault: Fault = { id: '', name: '', kind: 'field', file: source.file, what: '', edits };
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

describe('a fault is planted behind a switch, beside the original code', () => {
  test.each(cases.map((each, at) => ({ ...each, at })))('$rule', async (each) => {
    const { text, unswitchable } = switchedOf(each.at, each.written);
    expect(unswitchable).toEqual([]);
    expect(text).toBe(`function made(it) { ${each.becomes} }`);
    const ids = [null, ...each.written.slice(1).keys()];
    const all = await Promise.all(ids.map((id) => said(text, each.it?.(), id)));
    expect(all).toEqual(each.says);
  });

  test.each(left.map((written, at) => ({ written, at: cases.length + at })))(
    'or not planted: $written',
    ({ written, at }) => {
      const made = switchedOf(at, written);
      expect(made.unswitchable).toHaveLength(1);
      expect(made.text).toBe(small.read(`${at}.tsx`).text);
    },
  );
});

test('a screen with all its faults is still a valid program', async () => {
  const file = 'src/screens/withdraw/amount-form.tsx';
  const faults = generateFaults(compiler, [file], []).map((fault, id) => ({ fault, id }));
  const { text, switched, unswitchable } = withSwitches(compiler.read(file), faults);
  expect(faults.length).toBeGreaterThan(10);
  expect(unswitchable).toEqual([]);
  const { code } = await transformWithOxc(text, file);
  const found = [...code.matchAll(/__fault__\?\.\((\d+)\)/g)].map(([, id]) => Number(id));
  expect(found.toSorted((a, b) => a - b)).toEqual(
    switched.map(({ id }) => id).toSorted((a, b) => a - b),
  );
});

const fault: Fault = {
  id: '',
  kind: 'field',
  file: 'src/screens/withdraw/amount-form.tsx',
  edits: [],
  name: '',
  what: '',
};
const NEAR = ['ui/formats', 'browser/withdraw'];
const FAR = ['browser/payouts', 'browser/share', 'browser/theme'];
const LATE = 'locator.click: Timeout 20000ms exceeded.';

interface World {
  /** failure messages by test file and fault */
  whys?: Readonly<Record<string, Readonly<Record<number, string>>>>;
  /** faults that a test file never reaches */
  passedBy?: Readonly<Record<string, readonly number[]>>;
  /** test files that also fail without a fault */
  failing?: readonly string[];
  nearest?: number | null;
  isRefused?: boolean;
}

/** A judge with fake tests, and the list of the runs that it has made. */
function court({ whys, passedBy, failing, nearest = null, isRefused = false }: World) {
  const runs: string[] = [];
  const runner: Runner = {
    run: async ({ test, on }) => {
      runs.push(`${test} ${on ?? '-'}`);
      const own = failing?.includes(test) ? LATE : undefined;
      const why = on === null ? own : (whys?.[test]?.[on] ?? own);
      const reached = [1, 2].filter((id) => !passedBy?.[test]?.includes(id));
      return { noticed: why ? { test: 'it', why, module: null } : null, reached };
    },
    close: async () => {},
  };
  const judge = new Judge({
    orderOf: () => ({ near: NEAR, far: FAR }),
    compiler: { refuses: () => isRefused },
    importersOf: () => [],
    nearest,
  });
  const of = async (id: number) => {
    const { verdict, by } = await judge.judge({ fault, id }, runner);
    return { verdict, by, runs: runs.splice(0) };
  };
  return { of };
}

describe('a fault that can be switched on', () => {
  test('is caught by the first test that fails with it and passes without it', async () => {
    const { of } = court({ whys: { 'browser/payouts': { 1: 'expected 1 to be 2' } } });
    expect(await of(1)).toEqual({
      verdict: 'caught',
      by: 'browser/payouts: it',
      runs: [...NEAR.map((test) => `${test} 1`), 'browser/payouts 1', 'browser/payouts -'],
    });
  });

  test('is caught without another run by a test that is known to pass, unless the test timed out', async () => {
    const says = (why: string) => ({ whys: { 'ui/formats': { 2: why } } });
    for (const [why, again] of [
      ['expected 1 to be 2', []],
      [LATE, ['ui/formats -']],
    ] as const) {
      const { of } = court(says(why));
      await of(1);
      expect(await of(2)).toMatchObject({ verdict: 'caught', runs: ['ui/formats 2', ...again] });
    }
  });

  test('is not caught by a test that fails without it too, and that test runs no more', async () => {
    const { of } = court({ failing: ['ui/formats'] });
    expect((await of(1)).verdict).toBe('late');
    const { runs } = await of(2);
    expect(runs).toEqual([...NEAR, ...FAR].slice(1).map((test) => `${test} 2`));
  });

  test('is not run with tests that are known never to reach it', async () => {
    const { of } = court({ passedBy: { 'browser/payouts': [2], 'ui/formats': [2] } });
    await of(1);
    const { runs } = await of(2);
    const shown = ['browser/withdraw', 'browser/share', 'browser/theme'];
    expect(runs).toEqual(shown.map((test) => `${test} 2`));
  });

  test('is checked by the compiler once the nearest tests have not caught it', async () => {
    const { of } = court({ isRefused: true });
    const runs = NEAR.map((test) => `${test} 1`);
    expect(await of(1)).toEqual({ verdict: 'compiler', by: 'tsc', runs });
  });

  test('is reported as unseen with the tests that ran it, or as never run', async () => {
    expect(await court({ nearest: 3 }).of(1)).toMatchObject({
      verdict: 'unseen',
      by: `run by ${[...NEAR, FAR[0]].join(' ')}`,
    });
    const passedBy = Object.fromEntries([...NEAR, ...FAR].map((test) => [test, [1]]));
    expect(await court({ passedBy }).of(1)).toMatchObject({ verdict: 'unseen', by: 'never run' });
  });
});

test('the tests that mention the subject of a fault most often run first', () => {
  const testSelection = selectTests();
  const order = orderOf(testSelection, () => true);
  // each new test may change the order of the first few
  const first = (file: string, after: string) => {
    const start = compiler.read(file).text.indexOf(after);
    const { near, far } = order({ ...fault, file, edits: [{ start, end: start, text: '' }] });
    return [...near, ...far].filter((test) => !test.startsWith('tests/ui/')).slice(0, 3);
  };
  expect(first('src/i18n/failures.ts', '429')).toContain('tests/browser/retries.test.ts');
  expect(first('src/app/actors/now-playing.actors.ts', 'watchControls:')).toContain(
    'tests/browser/phone.test.ts',
  );
  expect(first('src/screens/withdraw/amount-form.tsx', 'all.pressed')).toContain(
    'tests/browser/withdraw.test.ts',
  );
});
