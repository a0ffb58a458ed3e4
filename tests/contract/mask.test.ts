import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountSuffix, maskAccount, maskName } from '../../contract/mask.ts';

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

test.each([
  ['+639171234567', '+63 917 123 4567', '+6* *** *** 4567'],
  ['DE89370400440532013000', 'DE89 3704 0044 0532 0130 00', 'DE** **** **** **** **30 00'],
  ['52998224725', '529.982.247-25', '5**.***.*47-25'],
  ['+5511912345678', '+55 11 91234 5678', '+5* ** ***** 5678'],
])('the account %j, written %j, is shown as %j', (account, written, shown) => {
  expect(maskAccount(account, written)).toBe(shown);
});

test('the separators of an account do not change which of its characters are shown', () => {
  const parts = fc.array(fc.stringMatching(/^[A-Z0-9]{1,6}$/), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(parts, fc.constantFrom(' ', '-', '.', '/', ' (', ') '), (groups, separator) => {
      const plain = groups.join('');
      const shown = maskAccount(plain, groups.join(separator));
      expect(shown.replaceAll(separator, '')).toBe(maskAccount(plain));
    }),
  );
});

test('a written form that does not match the account is ignored', () => {
  expect(maskAccount('4111111111111111', '1111 2222 3333 4444')).toBe('41**********1111');
});

test('a masked account shows at most half of its characters, and at most six', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\w@.]{1,40}$/), (account) => {
      const masked = maskAccount(account);
      const hidden = masked.lastIndexOf('*') + 1 - masked.indexOf('*');
      expect(masked).toHaveLength(account.length);
      expect(hidden).toBeGreaterThanOrEqual(Math.max(account.length / 2, account.length - 6));
    }),
  );
});

test.each([
  ['+639171234567', '…4567'],
  ['4111111111111111', '…1111'],
  ['anna', '…na'],
  ['a', '…'],
  ['', ''],
])('a list shows the account %s as %s', (account, shown) => {
  expect(accountSuffix(account)).toBe(shown);
});
