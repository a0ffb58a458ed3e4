import { afterEach, expect, test, vi } from 'vitest';
import { showScheme, watchSystemScheme } from '../../src/ports/scheme.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A page with or without the preference for reduced motion, and whether the change was animated. */
function stubPage({ isStill }: { isStill: boolean }) {
  const startViewTransition = vi.fn((change: () => void) => {
    change();
    return { ready: Promise.resolve() };
  });
  const documentElement = { dataset: { theme: 'light' }, style: { setProperty: () => undefined } };
  vi.stubGlobal('document', { documentElement, startViewTransition, querySelector: () => null });
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => '' }));
  vi.stubGlobal('matchMedia', () => ({ matches: isStill }));
  vi.stubGlobal('innerWidth', 360);
  vi.stubGlobal('innerHeight', 640);
  return { documentElement, startViewTransition };
}

const finger = { x: 300, y: 20 };

test.each([
  ['opens from the touch point', false, finger, 1],
  ['appears at once with reduced motion', true, finger, 0],
  ['appears at once without a touch point', false, undefined, 0],
])('a new colour scheme %s', (_, isStill, at, moves) => {
  const { documentElement, startViewTransition } = stubPage({ isStill });
  showScheme('dark', at);
  expect(documentElement.dataset.theme).toBe('dark');
  expect(startViewTransition).toHaveBeenCalledTimes(moves);
});

test('the app follows the system’s scheme to dark and back, until it stops listening', () => {
  const query = Object.assign(new EventTarget(), { matches: false });
  vi.stubGlobal('matchMedia', () => query);
  const turn = (isDark: boolean) => {
    query.matches = isDark;
    query.dispatchEvent(new Event('change'));
  };
  const told: string[] = [];
  const stop = watchSystemScheme((scheme) => told.push(scheme));
  turn(true);
  turn(false);
  stop();
  turn(true);
  expect(told).toEqual(['dark', 'light']);
});
