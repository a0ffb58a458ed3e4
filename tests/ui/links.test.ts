import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installLink, inviteLink } from '../../src/ports/share.ts';

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://clipurse.test' });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ['was invited', 'A b', 'https://clipurse.test/newuser?invite_code=A+b'],
  ['came alone', null, 'https://clipurse.test/install'],
])('whoever %s takes to another browser what brings them there again', (_, code, link) => {
  expect(installLink(code)).toBe(link);
});

test('a visitor, who has no code, shares the app itself', () => {
  expect(inviteLink(null)).toBe('https://clipurse.test/');
});
