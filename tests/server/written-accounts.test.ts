import { expect, test } from 'vitest';
import {
  formatAccount,
  maskedAccountOf,
} from '../../server/domain/payout-accounts/format-account.ts';
import type { AccountKind } from '../../server/domain/payout-accounts/kinds.ts';

test.each<[AccountKind, string, string]>([
  ['iban', 'DE89370400440532013000', 'DE89 3704 0044 0532 0130 00'],
  ['text', 'GB82WEST12345698765432', 'GB82 WEST 1234 5698 7654 32'],
  ['text', 'ABCD1234EFGH', 'ABCD1234EFGH'],
  ['card', '4111111111111111', '4111 1111 1111 1111'],
  ['card', '378282246310005', '3782 8224 6310 005'],
  ['phone', '+254712345678', '+254 712 345678'],
  ['phone', '+201012345678', '+20 10 12345678'],
  ['phone', '0712 345 678', '0712 345 678'],
  ['pix', '52998224725', '529.982.247-25'],
  ['pix', '11222333000181', '11.222.333/0001-81'],
  ['pix', '12ABC34501DE35', '12.ABC.345/01DE-35'],
  ['pix', '+5511912345678', '+55 11 91234 5678'],
  ['pix', 'ada@example.com', 'ada@example.com'],
  ['email', 'ada@example.com', 'ada@example.com'],
  ['upi', 'priya@okaxis', 'priya@okaxis'],
  ['username', '$ada', '$ada'],
  ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
])('%s: %s is written %s', (account_kind, plain, written) => {
  expect(formatAccount({ account_type: 'wallet_id', account_kind }, plain)).toBe(written);
});

test.each<[AccountKind, string, string]>([
  ['iban', 'DE89370400440532013000', 'DE** **** **** **** **30 00'],
  ['card', '4111111111111111', '41** **** **** 1111'],
  ['phone', '+254712345678', '+2** *** **5678'],
  ['pix', '52998224725', '5**.***.*47-25'],
  ['pix', '11222333000181', '11.***.***/**01-81'],
  ['email', 'ada@example.com', 'ad*********.com'],
  ['evm', '0x52908400098527886E0F7030069857D2E4169EE7', `0x${'*'.repeat(36)}9EE7`],
])('%s: the owner of %s is shown %s', (account_kind, account, shown) => {
  expect(maskedAccountOf({ account_type: 'wallet_id', account_kind, account })).toBe(shown);
});
