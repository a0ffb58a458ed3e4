import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { isBrand, methodNameIn } from '../../src/i18n/method-names.ts';
import { messages } from '../../src/locales/de.po';

const i18n = setupI18n({ locale: 'de', messages: { de: messages } });

test.each([
  ['Bank card', 'Bankkarte'],
  ['bank Transfer', 'Banküberweisung'],
  ['Mobile money', 'Handy-Geldkonto'],
  // brands, and an operator's own names
  ['PayPal', 'PayPal'],
  ['MTN MoMo', 'MTN MoMo'],
  ['Carte bleue', 'Carte bleue'],
  ['constructor', 'constructor'],
])('German shows the method name %j as %j', (name, said) => {
  expect([methodNameIn(i18n, name), isBrand(name)]).toEqual([said, name === said]);
});
