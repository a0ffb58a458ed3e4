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

test('an account shows its last four characters and nothing else', () => {
  expect(maskAccount('4111111111111111')).toBe('************1111');
  expect(maskAccount('123')).toBe('123');
  fc.assert(
    fc.property(fc.stringMatching(/^[\w@.]{5,40}$/), (account) => {
      expect(maskAccount(account)).toBe('*'.repeat(account.length - 4) + account.slice(-4));
    }),
  );
});
