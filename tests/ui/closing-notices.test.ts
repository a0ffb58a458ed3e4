import { createElement } from 'react';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { BreakNotice } from '../../src/app/shell/break-notice.tsx';
import { LimitNotice } from '../../src/screens/feed/limit-notice.tsx';
import type { Dialog } from '../../src/ui/dialog.tsx';
import { draw } from './render.tsx';

// test files share modules: reset them before and after the mock
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

type Props = Pick<Parameters<typeof Dialog>[0], 'title' | 'onClose'>;

/** `onClose` of each drawn dialog, by title; Escape, Back and a press outside the dialog call it. */
const drawn = new Map<string, () => void>();

vi.mock('../../src/ui/dialog.tsx', () => {
  const Fake = ({ title, onClose }: Props) => {
    drawn.set(title, onClose);
    return title;
  };
  return { Dialog: Fake, Sheet: Fake };
});

beforeEach(() => {
  drawn.clear();
});

/** Closes the dialog once its code is loaded. @returns the events that are sent */
async function closeAs(title: string, view: () => unknown, children: Parameters<typeof draw>[1]) {
  const sent: unknown[] = [];
  await expect
    .poll(() => {
      draw(createElement(view as typeof BreakNotice), children, (event) => sent.push(event));
      return [...drawn.keys()];
    })
    .toEqual([title]);
  drawn.get(title)?.();
  return sent;
}

test('closing the card that proposes a break continues the feed', async () => {
  const breakReminder = { matches: (state: string) => state === 'proposed' };
  expect(await closeAs('Time for a break?', BreakNotice, { breakReminder })).toEqual([
    { type: 'continue.pressed' },
  ]);
});

test('closing the notice of the daily limit dismisses the notice, and closes its share dialog', async () => {
  const children = {
    earning: { value: 'spent', context: { nowMs: null } },
    'share-limit': { value: 'closed' },
  };
  expect(await closeAs('Daily limit reached', LimitNotice, children)).toEqual([
    { type: 'dialog.closed' },
    { type: 'limit.dismissed' },
  ]);
});
