import { createElement } from 'react';
import { expect, test } from 'vitest';
import { AccountFields, MethodFields } from '../../src/screens/withdraw/info-fields.tsx';
import { draw } from './drawn.tsx';

test('no field takes more than the server does: a name of 120, an account of 254', () => {
  const form = { country: 'DE', method: '', recipient_name: 'Ada', account: 'ada@example.org' };
  const withdrawInfo = { value: 'editing', context: { form, problems: {}, methods: [] } };
  const fields = draw(createElement(AccountFields), { withdrawInfo }).match(/<input [^>]*>/g) ?? [];
  const longest = fields.map((field) => field.match(/ maxLength="(\d+)"/i)?.[1]);
  expect(longest).toEqual(['120', '254']);
});

test('a browser’s translator leaves the example of an account as it is', () => {
  const form = { country: 'DE', method: 'paypal', recipient_name: '', account: '' };
  const methods = [{ method: 'paypal', account_hint: 'name@example.com' }];
  const withdrawInfo = { value: 'editing', context: { form, problems: {}, methods } };
  expect(draw(createElement(AccountFields), { withdrawInfo })).toContain(
    '<bdi translate="no">name@example.com</bdi>',
  );
});

test.each([
  ['KES', 'Kenyan Shilling (KES)'],
  [null, null],
])('the form says in which currency a method pays: %s', (currency, said) => {
  const form = { country: 'KE', method: 'mpesa', recipient_name: '', account: '' };
  const methods = [{ method: 'mpesa', name: 'M-Pesa', countries: ['KE'], currency }];
  const withdrawInfo = { value: 'editing', context: { form, problems: {}, methods } };
  const drawn = draw(createElement(MethodFields), { withdrawInfo });
  if (said) expect(drawn).toContain(said);
  else expect(drawn).not.toContain('(KES)');
});
