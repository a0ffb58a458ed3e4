import { afterEach, expect, test, vi } from 'vitest';
import { readLink } from '../../src/app/actors/link-address.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['after the #', '', '#code=7', '7'],
  ['in the query of an older server’s link', '?code=7', '', '7'],
  ['in the query, before a fragment added by a mail program', '?code=7', '#utm_source=mail', '7'],
  ['no code in the link', '', '#top', null],
])('the code of a link is read: %s', (_, search, hash, code) => {
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('location', { search, hash });
  expect(readLink().get('code')).toBe(code);
});

test('another link to the open page reloads it, and any other fragment does not', () => {
  let onHash = () => {};
  let reloads = 0;
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => {
    onHash = listener;
  });
  const location = { search: '', hash: '', reload: () => (reloads += 1) };
  vi.stubGlobal('location', location);
  readLink();
  for (const [hash, loads] of [
    ['#top', 0],
    ['#confirm=8', 1],
  ] as const) {
    location.hash = hash;
    onHash();
    expect(reloads).toBe(loads);
  }
});
