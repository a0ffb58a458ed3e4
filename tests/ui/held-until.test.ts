import { createElement } from 'react';
import { expect, test } from 'vitest';
import type { Withdrawal } from '../../contract/shapes.ts';
import { useHeldText } from '../../src/screens/withdraw/hold.tsx';
import { renderText } from './render.tsx';

const HELD_UNTIL = '2026-03-10T12:00:00.000Z';
const Held = () => useHeldText({ held_until: HELD_UNTIL } as Withdrawal);

test.each([
  ['is shown a millisecond before it ends', -1, 'It is not paid before March 10, 2026.'],
  ['is not shown once it has ended', 0, ''],
])('a hold %s, by the server’s clock and not the phone’s', (_, ms, words) => {
  const serverMs = Date.parse(HELD_UNTIL) + ms;
  expect(renderText(createElement(Held), {}, undefined, serverMs)).toBe(words);
});
