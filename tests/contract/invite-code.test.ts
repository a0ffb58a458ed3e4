import { expect, test } from 'vitest';
import { inviteCodeIn } from '../../contract/invite-code.ts';

const CODE = 'K7QM2XWD';

test.each([
  ['as it is', CODE],
  ['typed small, with blanks', ` ${CODE.toLowerCase()} `],
  ['at the end of a sentence', `${CODE}.`],
  ['in brackets', `(${CODE})`],
  ['with a space of no width behind it', `${CODE}\u200b`],
  ['with one before it, and one in it', '\u200bK7QM\u200b2XWD'],
  ['between direction marks', `\u2068${CODE}\u2069`],
  ['with an escape that nobody has read', `${CODE}%E2%80%8B`],
  ['behind such an escape', `%E2%80%8B${CODE}`],
  ['with the next field of a link', `${CODE}&amp;utm_source=examples`],
  ['in wide letters', 'Ｋ７ＱＭ２ＸＷＤ'],
  ['as the whole link', `https://examples.test/newuser?invite_code=${CODE}`],
  ['as a link whose "&" was written out', `/newuser?lang=en&amp;invite_code=${CODE}.`],
])('an invite code is found %s', (_, text) => {
  expect(inviteCodeIn(text)).toBe(CODE);
});

test.each([
  ['nothing', ' ', ''],
  ['too long a word', `${CODE}X`, `${CODE}X`],
  ['letters that no code has', ' NOBODIES ', 'NOBODIES'],
])('a text without an invite code is only trimmed: %s', (_, text, same) => {
  expect(inviteCodeIn(text)).toBe(same);
});
