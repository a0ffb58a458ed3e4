import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** One test in vitest's JSON report. */
export interface Result {
  ancestorTitles: string[];
  title: string;
  status: string;
  failureMessages?: string[];
}

/** The fields of vitest's JSON report that this project reads. */
export interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
  testResults: { name: string; status: string; message?: string; assertionResults: Result[] }[];
}

/** @throws when vitest ended before it wrote the report */
export const readReport = (path: string): Report => JSON.parse(readFileSync(path, 'utf8'));

const LONGEST = 600;
/** limit for text that a test adds to its failure, such as the content of the screens */
const LONGEST_ADDED = 1_500;
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/** The first line that is not empty, shortened for a list. */
function inShort(message = '', longest = LONGEST): string {
  const lines = message.replace(COLOURS, '').split('\n');
  const first = lines.map((line) => line.trim()).find((line) => line !== '') ?? 'no reason given';
  return first.length > longest ? `${first.slice(0, longest)}…` : first;
}

/** Place of a failure: the first line of the stack in the project's own code, as ` (file:line)`. */
function placeIn(message: string, root: string): string {
  const own = message.split(`${root}/`).slice(1);
  const place = own.map((rest) => rest.match(/^(?!node_modules)[^\s():]+:\d+/)?.[0]).find(Boolean);
  return place ? ` (${place})` : '';
}

/** @returns a line for each test that failed, and for each file that could not be loaded */
export function listFailures({ testResults }: Report, root: string): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [`${file}: ${inShort(message)}`] : [];
    return failed.map(({ ancestorTitles, title, failureMessages = [] }) => {
      const words = [...ancestorTitles, title].filter((part) => part !== '').join(' > ');
      const [first = '', ...added] = failureMessages;
      const more = added.map((message) => `; ${inShort(message, LONGEST_ADDED)}`).join('');
      return `${file}: ${words}: ${inShort(first)}${placeIn(first, root)}${more}`;
    });
  });
}

/** Heading of the errors that vitest caught outside of tests; tests may have printed other errors before it. */
const HEADING = 'Unhandled Errors';
/** Finds an error without that heading: of the set-up, or of a process that could not end. */
const TELLS = /error|exception|rejection|timed out|unexpected/i;
const LONGEST_OUTSIDE = 2_000;

/**
 * Text of a failure outside of tests: an uncaught error, or a set-up that could not be ended.
 * @param stderr vitest's output on stderr
 */
export function outsideOfTests(stderr: string): string {
  const lines = stderr
    .replace(COLOURS, '')
    .split('\n')
    .map((line) => line.trim());
  const heading = lines.findLastIndex((line) => line.includes(HEADING));
  const first = heading < 0 ? lines.findIndex((line) => TELLS.test(line)) : heading;
  const told = lines
    .slice(Math.max(first, 0))
    .filter((line) => /\w/.test(line))
    .join(' | ');
  return `failed outside of its tests: ${inShort(told, LONGEST_OUTSIDE)}`;
}

/** The last lines of a run: each failure, and `N passed, N failed`. */
export function formatResults(passed: number, failed: number, failures: readonly string[]): string {
  return [...failures.map((line) => `failed: ${line}`), `${passed} passed, ${failed} failed`].join(
    '\n',
  );
}
