import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Fault } from '../../scripts/mutants/fault.ts';
import { judge } from '../../scripts/mutants/judge.ts';
import type { Verdict } from '../../scripts/mutants/report.ts';
import type { Order } from '../../scripts/mutants/worker.ts';

// the test sets the duration of each batch of tests: on a busy machine the real one is longer
beforeAll(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterAll(() => void vi.useRealTimers());

const fault: Fault = {
  id: 'a.ts:1:operand:1',
  kind: 'operand',
  file: 'a.ts',
  edits: [{ start: 0, end: 0, text: '!' }],
  name: '',
  what: '',
};
const files = Array.from({ length: 20 }, (_, at) => ({ file: `tests/model/${at}.test.ts` }));

interface Given {
  /** position of the test that fails with the fault; none: no test notices it */
  noticing?: number;
  /** the failure's message */
  why?: string;
  /** whether this test fails without the fault, too */
  alwaysFails?: boolean;
  /** how many tests run before the compiler */
  near?: number;
  refused?: boolean;
  /** time limit in seconds; a batch of eight tests takes 0.02 */
  within?: number;
}

async function tried(given: Given): Promise<Verdict> {
  const { noticing, why = 'expected 2 to be 1', alwaysFails, near = 20, refused, within } = given;
  const failing = noticing === undefined ? undefined : files[noticing]?.file;
  const run = async ({ edits, tests }: Pick<Order, 'edits' | 'tests'>, withinMs = 1_000) => {
    vi.advanceTimersByTime(Math.min(withinMs, 20));
    if (withinMs < 20) return { noticed: null, isIncomplete: true };
    const isFailing = (edits.length > 0 || alwaysFails) && tests.some((t) => t.file === failing);
    return { noticed: isFailing ? { test: 'its test', why, module: failing ?? null } : null };
  };
  const testSelection = {
    testsOf: () => [files.slice(0, near), files.slice(near)],
    importersOf: () => [],
  };
  const compiler = { refuses: () => refused === true };
  return (await judge(fault, { run }, { compiler, testSelection, within: within ?? null })).verdict;
}

test.each<[given: Given, verdict: Verdict]>([
  [{}, 'unseen'],
  [{ noticing: 19 }, 'caught'],
  [{ noticing: 3, alwaysFails: true }, 'failing'],
  [{ noticing: 3, why: 'Test timed out in 20000ms' }, 'late'],
  [{ noticing: 3, why: 'SyntaxError: Unexpected token' }, 'broken'],
  [{ near: 3, refused: true, noticing: 19 }, 'compiler'],
  [{ near: 3, refused: true, noticing: 2 }, 'caught'],
  // the first eight would take longer than the limit
  [{ within: 0.01, noticing: 7 }, 'undecided'],
  // the first eight pass within the limit, and the others would exceed it
  [{ within: 0.03 }, 'undecided'],
  [{ within: 0.03, noticing: 19 }, 'undecided'],
  [{ within: 0.03, near: 3, noticing: 19 }, 'undecided'],
  [{ within: 0.03, noticing: 7 }, 'caught'],
  [{ within: 60, noticing: 19 }, 'caught'],
  [{ within: 60 }, 'unseen'],
])('%j: %s', async (given, verdict) => {
  expect(await tried(given)).toBe(verdict);
});
