import { expect, test } from 'vitest';
import {
  formatResults,
  listFailures,
  outsideOfTests,
  type Report,
  type Result,
} from '../../scripts/results.ts';

const passing: Result = { ancestorTitles: ['a group'], title: 'goes', status: 'passed' };

/** vitest's report of one file below /here. */
function reportOf(assertionResults: Result[], message = ''): Report {
  const status = message || assertionResults.some((result) => result.status === 'failed');
  return {
    numPassedTests: 0,
    numFailedTests: 0,
    numFailedTestSuites: 0,
    testResults: [
      {
        name: '/here/tests/a.test.ts',
        status: status ? 'failed' : 'passed',
        message,
        assertionResults,
      },
    ],
  };
}

const failing = (...failureMessages: string[]): Result => ({
  ancestorTitles: ['a group'],
  title: 'stops',
  status: 'failed',
  failureMessages,
});

test('a failed test is listed with its message and line', () => {
  const stack = [
    '\u001B[31mAssertionError: expected 1 to be 2\u001B[39m',
    'a difference',
    '    at wait (file:///here/node_modules/x/index.js:7:1)',
    '    at look (/here/tests/look.ts:12:5)',
    '    at /here/tests/a.test.ts:3:9',
  ];
  expect(listFailures(reportOf([passing, failing(stack.join('\n'))]), '/here')).toEqual([
    'tests/a.test.ts: a group > stops: AssertionError: expected 1 to be 2 (tests/look.ts:12)',
  ]);
});

test('a failed test is listed once with all its messages, also if it has none', () => {
  expect(listFailures(reportOf([failing('first', 'screens: /login\nat x')]), '/here')).toEqual([
    'tests/a.test.ts: a group > stops: first; screens: /login',
  ]);
  expect(listFailures(reportOf([failing()]), '/here')).toEqual([
    'tests/a.test.ts: a group > stops: no reason given',
  ]);
});

test('a file that could not be loaded is listed too, and a passed test is not', () => {
  expect(listFailures(reportOf([], 'Cannot find module b\nand more'), '/here')).toEqual([
    'tests/a.test.ts: Cannot find module b',
  ]);
  expect(listFailures(reportOf([passing]), '/here')).toEqual([]);
});

test('a long message is cut', () => {
  const [line = ''] = listFailures(reportOf([failing('x'.repeat(5000))]), '/here');
  expect(line).toMatch(/^tests\/a\.test\.ts: a group > stops: x{600}…$/);
});

test('an error outside of the tests is reported with its message and file', () => {
  const stderr = [
    'Error: what a test has provoked, and expects',
    '\u001B[31m⎯⎯⎯ Unhandled Errors ⎯⎯⎯\u001B[39m',
    '',
    'Error: connect ECONNREFUSED',
    ' ❯ tests/browser/line.ts:58:3',
  ];
  expect(outsideOfTests(stderr.join('\n'))).toBe(
    'failed outside of its tests: ⎯⎯⎯ Unhandled Errors ⎯⎯⎯ | Error: connect ECONNREFUSED | ❯ tests/browser/line.ts:58:3',
  );
  expect(outsideOfTests('a warning\nError during close: no such file')).toBe(
    'failed outside of its tests: Error during close: no such file',
  );
  expect(outsideOfTests('')).toBe('failed outside of its tests: no reason given');
});

test('the last line is the count, below the failures', () => {
  expect(formatResults(3, 0, [])).toBe('3 passed, 0 failed');
  expect(formatResults(3, 2, ['types', 'b'])).toBe('failed: types\nfailed: b\n3 passed, 2 failed');
});
