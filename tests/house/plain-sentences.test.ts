import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './imports.ts';

const MAX_WORDS = 40;
/** Pages that operators read under time pressure. */
const PAGES = ['operating', 'backing-up', 'deploying', 'high-availability'].map(
  (name) => `docs/${name}.md`,
);

/** The sentences of a page's text, list items and table cells, without its commands. */
function sentencesOf(markdown: string): string[] {
  const blocks = markdown
    .split('\n')
    .filter((line) => !/^( {4}|#|\|---)/.test(line))
    .map((line) => (/^(\s*- |\||\s*\d+\. )/.test(line) ? `\n\n${line}` : line))
    .join('\n')
    .split(/\n\s*\n|(?<!\\)\|/);
  return blocks.flatMap((block) =>
    block
      .replace(/\s+/g, ' ')
      .trim()
      .split(/(?<=[.?!]) (?=[A-Z`*])/),
  );
}

const wordsOf = (sentence: string) => sentence.split(' ').filter((word) => /\w/.test(word));

test.each(PAGES)('%s has no sentence of more than forty words, and no riddles', (page) => {
  const sentences = sentencesOf(readFileSync(join(root, page), 'utf8'));
  expect(sentences.length).toBeGreaterThan(20);
  expect(sentences.filter((sentence) => wordsOf(sentence).length > MAX_WORDS)).toEqual([]);
  expect(sentences.filter((sentence) => /\b(who|what|which)ever\b/i.test(sentence))).toEqual([]);
});
