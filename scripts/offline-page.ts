import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { directionOf, otherNames, sourceLanguage } from '../contract/languages.ts';
import { say, spokenLanguages } from '../server/words/words.ts';

const TEMPLATE = join(import.meta.dirname, '../src/offline.html');
const MARK = '/*words*/ {}';

/** By the names that browsers have for it: direction, heading, sentence, button. */
export function offlineWords(): Record<string, string[]> {
  const wordsIn = (tag: string) => [
    directionOf(tag),
    say(tag, 'offline.title'),
    say(tag, 'offline.text'),
    say(tag, 'offline.retry'),
  ];
  const words = Object.fromEntries(spokenLanguages.map((tag) => [tag.toLowerCase(), wordsIn(tag)]));
  for (const [name, tag] of Object.entries(otherNames)) {
    if (words[tag]) words[name] = words[tag];
  }
  return { ...words, zh: wordsIn(sourceLanguage) };
}

/** The page that the service worker shows without a connection: all its words are in itself. */
export function offlinePage(): Plugin {
  return {
    name: 'offline-page',
    apply: 'build',
    generateBundle() {
      const template = readFileSync(TEMPLATE, 'utf8');
      if (!template.includes(MARK)) throw new Error(`src/offline.html has no ${MARK}`);
      const words = JSON.stringify(offlineWords()).replaceAll('<', '\\u003c');
      const source = template.replace(MARK, () => words);
      this.emitFile({ type: 'asset', fileName: 'offline.html', source });
    },
  };
}
