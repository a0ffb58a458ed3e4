import { expect, test } from 'vitest';
import {
  lackingFiles,
  readSources,
  readTexts,
  type Source,
  strayFiles,
  translated,
  wordProblems,
  wordsBeside,
  wordsWith,
} from '../../scripts/i18n/catalogue.ts';
import { criticalProblems, readCritical } from '../../scripts/i18n/critical.ts';
import { problemsOf, untranslated } from '../../scripts/i18n/rules.ts';
import { widestWord, widthOf } from '../../scripts/i18n/width.ts';
import { serverWords } from '../../server/words/source.ts';

const sourceOf = (message: string): Source => ({ message, comments: [], places: [] });

/** The check's problems with one text of a language. */
function problemsWith(tag: string, message: string, translation: string): string[] {
  const sources = new Map([[message, sourceOf(message)]]);
  return problemsOf(tag, sources, new Map([[message, translation]]))
    .filter((each) => each.message === message)
    .map(({ problem }) => problem);
}

const DAYS = '{n, plural, one {# day} other {# days}}';
const NAMED = '<0>{name}</0> has {amount}';

test.each([
  // shape
  ['de', DAYS, '{n, plural, one {# Tag} other {# Tage}', [expect.stringMatching(/^malformed: /)]],
  ['de', NAMED, '<0>{name} hat {amount}', ['malformed: <0> is left open']],
  ['de', NAMED, '<0>{name}</0> hat {betrag}', ['placeholders are betrag name, not amount name']],
  ['de', NAMED, '{name} hat <1>{amount}</1>', ['tags are <1>, not <0>']],
  ['de', NAMED, '{amount} hat <0>{name}</0>', []],
  ['de', DAYS, '# Tage', ['placeholders are none, not n', '0 plurals, not 1']],
  // plurals
  ['de', DAYS, '{n, plural, one {# Tag} other {# Tage}}', []],
  ['de', DAYS, '{n, plural, one {ein Tag} other {# Tage}}', []],
  ['de', DAYS, '{n, plural, one {# Tag} other {Tage}}', ['the case other of n lacks its #']],
  ['de', DAYS, '{n, plural, other {# Tage}}', ['the plural of n has other, not one other']],
  [
    'pl',
    DAYS,
    '{n, plural, one {# dzień} other {# dni}}',
    ['the plural of n has one other, not few many one other'],
  ],
  // the Russian form `one` also applies to 21 days
  [
    'ru',
    DAYS,
    '{n, plural, one {день} few {# дня} many {# дней} other {# дня}}',
    ['the case one of n lacks its #'],
  ],
  // the same as in English
  ['de', 'Wind', 'Wind', [expect.stringMatching(/^the same as in English/)]],
  ['de', 'Downloads', 'Downloads', []],
  // room
  [
    'de',
    'Mine',
    'Mein Nutzerkonto',
    [
      'its longest word is 11 wide, at most 10: a fifth of the tab bar at 320 px, at most two lines',
    ],
  ],
  // terms
  ['de', 'A balance', 'Ein Kontostand', ['the term “balance” (guthaben) is missing']],
  ['de', 'He invites you', 'Er lädt Sie ein', []],
  // typography
  ['de', 'Hello.', 'Hallo', ['ends with “”, not “.” (the English ends with “.”)']],
  ['de', 'Hello', 'Hallo.', ['ends with “.”, not “” (the English ends with “”)']],
  ['hi', 'Hello.', 'नमस्ते।', []],
  ['th', 'Hello.', 'สวัสดี', []],
  ['de', 'Say “yes”', 'Sagen Sie „ja“', []],
  [
    'de',
    'Say “yes”',
    'Sagen Sie “ja”',
    ['0 quotations in „…“, not 1', 'quotation marks “ ” are not this language’s'],
  ],
  ['fr', 'Say “yes”', 'Dites «\u202foui\u202f»', []],
  ['fr', 'Really?', 'Vraiment?', ['a narrow no-break space is missing before ?']],
  ['fr', 'It is so', "C'est ainsi", ['a straight apostrophe: write ’']],
  ['de', 'One day', 'Ein  Tag', ['two spaces in a row']],
  ['de', 'One', 'Eins ', ['a space at the beginning or the end']],
  ['ar', 'One, two', 'واحد, اثنان', ['a Latin comma instead of ،']],
  ['ar', 'One', 'واحد\u200f', ['a direction mark']],
  ['fa', '8 letters', '8 حرف', ['digits 8 are not of arabext']],
  ['fa', '8 letters', '۸ حرف', []],
  ['ar', '8 letters', '٨ أحرف', ['digits ٨ are not of latn']],
  ['ru', 'One', 'Oдин', ['“Oдин” mixes scripts']],
  ['ru', 'One', 'Odin', ['no letter of Cyrillic']],
  ['de', 'One', 'Одно', ['letters Одно of another script', 'no letter of Latin']],
] as [string, string, string, unknown[]][])(
  '%s: %s as %s',
  (tag, message, translation, problems) => {
    expect(problemsWith(tag, message, translation)).toEqual(problems);
  },
);

