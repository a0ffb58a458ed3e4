import { afterEach, expect, test, vi } from 'vitest';
import { readFirstClip } from '../../src/ports/first-clip.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A page into which the server has written this text. */
function stubPage(textContent: string | null): void {
  const found: Record<string, object> = {
    '#first-clip': {},
    '#first-clip-data': { textContent },
  };
  vi.stubGlobal('document', { querySelector: (selector: string) => found[selector] ?? null });
}

test('the title of the page’s first clip loses its bidirectional control characters', () => {
  stubPage(JSON.stringify({ id: 7, title: '\u202eBeach\u2069' }));
  expect(readFirstClip()?.video).toEqual({ id: 7, title: 'Beach' });
});

test('a page without clip data has no first clip', () => {
  stubPage(null);
  expect(readFirstClip()).toBeNull();
});
