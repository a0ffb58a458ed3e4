import { not } from 'xstate';
import { notify } from '../notify.ts';
import type { Claim } from './claim.ts';
import { base } from './model.ts';

const storedOf = ({ event }: { event: { claims: Claim[] } }) => event.claims;
const opened = [
  { type: 'addStored', params: storedOf },
  'persistAgain',
  'clearStorageError',
] as const;

/** What this device keeps: asked for when the first clip plays, at the latest with the first claim. */
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
    shut: {
      on: { 'restore.due': 'opening' },
      always: { guard: 'hasUnconfirmed', target: 'opening' },
    },
    opening: {
      tags: ['busy'],
      entry: 'openStore',
      on: { 'store.failed': 'closed' },
      after: { openTimeout: 'closed' },
    },
    open: {},
    /** what is earned lasts as long as the page; the next claim tries again, and whoever looks */
    closed: {
      always: { guard: 'hasUnconfirmed', target: 'opening' },
      on: {
        'network.returned': { target: 'opening', actions: 'setOnline' },
        'send.due': 'opening',
        'send.pressed': 'opening',
      },
    },
  },
});

/** A claim is not sent before it is known whether it is kept, nor much later. */
export const confirming = base.createStateConfig({
  initial: 'settled',
  on: {
    'claim.persisted': [
      {
        // another's turn came when this one's did
        guard: { type: 'isUnpersisted', params: ({ event }) => event },
        actions: [{ type: 'setKept', params: ({ event }) => event }, 'clearStorageError'],
      },
      {
        actions: [
          { type: 'confirm', params: ({ event }) => event },
          'persistAgain',
          'clearStorageError',
        ],
      },
    ],
    'claim.notPersisted': [
      {
        guard: 'isStorageWorking',
        actions: [
          { type: 'confirm', params: ({ event }) => event },
          { type: 'addUnpersisted', params: ({ event }) => event },
          { type: 'notifyNotPersisted', params: ({ event }) => event.storageError },
        ],
      },
      {
        actions: [
          { type: 'confirm', params: ({ event }) => event },
          { type: 'addUnpersisted', params: ({ event }) => event },
        ],
      },
    ],
  },
  states: {
    settled: { always: { guard: 'hasUnconfirmed', target: 'waiting' } },
    waiting: {
      tags: ['busy'],
      always: { guard: not('hasUnconfirmed'), target: 'settled' },
      after: { persistTimeout: { actions: 'confirmAll' } },
    },
  },
});

/** What could not be kept is held by this page alone, until it is kept or settled. */
export const holding = base.createStateConfig({
  initial: 'kept',
  states: {
    kept: { always: { guard: 'hasUnpersisted', target: 'unpersisted' } },
    unpersisted: {
      entry: notify({ type: 'unpersisted.changed', isAny: true }),
      exit: notify({ type: 'unpersisted.changed', isAny: false }),
      always: { guard: not('hasUnpersisted'), target: 'kept' },
    },
  },
});
