import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskAccount, maskName } from '../../contract/mask.ts';

test.each([
  ['a', 'a'],
  ['ada', 'a**'],
  ['sixsix', 's*****'],
  ['seven77', 'se***77'],
  ['longusername', 'lo***me'],
  ['Զարուհի', 'Զա***հի'],
  ['👩‍👩‍👧‍👦b', '👩‍👩‍👧‍👦*'],
  ['', ''],
])('%j is shown as %j', (name, shown) => {
  expect(maskName(name)).toBe(shown);
});

test.each([
  ['4111111111111111', '41**********1111'],
  ['bob@mail.example', 'bo**********mple'],
  ['09171234567', '0******4567'],
  ['12345678', '****5678'],
  ['123', '**3'],
  ['1', '*'],
  ['é़́bcdefghijkl', 'é़́b******ijkl'],
  ['', ''],
])('the account %j is shown as %j', (account, shown) => {
  expect(maskAccount(account)).toBe(shown);
});

test('of no account more than half is shown, of none more than two and four signs', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\w@.]{1,40}$/), (account) => {
      const masked = maskAccount(account);
      const hidden = masked.lastIndexOf('*') + 1 - masked.indexOf('*');
      expect(masked).toHaveLength(account.length);
      expect(hidden).toBeGreaterThanOrEqual(Math.max(account.length / 2, account.length - 6));
    }),
  );
});
