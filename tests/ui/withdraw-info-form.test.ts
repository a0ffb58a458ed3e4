import { createElement } from 'react';
import { expect, test } from 'vitest';
import { AccountFields } from '../../src/screens/withdraw/info-fields.tsx';
import { draw } from './drawn.tsx';

test('no field takes more than the server does: a name of 120, an account of 254', () => {
  const form = { country: 'DE', method: '', recipient_name: 'Ada', account: 'ada@example.org' };
  const withdrawInfo = { value: 'editing', context: { form, problems: {}, methods: [] } };
  const fields = draw(createElement(AccountFields), { withdrawInfo }).match(/<input [^>]*>/g) ?? [];
  const longest = fields.map((field) => field.match(/ maxLength="(\d+)"/i)?.[1]);
  expect(longest).toEqual(['120', '254']);
});
