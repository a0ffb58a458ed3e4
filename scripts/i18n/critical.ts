import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, type Source } from './catalogue.ts';

const FILE = 'docs/languages/critical.txt';

/** Texts about money, consent, refusals, deadlines and losses: one English text a line. */
export const readCritical = (): string[] =>
  readFileSync(join(root, FILE), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '));

export function criticalProblems(sources: ReadonlyMap<string, Source>): string[] {
  const critical = readCritical();
  const twice = critical.filter((message, index) => critical.indexOf(message) !== index);
  return [
    ...critical
      .filter((message) => !sources.has(message))
      .map((message) => `${FILE} has a text that the app does not use: ${message}`),
    ...twice.map((message) => `${FILE} has a text twice: ${message}`),
  ];
}
