import { createElement } from 'react';
import { expect, test } from 'vitest';
import type { Claim } from '../../machines/outbox/claim.ts';
import { initialContext } from '../../machines/outbox/context.ts';
import { queued } from '../../machines/outbox/queue.ts';
import { WaitingCard } from '../../src/app/components/waiting-card.tsx';
import { renderText } from './render.tsx';

const claim = { id: 'c-1', userId: 7, earnedAtMs: null } as Claim;
const waits = { queue: [queued(claim, 'due', null)], userId: 7, failures: 1 };
const lacks = { storageError: 'full' };
const ROW = 'Waiting to be sent 1 reward · The server does not answer';
const WHY =
  'This device has no room left to keep rewards. Keep the app open until our server has them.';

test.each([
  [{}, ''],
  [waits, `${ROW} Send now`],
  [lacks, WHY],
  [{ ...waits, ...lacks }, `${ROW} ${WHY} Send now`],
])('the card shows the queued claims, and a storage error once: %o', (context, words) => {
  const outbox = { value: { sending: 'waiting' }, context: { ...initialContext, ...context } };
  expect(renderText(createElement(WaitingCard), { outbox })).toBe(words);
});
