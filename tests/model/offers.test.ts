import { expect, test } from 'vitest';
import { offerOf, offers } from '../../machines/withdrawal/offers.ts';
import { updatedTerms } from '../../machines/withdrawal/rules.ts';
import { terms, withdrawal } from './samples.ts';

const safe = (has_way_back: boolean, has_passkey: boolean, has_withdrawn: boolean) =>
  terms({ account_safety: { has_way_back, has_passkey, has_withdrawn } });

test('recovery codes are offered before the first withdrawal, a passkey after it, if the account has none', () => {
  const of = (...each: Parameters<typeof safe>) => offerOf(safe(...each), offers);
  expect(of(false, false, false)).toBe('recoveryCodes');
  expect(of(true, false, false)).toBeNull();
  expect(of(false, false, true)).toBe('passkey');
  expect(of(false, true, true)).toBeNull();
});

test('only an open offer is made, and only if the account’s safety is known', () => {
  expect(offerOf(safe(false, false, false), ['passkey'])).toBeNull();
  expect(offerOf(safe(false, false, true), ['recoveryCodes'])).toBeNull();
  expect(offerOf(terms(), offers)).toBeNull();
  expect(offerOf(null, offers)).toBeNull();
});

test('a submitted request counts as the first withdrawal before the terms are loaded again', () => {
  const after = updatedTerms(safe(false, false, false), withdrawal('pending'));
  expect(offerOf(after, offers)).toBe('passkey');
});
