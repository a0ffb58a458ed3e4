import type { ClaimResult } from './claim.ts';
import { initialContext } from './context.ts';
import { base, type Settled } from './model.ts';
import { queued } from './queue.ts';
import { rewards, sending } from './sending.ts';
import { holding, persisting, storing } from './storing.ts';

type Answered = { event: { result: ClaimResult } };
const here = ({ event: { result } }: Answered): Settled => ({ result, isOtherWindow: false });
const elsewhere = ({ event: { result } }: Answered): Settled => ({ result, isOtherWindow: true });
const remove = { type: 'remove', params: ({ event }: Answered) => [event.result.id] } as const;

/**
 * The queue of claims: rewards earned on this device that the server has not answered yet. A claim is persisted before
 * it is sent, survives lost connections, reloads and crashes, and is sent only for the user who earned it. All windows
 * of a browser share one store and report new claims and results; one window sends at a time. After "too early" a claim
 * is deferred as the server asks, under a fresh key and a limited number of times; while rewards are paused it waits
 * longer, until it is paid or too old; after a lost connection it is sent again under the same key.
 */
export const outboxMachine = base.createMachine({
  id: 'outbox',
  context: initialContext,
  invoke: { id: 'store', src: 'runStore' },
  on: {
    'claim.added': {
      guard: { type: 'isNew', params: ({ event }) => event.claim },
      actions: [
        {
          type: 'add',
          params: ({ event: { claim, recipient } }) =>
            queued({ ...claim, earnedAtMs: null }, 'storing', recipient),
        },
        { type: 'persistNew', params: ({ event }) => event.claim },
      ],
    },
    'claim.stamped': { actions: { type: 'setStamp', params: ({ event }) => event } },
    'claim.found': {
      guard: { type: 'isNew', params: ({ event }) => event.claim },
      actions: { type: 'add', params: ({ event }) => queued(event.claim, 'due', null) },
    },
    'claim.answered': [
      { guard: { type: 'isTooEarly', params: here }, actions: { type: 'postpone', params: here } },
      {
        guard: { type: 'isPaused', params: here },
        actions: [
          { type: 'notifyPaused', params: here },
          { type: 'postpone', params: here },
        ],
      },
      {
        guard: { type: 'isSettled', params: here },
        actions: [{ type: 'notifySettled', params: here }, { type: 'drop', params: here }, remove],
      },
    ],
    'claim.settled': {
      guard: { type: 'isSettled', params: elsewhere },
      actions: [{ type: 'notifySettled', params: elsewhere }, remove],
    },
    'claims.backdated': {
      actions: { type: 'setBackdated', params: ({ event }) => event.backdated },
    },
    'connectivity.changed': { actions: 'setConnectivity' },
  },
  type: 'parallel',
  states: { store: storing, persisting, holding, sending, rewards },
});
