import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { offlineWords } from '../../scripts/offline-page.ts';
import { root } from './imports.ts';

const template = readFileSync(join(root, 'src/offline.html'), 'utf8');
const script = /<script>([\s\S]*)<\/script>/.exec(template)?.[1] ?? '';

/** What the page says once its script has run. */
function shownTo(cookie: string, languages: string[]) {
  const elements: Record<string, { textContent: string }> = Object.fromEntries(
    ['h1', 'p', 'a'].map((name) => [
      name,
      { textContent: new RegExp(`<${name}[^>]*>([^<]*)<`).exec(template)?.[1] ?? '' },
    ]),
  );
  const page = { lang: 'en', dir: '' };
  const document = {
    ...{ cookie, title: '', documentElement: page },
    querySelector: (name: string) => elements[name],
  };
  const words = script.replace('/*words*/ {}', JSON.stringify(offlineWords()));
  runInNewContext(words, { document, navigator: { languages } });
  return [page.lang, elements.h1?.textContent, elements.p?.textContent, elements.a?.textContent];
}

const english = [
  'en',
  'You are offline',
  'Clips need a connection. Your balance is safe with us until you are back.',
  'Try again',
];
const german = [
  'de',
  'Sie sind offline',
  'Clips brauchen eine Verbindung. Ihr Guthaben ist bei uns sicher, bis Sie zurück sind.',
  'Erneut versuchen',
];

test.each([
  ['the chosen language', 'theme=dark; language=de', ['en'], german],
  ['the browser’s', '', ['xx', 'de', 'en'], german],
  ['English, chosen', 'language=en', ['de'], english],
  ['English for a Chinese browser', '', ['zh-CN', 'de'], english],
  ['English for all others', '', ['xx'], english],
])('without a connection the page says so in %s', (_, cookie, languages, words) => {
  expect(shownTo(cookie, languages)).toEqual(words);
});

test('a region counts as its language, and old names are known', () => {
  const [tag, ...said] = shownTo('', ['de-AT']);
  expect([tag, ...said]).toEqual(['de-at', ...german.slice(1)]);
  expect(offlineWords().zh).toEqual(offlineWords().en);
});
