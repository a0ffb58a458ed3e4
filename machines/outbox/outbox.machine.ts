import type { ClaimResult } from './claim.ts';
import { initialContext } from './context.ts';
import { base, type Settled } from './model.ts';
import { queued } from './queue.ts';
import { rewards, sending } from './sending.ts';
import { holding, persisting, storing } from './storing.ts';

type Answered = { event: { result: ClaimResult } };
const here = ({ event: { result } }: Answered): Settled => ({ result, isElsewhere: false });
const elsewhere = ({ event: { result } }: Answered): Settled => ({ result, isElsewhere: true });
const remove = { type: 'remove', params: ({ event }: Answered) => [event.result.id] } as const;

/**
 * Rewards that were earned but not yet answered for: kept on the device before they are sent, kept
 * through offline, reload and crash, and only for the user who earned them. All windows of a
 * browser keep theirs in one place and learn of each other's; one sends at a time. "Too early"
 * waits as the server asks under a fresh key, a limited number of times; what comes while rewards are
 * paused waits for longer, until it is paid or too old; a broken connection repeats the same key.
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