test('a translation of a text that English no longer has is reported', () => {
  const found = problemsOf('de', new Map(), new Map([['Old', 'Alt']]));
  expect(found.filter(({ problem }) => !problem.includes('glossary'))).toEqual([
    { message: 'Old', said: '', problem: 'stale: the English text no longer exists' },
  ]);
});

test('a new text counts as untranslated, and is no problem', () => {
  const sources = new Map(['New', 'Empty', 'Said'].map((text) => [text, sourceOf(text)]));
  const texts = new Map([
    ['Empty', ' '],
    ['Said', 'Gesagt'],
  ]);
  expect(untranslated(sources, texts)).toEqual(['New', 'Empty']);
  expect(problemsWith('de', 'New', '')).toEqual([]);
});

test('the missing files of a new language are listed', () => {
  expect(lackingFiles('xx')).toEqual([
    'src/locales/xx.po is missing',
    'server/words/xx.json is missing',
    'docs/glossary/xx.md is missing',
    'docs/languages/serves.json does not name the readers of xx',
  ]);
});

test('every language of the list has all its files', () => {
  expect(translated.flatMap(lackingFiles)).toEqual([]);
});

test('every language has the same word in the server as in the app', async () => {
  const found = await Promise.all(
    translated.map(async (tag) => (await wordProblems(tag)).map((each) => `${tag}: ${each}`)),
  );
  expect(found.flat()).toEqual([]);
});

test('a word that the server lacks, or has differently from the app, is reported', () => {
  const app = new Map([['Retry', 'Erneut']]);
  const complete = Object.fromEntries(Object.keys(serverWords).map((key) => [key, 'Wort']));
  expect(wordsBeside({ ...complete, 'start.retry': '' }, app)).toEqual([
    'the server’s start.retry is missing: the app has “Erneut”',
  ]);
  expect(wordsBeside(complete, app)).toEqual([
    'the server’s start.retry is “Wort”, but the app has “Erneut”',
  ]);
  expect(wordsBeside({ ...complete, 'start.retry': 'Erneut' }, app)).toEqual([]);
});

test('an import gives the server the words of the app, and loses none', () => {
  const [app, kept] = [new Map([['Retry', 'Erneut']]), { 'page.slow': 'Langsam' }];
  expect(wordsWith(new Map(), kept, app)).toEqual({
    'page.slow': 'Langsam',
    'start.retry': 'Erneut',
  });
  const words = wordsWith(new Map([['Retry', 'Nochmals']]), kept, app);
  expect(words).toEqual({ 'page.slow': 'Langsam', 'start.retry': 'Nochmals' });
});

test.each(['In review', 'Your withdrawal is in review'])(
  'a missing term is found in “%s”',
  (message) => {
    expect(problemsWith('de', message, 'In Bearbeitung')).toContain(
      'the term “in review” (prüfung) is missing',
    );
  },
);

test.each([
  ['es', /\bel\b/],
  ['fr', /\ble\b/],
  ['it', /giorno/],
  ['ca', /\bdia\b/],
  ['tr', /tarih/],
  ['ro', /\bdin\b/],
])('“since {time}” in %s has no word that fits only a day', async (tag, ofADay) => {
  const said = (await readTexts(tag)).get('since {time}');
  expect(said).toContain('{time}');
  expect(said).not.toMatch(ofADay);
});

test('the German catalogue has no problems', async () => {
  const [sources, texts] = [await readSources(), await readTexts('de')];
  expect(problemsOf('de', sources, texts)).toEqual([]);
});

test('the critical set has no problems, and more than 100 texts', async () => {
  expect(criticalProblems(await readSources())).toEqual([]);
  expect(readCritical().length).toBeGreaterThan(100);
});

test('every file of translations belongs to a language of the list', () => {
  expect(strayFiles()).toEqual([]);
});

test('the width of a text is its width on the screen', () => {
  expect([widthOf('Überblick', 'de'), widthOf('動画', 'ja'), widthOf('நீ', 'ta')]).toEqual([
    9, 4, 1.5,
  ]);
  expect(widthOf('Stufe {level}', 'de')).toBe(7);
  expect([widestWord('Alters\u00adfreigabe', 'de'), widestWord('短い動画', 'ja')]).toEqual([8, 0]);
});
