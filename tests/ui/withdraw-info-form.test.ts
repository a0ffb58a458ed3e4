import { createElement } from 'react';
import { afterAll, expect, test, vi } from 'vitest';
import { AccountFields, MethodFields } from '../../src/screens/withdraw/info-fields.tsx';
import { WithdrawInfoForm } from '../../src/screens/withdraw/info-form.tsx';
import { draw, renderText } from './render.tsx';

// test files share modules: reset them before and after the mock
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

vi.mock('../../src/app/components/proof-sheet.tsx', () => ({ default: () => 'Prove it' }));

test('no field takes more characters than the server: 120 for a name, 254 for an account', () => {
  const form = { country: 'DE', method: '', recipient_name: 'Ada', account: 'ada@example.org' };
  const withdrawInfo = { value: 'editing', context: { form, problems: {}, methods: [] } };
  const fields = draw(createElement(AccountFields), { withdrawInfo }).match(/<input [^>]*>/g) ?? [];
  const longest = fields.map((field) => field.match(/ maxLength="(\d+)"/i)?.[1]);
  expect(longest).toEqual(['120', '254']);
});

test('a browser’s translator leaves the example of an account unchanged', () => {
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

test('a proof of identity is requested when the server asks for it, and not before', async () => {
  const form = { country: 'DE', method: '', recipient_name: '', account: '' };
  const context = { form, problems: {}, methods: [], info: null, failure: null };
  const isAsked = (value: string) =>
    renderText(createElement(WithdrawInfoForm), {
      withdrawInfo: { value, context },
      withdrawal: { context: { withdrawal: null }, matches: () => false, hasTag: () => false },
    }).endsWith('Prove it');
  // the first drawing loads the sheet's code
  isAsked('proving');
  await expect.poll(() => isAsked('proving')).toBe(true);
  expect(['editing', 'saving', 'refused'].map(isAsked)).toEqual([false, false, false]);
});
