import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { endonyms } from '../../contract/endonyms.ts';
import { directionOf, languages, sourceLanguage } from '../../contract/languages.ts';

const catalogues = readdirSync(new URL('../../src/locales', import.meta.url))
  .filter((name) => name.endsWith('.po'))
  .map((name) => name.slice(0, -'.po'.length));

test('each language is listed once, as a tag that browsers know', () => {
  const tags = languages.map(({ tag }) => tag);
  expect(new Set(tags).size).toBe(tags.length);
  expect(Intl.getCanonicalLocales(tags)).toEqual(tags);
});

test('each language of the list has the name that its speakers give it', () => {
  expect(Object.keys(endonyms)).toEqual(languages.map(({ tag }) => tag));
});

test('the source language is listed first', () => {
  expect(languages[0]?.tag).toBe(sourceLanguage);
});

test('every catalogue belongs to a listed language', () => {
  const tags = languages.map(({ tag }) => tag);
  expect(catalogues.filter((tag) => !tags.includes(tag))).toEqual([]);
});

describe('direction', () => {
  const rightToLeft = languages.filter(({ direction }) => direction === 'rtl');

  test('Arabic, Persian, Hebrew and Urdu are written from right to left', () => {
    expect(rightToLeft.map(({ tag }) => tag)).toEqual(['ar', 'fa', 'he', 'ur']);
    expect(['ar', 'en', 'xx'].map(directionOf)).toEqual(['rtl', 'ltr', 'ltr']);
  });
});
