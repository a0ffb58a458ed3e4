import { expect, test } from 'vitest';
import { card, printed, printedJson, table } from '../../server/operator/text.ts';

test.each([
  ['a sequence that moves the cursor', 'Bo\u001b[1A\u001b[2KEve', 'Bo\\u{1b}[1A\\u{1b}[2KEve'],
  ['a line feed', 'Bo\r\n13  alice', 'Bo\\u{d}\\u{a}13  alice'],
  ['a Unicode line separator', 'Bo\u2028status: paid', 'Bo\\u{2028}status: paid'],
  ['a one-byte control sequence', 'Bo\u009b2J', 'Bo\\u{9b}2J'],
  ['a change of direction', 'ab\u202edc', 'ab\\u{202e}dc'],
  ['invisible characters', 'a\u200bb\u{e0041}', 'a\\u{200b}b\\u{e0041}'],
  ['a joiner of a name, which stays', 'علی\u200cرضا', 'علی\u200cرضا'],
])('control characters in people’s texts are escaped: %s', (_, name, shown) => {
  expect(card({ recipient: name, status: 'pending' })).toBe(`recipient: ${shown}\nstatus: pending`);
  expect(table([{ recipient: name, id: 7 }], 'none').split('\n')).toEqual([
    `${'recipient'.padEnd(shown.length)}  id`,
    `${shown.padEnd('recipient'.length)}  7`,
  ]);
});

test('a table may have very many rows', () => {
  const rows = Array.from({ length: 200_000 }, (_, id) => ({ id, note: null }));
  expect(table(rows, 'none').split('\n').at(-1)).toBe('199999  -');
});

test('an answer and a refusal keep their lines, but no control characters', () => {
  expect(printed('there is no user "Bo\u001b[2KEve\u202e"\nand so on')).toBe(
    'there is no user "Bo\\u{1b}[2KEve\\u{202e}"\nand so on',
  );
});

test('a JSON document has control characters escaped, and the same content', () => {
  const value = { name: 'Bo\u009b2J\u202e\u{e0041}', note: 'a\nb', script: 'علی\u200cرضا' };
  const text = printedJson(value);
  expect(JSON.parse(text)).toEqual(value);
  expect(text).toBe(
    '{\n  "name": "Bo\\u009b2J\\u202e\\udb40\\udc41",\n  "note": "a\\nb",\n' +
      '  "script": "علی\u200cرضا"\n}',
  );
});
