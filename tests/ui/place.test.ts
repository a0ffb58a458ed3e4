import { expect, test } from 'vitest';
import { place } from '../../src/ui/place.ts';

/** The calls that put an element into a box. */
function waysInto(canMove: boolean, element: { isConnected: boolean; isThere?: boolean }) {
  const ways: unknown[][] = [];
  const box = {
    firstChild: 'the first',
    prepend: (...what: unknown[]) => ways.push(['prepend', ...what]),
    ...(canMove && { moveBefore: (...what: unknown[]) => ways.push(['move', ...what]) }),
  };
  const { isConnected, isThere = false } = element;
  const video = { isConnected, parentNode: isThere ? box : null };
  place(box as never, video as never);
  return ways.map(([way, what, before]) => [way, what === video, before]);
}

test('an element of the page is moved if the browser can, so that it plays on', () => {
  expect(waysInto(true, { isConnected: true })).toEqual([['move', true, 'the first']]);
});

test.each([
  ['an element outside of the page', true, false],
  ['an element of the page, in a browser that cannot move it', false, true],
  ['an element outside of the page, in a browser that cannot move it', false, false],
])('%s is inserted', (_, canMove, isConnected) => {
  expect(waysInto(canMove, { isConnected })).toEqual([['prepend', true, undefined]]);
});

test('an element that is already in its box is not moved', () => {
  expect(waysInto(true, { isConnected: true, isThere: true })).toEqual([]);
});
