import { not } from 'xstate';
import { reason } from '../failure.ts';
import { base } from './model.ts';
import { type ClaimState, runningBatch } from './queue.ts';

const release = (state: ClaimState) => ({ type: 'release', params: state }) as const;

const sendsAgain = { 'send.due': 'calling', 'send.pressed': 'calling' } as const;

/** Sends the due claims in one call; later claims go into the next one. */
export const sending = base.createStateConfig({
  initial: 'deciding',
  on: {
    'session.started': {
      target: '.deciding',
      actions: { type: 'setUser', params: ({ event }) => event.userId },
    },
    'session.left': { target: '.blocked', actions: { type: 'setUser', params: null } },
  },
  states: {
    deciding: {
      always: [
        { guard: 'hasDue', target: 'calling' },
        { guard: 'hasDeferred', target: 'pausing' },
        { guard: 'hasUser', target: 'empty' },
        { target: 'blocked' },
      ],
    },
    /** nothing of this user is left to send */
    empty: { always: { guard: 'hasDue', target: 'calling' } },
    calling: {
      tags: ['busy'],
      entry: 'take',
      invoke: {
        id: 'sendClaims',
        src: 'sendClaims',
        input: ({ context }) => ({ claims: runningBatch(context) }),
        onDone: {
          target: 'settling',
          actions: [
            { type: 'remove', params: ({ event }) => event.output.gone },
            { type: 'settleEach', params: ({ event }) => event.output.results },
          ],
        },
        onError: [
          // the server may reject the call because of one claim, which must not block the others
          {
            guard: { type: 'isBatchFailure', params: reason },
            target: 'deciding',
            actions: 'markAllSuspect',
          },
          {
            guard: { type: 'isFinal', params: reason },
            target: 'settling',
            actions: {
              type: 'settleEach',
              params: ({ context, event }) =>
                runningBatch(context).map(({ id }) => ({ id, failure: reason({ event }) })),
            },
          },
          { target: 'waiting', actions: 'increaseBackOff' },
        ],
      },
      // a call on a lost connection gets no answer: it is repeated
      on: {
        'connectivity.changed': {
          guard: 'becomesOnline',
          target: 'calling',
          reenter: true,
          actions: 'setConnectivity',
        },
      },
    },
    settling: {
      on: {
        'batch.settled': [
          { guard: 'isUnsettled', target: 'waiting', actions: 'increaseBackOff' },
          { target: 'deciding', actions: 'forgetFailures' },
        ],
      },
    },
    /** waits for the time that the server has asked for */
    pausing: {
      tags: ['busy'],
      always: { guard: 'hasDue', target: 'calling' },
      after: { askedPause: { target: 'deciding', actions: release('deferred') } },
    },
    waiting: {
      tags: ['busy'],
      entry: ['notifyDelayed', release('deferred'), 'moveToEnd'],
      on: sendsAgain,
      after: { backOff: 'deciding' },
    },
    /** waits until a user is logged in */
    blocked: {},
  },
});

/** Sends paused claims again from time to time, under a fresh key: after the pause they are paid. */
export const rewards = base.createStateConfig({
  initial: 'paid',
  states: {
    paid: { always: { guard: 'hasPaused', target: 'paused' } },
    paused: {
      always: { guard: not('hasPaused'), target: 'paid' },
      on: { 'send.pressed': { actions: release('paused') } },
      after: { pausedTime: { actions: release('paused') } },
    },
  },
});
