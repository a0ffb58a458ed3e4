import { i18n } from '@lingui/core';
import { afterEach, expect, test } from 'vitest';
import { activateLanguage, loadMessages } from '../../src/i18n/catalogues.ts';
import { placeWords } from '../../src/screens/feed/report-place.ts';

const NOW = Date.parse('2026-03-14T00:00:01Z');

afterEach(() => activateLanguage('en'));

test.each([
  [{ reason: 'pinned' }, 'Chosen by us'],
  [{ reason: 'new' }, 'It is new'],
  [{ reason: 'rarely_shown' }, 'Few people have seen it so far'],
  [{ reason: 'finished' }, 'People watch it to the end'],
  [{ reason: 'language' }, 'It is in your language'],
  [{ reason: 'country' }, 'It is for your country'],
  [{ reason: 'unseen' }, 'You have not seen it yet'],
  [{ reason: 'again', seen_on: '2026-03-02' }, 'You last saw it 12 days ago'],
  // the list is from an earlier day
  [{ reason: 'again', seen_on: '2026-03-14' }, 'You last saw it 1 day ago'],
  [{ reason: 'again' }, null],
  [{ reason: 'toString' }, null],
  [{ reason: 'of a later version' }, null],
  [{}, null],
])('the reason %j has the text %j', (place, words) => {
  activateLanguage('en');
  expect(placeWords(i18n, place, NOW)).toBe(words);
});

test.each([
  ['de', 'Zuletzt gesehen: vor 12 Tagen'],
  ['fa', 'آخرین بار ۱۲ روز پیش آن را دیدید'],
  ['ja', '前回の視聴：12 日前'],
])('in the language %s, the day of the last view has the text %s', async (tag, words) => {
  activateLanguage(tag, await loadMessages(tag));
  expect(placeWords(i18n, { reason: 'again', seen_on: '2026-03-02' }, NOW)).toBe(words);
});
