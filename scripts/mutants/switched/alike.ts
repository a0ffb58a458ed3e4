import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from '../fault.ts';
import { root } from '../project.ts';

/** Splits a text into words: `selectIsPaid` gives select and paid. */
const wordsIn = (text: string): Set<string> =>
  new Set(
    (text.replace(/([a-z])(?=[A-Z])/g, '$1 ').match(/[A-Za-z]{3,}/g) ?? []).map((word) =>
      word.toLowerCase().replace(/s$/, ''),
    ),
  );

/** Number of lines before and after a fault whose words count twice. */
const NEAR = 8;

function aboutOf({ file, edits }: Fault): [own: Set<string>, near: Set<string>] {
  const text = readFileSync(join(root, file), 'utf8');
  const at = text.slice(0, edits[0]?.start).split('\n').length - 1;
  const near = text.split('\n').slice(Math.max(0, at - NEAR), at + NEAR + 1);
  return [wordsIn(`${file} ${text}`), wordsIn(near.join('\n'))];
}

/**
 * Ranks tests by the words that they share with the fault's file: almost every page loads almost all of
 * the app, so imports do not separate tests.
 * @returns the likeness of a test and a fault's file; rare words count more
 */
export function likenessTo(tests: readonly string[]): (fault: Fault, test: string) => number {
  const words = new Map(
    tests.map((test) => [test, wordsIn(`${test} ${readFileSync(join(root, test), 'utf8')}`)]),
  );
  const said = new Map<string, number>();
  for (const all of words.values()) {
    for (const word of all) said.set(word, (said.get(word) ?? 0) + 1);
  }
  const weight = (word: string) => Math.log(tests.length / (said.get(word) ?? tests.length));
  return (fault, test) => {
    const theirs = words.get(test) ?? new Set();
    const shared = aboutOf(fault).map((own) =>
      [...own].filter((word) => theirs.has(word)).reduce((sum, word) => sum + weight(word), 0),
    );
    return shared.reduce((a, b) => a + b, 0) / Math.sqrt(theirs.size + 1);
  };
}
