import * as v from 'valibot';
import { expect, test } from 'vitest';
import { checkIn } from '../../contract/calls.ts';

/** The name as the call normalizes it; null: refused. */
function nameOf(username: string): string | null {
  const form = {
    tab: 'register',
    username,
    email: 'a@mail.example',
    password: 'seven green lamps',
  };
  const read = v.safeParse(checkIn.takes, form);
  return read.success ? read.output.username : null;
}

// names in the Unicode forms that keyboards and contact lists produce
test.each([
  ['Devanagari, vowels are marks', 'प्रिया'],
  ['Tamil', 'தமிழ்செல்வி'],
  ['Thai', 'ไทยดี้ศรี'],
  ['Arabic with its vowels', 'مُحَمَّد'],
  ['Persian, a non-joiner between letters', 'می\u200cخواهم'],
  ['Sinhala, a joiner after a virama', 'ශ්\u200dරී'],
  ['Bengali', 'শ্রীময়ী'],
  ['Khmer', 'ស្រីពៅ'],
  ['Hangul', '김철수'],
  ['Han', '李小龙'],
  ['Catalan', 'col·lega'],
  ['beyond the first plane', '𐐀𐐨𐐀'],
  ['digits first', '1_a.b'],
  ['32 letters', 'क'.repeat(32)],
])('%s: %j is a user name', (_, name) => {
  expect(nameOf(name)).toBe(name.normalize('NFC'));
});

test.each(['José', 'Nguyễn', 'Андрей', '김철수'])('%s is normalized to NFC', (name) => {
  expect(nameOf(` ${name.normalize('NFD')} `)).toBe(name.normalize('NFC'));
});

test.each([
  ['two lines', 'Ada\nLovelace'],
  ['blanks alone', '   '],
  ['a blank', 'Ada Lovelace'],
  ['Hangul filler', 'admin\u3164'],
  ['half-width filler', 'admin\uffa0'],
  ['zero width space', 'admin\u200b'],
  ['joiner without a virama', 'admin\u200d'],
  ['non-joiner between Latin letters', 'ad\u200cmin'],
  ['non-joiner at the end', 'می\u200c'],
  ['soft hyphen', 'ad\u00admin'],
  ['variation selector', 'admin\ufe0f'],
  ['direction mark', 'admin\u200f'],
  ['tag letters', 'admin\u{e0041}'],
  ['a mark first', '\u0301dmin'],
  ['too many marks on a letter', `adm${'\u0335'.repeat(5)}in`],
  ['an enclosing mark', 'adm\u20ddin'],
  ['another low line', 'ad\u203fmin'],
  ['an emoji', 'ada😀'],
  ['two signs', 'ad'],
  ['33 letters', 'क'.repeat(33)],
  ['60,000 marks', `ا${'\u0610'.repeat(60_000)}`],
])('%s: %j is no user name', (_, name) => {
  expect(nameOf(name)).toBeNull();
});
