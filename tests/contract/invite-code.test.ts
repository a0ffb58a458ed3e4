import { expect, test } from 'vitest';
import { inviteCodeIn } from '../../contract/invite-code.ts';

const CODE = 'K7QM2XWD';

test.each([
  ['alone', CODE],
  ['in small letters between spaces', ` ${CODE.toLowerCase()} `],
  ['at the end of a sentence', `${CODE}.`],
  ['in brackets', `(${CODE})`],
  ['before a zero-width space', `${CODE}\u200b`],
  ['with a zero-width space before it, and one inside', '\u200bK7QM\u200b2XWD'],
  ['between direction marks', `\u2068${CODE}\u2069`],
  ['before a percent escape', `${CODE}%E2%80%8B`],
  ['after a percent escape', `%E2%80%8B${CODE}`],
  ['before the next field of a link', `${CODE}&amp;utm_source=examples`],
  ['in full-width letters', 'Ｋ７ＱＭ２ＸＷＤ'],
  ['in the whole link', `https://examples.test/newuser?invite_code=${CODE}`],
  ['in a link with "&amp;" for "&"', `/newuser?lang=en&amp;invite_code=${CODE}.`],
])('an invite code is found %s', (_, text) => {
  expect(inviteCodeIn(text)).toBe(CODE);
});

test.each([
  ['nothing', ' ', ''],
  ['a word that is too long', `${CODE}X`, `${CODE}X`],
  ['letters outside the code’s alphabet', ' NOBODIES ', 'NOBODIES'],
])('a text without an invite code is only trimmed: %s', (_, text, same) => {
  expect(inviteCodeIn(text)).toBe(same);
});
