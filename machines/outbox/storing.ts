import { not } from 'xstate';
import { notify } from '../notify.ts';
import { field } from '../params.ts';
import { base } from './model.ts';

const storedOf = field('claims');
const opened = [
  { type: 'addStored', params: storedOf },
  'persistAgain',
  'clearStorageError',
] as const;

/** The store of this device: opened when the first clip plays, at the latest with the first claim. */
export const storing = base.createStateConfig({
  initial: 'shut',
  on: {
    'store.opened': [
      {
        guard: { type: 'hasQuarantined', params: ({ event }) => event.quarantined },
        target: '.open',
        actions: [...opened, 'notifyQuarantined'],
      },
      { target: '.open', actions: opened },
    ],
  },
  states: {
    shut: { on: { 'restore.due': 'opening' }, always: { guard: 'hasStoring', target: 'opening' } },
    opening: {
      tags: ['busy'],
      entry: 'openStore',
      on: { 'store.failed': 'closed' },
      after: { openTimeout: 'closed' },
    },
    open: {},
    /** claims are lost when the page is left; the next claim, `send.pressed` or `send.due` opens the store again */
    closed: {
      always: { guard: 'hasStoring', target: 'opening' },
      on: { 'send.due': 'opening', 'send.pressed': 'opening' },
    },
  },
});

/** A claim is sent once the store has answered whether it is persisted, or soon after if that takes long. */
export const persisting = base.createStateConfig({
  initial: 'settled',
  on: {
    'claim.persisted': [
      {
        // persisted on a retry: the same retry covers the other unpersisted claims
        guard: { type: 'isUnpersisted', params: ({ event }) => event },
        actions: [{ type: 'setPersisted', params: ({ event }) => event }, 'clearStorageError'],
      },
      {
        actions: [
          { type: 'setPersisted', params: ({ event }) => event },
          'persistAgain',
          'clearStorageError',
        ],
      },
    ],
    'claim.notPersisted': [
      {
        guard: 'isStorageWorking',
        actions: [
          { type: 'setUnpersisted', params: ({ event }) => event },
          { type: 'notifyNotPersisted', params: ({ event }) => event.storageError },
        ],
      },
      { actions: [{ type: 'setUnpersisted', params: ({ event }) => event }] },
    ],
  },
  states: {
    settled: { always: { guard: 'hasStoring', target: 'waiting' } },
    waiting: {
      tags: ['busy'],
      always: { guard: not('hasStoring'), target: 'settled' },
      after: { persistTimeout: { target: 'waiting', reenter: true, actions: 'askTimes' } },
    },
  },
});

/** Claims that are not persisted exist only in this page, until they are persisted or settled. */
export const holding = base.createStateConfig({
  initial: 'persisted',
  states: {
    persisted: { always: { guard: 'hasUnpersisted', target: 'unpersisted' } },
    unpersisted: {
      entry: notify({ type: 'unpersisted.changed', isAny: true }),
      exit: notify({ type: 'unpersisted.changed', isAny: false }),
      always: { guard: not('hasUnpersisted'), target: 'persisted' },
    },
  },
});
