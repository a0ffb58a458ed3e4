import * as v from 'valibot';
import { expect, test } from 'vitest';
import { updateWdinfo as call } from '../../contract/withdraw.calls.ts';
import { cleanAccount, cleanName } from '../../server/domain/payout-accounts/clean.ts';
import { type AccountKind, parseAccount } from '../../server/domain/payout-accounts/kinds.ts';

/** Accounts as people type and paste them: from keyboards, contact lists, letters of banks. */
const spellings: readonly [AccountKind, string, string, readonly string[]][] = [
  [
    'phone',
    'KE',
    '+254712345678',
    [
      ...['0712 345 678', '+254 712 345 678', '0712-345-678', '254712345678', '00254712345678'],
      ...['\u202a+254 712 345 678\u202c', '٠٧١٢٣٤٥٦٧٨', '۰۷۱۲۳۴۵۶۷۸', '０７１２３４５６７８'],
      ...['(0712) 345‑678', '0712\u00a0345\u200b678', '712345678', '०७१२३४५६७८'],
    ],
  ],
  ['phone', 'ID', '+6281234567890', ['0812-3456-7890', '6281234567890', '+62 812 3456 7890']],
  ['phone', 'BD', '+8801712345678', ['01712-345678', '+880 1712 345678']],
  ['phone', 'EG', '+201012345678', ['٠١٠١٢٣٤٥٦٧٨', '٠١٠ ١٢٣٤ ٥٦٧٨', '+٢٠ ١٠ ١٢٣٤٥٦٧٨']],
  ['phone', 'GH', '+233241234567', ['+233241234567', '024 123 4567']],
  [
    'card',
    'DE',
    '4111111111111111',
    ['4111 1111 1111 1111', '4111\u00a01111\u00a01111\u00a01111', '4111–1111–1111–1111'],
  ],
  [
    'iban',
    'DE',
    'DE89370400440532013000',
    [
      'de89 3704 0044 0532 0130 00',
      'DE89\u00a03704\u00a00044 0532-0130-00',
      'DE８９370400440532013000',
    ],
  ],
  [
    'text',
    'DE',
    'DE89370400440532013000',
    ['DE8 9370 4004 4053 2013 000', 'd e89370400440532013000'],
  ],
  ['pix', 'BR', '52998224725', ['529.982.247-25', '529 982 247 25', '52998224725']],
  ['pix', 'BR', '11222333000181', ['11.222.333/0001-81']],
  ['pix', 'BR', '12ABC34501DE35', ['12.abc.345/01de-35']],
  ['pix', 'BR', '+5511912345678', ['(11) 91234-5678', '+55 11 91234-5678', '11912345678']],
  ['pix', 'BR', 'ada@example.com', ['ADA@Example.com']],
  [
    'pix',
    'BR',
    '123e4567-e89b-12d3-a456-426614174000',
    ['123E4567-E89B-12D3-A456-426614174000', '123e4567‑e89b‑12d3‑a456‑426614174000'],
  ],
  ['upi', 'IN', 'priya@okaxis', ['priya@okaxis', 'priya @okaxis', '\u2068priya@okaxis\u2069']],
  ['email', 'DE', "o'brien@example.com", ["o'brien@example.com", "o'brien@exa\u200bmple.com"]],
  ['email', 'DE', 'ada@почта.рф', ['ada@почта.рф']],
  [
    'tron',
    'IN',
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t\u200b'],
  ],
  [
    'evm',
    'IN',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    [
      ...[
        '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
      ],
      ...[
        '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED',
        ' 0x5aAeb6053F3E94C9b9A09f33 669435E7Ef1BeAed\u200b',
      ],
    ],
  ],
  [
    'evm',
    'IN',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    ['0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  ],
  ['bitcoin', 'IN', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa']],
  ['bitcoin', 'IN', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy']],
  [
    'bitcoin',
    'IN',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
  ],
  [
    'bitcoin',
    'IN',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ],
  ['username', 'US', '$ada', ['$ada', '＄ada', '$ada\u200b']],
];

test.each(
  spellings.flatMap(([kind, country, plain, typed]) =>
    typed.map((text) => [kind, text, country, plain] as const),
  ),
)('%s: %j in %s is %s', (kind, text, country, plain) => {
  expect(parseAccount(kind, cleanAccount(text), country)?.plain).toBe(plain);
});

test.each<[AccountKind, string, string]>([
  ['phone', 'KE', '0712 345'],
  ['phone', 'KE', 'bob 0712345678'],
  ['card', 'DE', '4111 1111 1111 1112'],
  ['iban', 'DE', 'DE89370400440532013001'],
  ['iban', 'DE', 'DE8937040044053201300'],
  ['pix', 'BR', '111.111.111-11'],
  ['pix', 'BR', '529.982.247-26'],
  ['pix', 'BR', '11.222.333/0001-82'],
  ['tron', 'IN', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u'],
  ['evm', 'IN', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'],
  ['evm', 'IN', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae'],
  ['bitcoin', 'IN', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
  ['bitcoin', 'IN', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['bitcoin', 'IN', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
  ['bitcoin', 'IN', 'bc1Qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  // an address of the test network; an address of version 1 with the check sum of version 0
  ['bitcoin', 'IN', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ['bitcoin', 'IN', 'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7k7grplx'],
  ['email', 'DE', 'bob,eve@example.com'],
  ['email', 'DE', '<bob@example.com>'],
  ['email', 'DE', '<bob@example.com'],
  ['email', 'DE', 'bob@example.com, eve@example.com'],
  ['upi', 'IN', 'priya@okaxis@x'],
])('%s in %s: %j is refused', (kind, country, text) => {
  expect(parseAccount(kind, cleanAccount(text), country)).toBeNull();
});

const names = [
  ['\u200b', false],
  ['\u3164', false],
  ['\u2800', false],
  ['...', false],
  ['Ada', true],
  ['李雷', true],
  ['प्रिया', true],
] as const;

test.each(names)('the recipient name %j is accepted: %s', (recipient_name, isName) => {
  const input = { country: 'DE', method: 'x', account: 'a', recipient_name };
  expect(v.safeParse(call.takes, input).success).toBe(isName);
});

test('a name is stored without invisible characters, but with the joiners that it needs', () => {
  expect(cleanName('Bo\u202e\u200b  Eve\n\u00adX')).toBe('Bo Eve X');
  expect(cleanName('علی\u200cرضا')).toBe('علی\u200cرضا');
});

test('a digit of any script becomes its ASCII digit', () => {
  // Unicode defines the digits of each script as ten consecutive characters
  const all = Array.from({ length: 0x11_0000 }, (_, code) => code)
    .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
    .map((code) => String.fromCodePoint(code))
    .filter((sign) => /\p{Nd}/u.test(sign));
  expect(all.length % 10).toBe(0);
  expect(all.map(cleanAccount).join('')).toBe('0123456789'.repeat(all.length / 10));
});
