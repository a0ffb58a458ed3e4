import { field, output } from '../params.ts';
import { model } from './model.ts';

// the original error, so that the log shows the browser's or Firebase's message
const error = field('error');
export const log = { type: 'logFailure', params: error } as const;
const logLate = { type: 'logFailure', params: 'it took too long' } as const;

/** With the permission: fetches the token and sends it to the server, without a prompt. */
export const granted = model.createStateConfig({
  initial: 'deciding',
  on: {
    'session.started': { target: '.deciding', actions: 'enter' },
    // the token may not be restored yet: the stored token can differ from the context's
    'session.left': { target: '.deciding', actions: ['leave', 'markStoredUnsynced'] },
    'subscription.changed': { target: '.deciding', actions: 'outdateToken' },
    'enable.pressed': { actions: 'notifyAnswered' },
  },
  states: {
    deciding: {
      always: [
        { guard: 'hasNoUser', target: 'waiting' },
        { guard: 'isUnknown', target: 'restoring' },
        { guard: 'isNotSetUp', target: 'notSetUp' },
        { guard: 'needsToken', target: 'fetching' },
        { guard: 'needsSync', target: 'syncing' },
        { target: 'synced' },
      ],
    },
    /** waits until a user is logged in */
    waiting: {},
    restoring: {
      tags: ['busy'],
      invoke: {
        id: 'restoreToken',
        src: 'restoreToken',
        onDone: { target: 'deciding', actions: { type: 'setKept', params: output } },
        onError: { target: 'failed', actions: log },
      },
      after: { fetchTimeout: { target: 'failed', actions: logLate } },
    },
    /** this installation sends no push messages: no token is fetched */
    notSetUp: {},
    fetching: {
      tags: ['busy'],
      invoke: {
        id: 'fetchToken',
        src: 'fetchToken',
        onDone: [
          {
            guard: { type: 'isSameToken', params: output },
            target: 'deciding',
            actions: [{ type: 'renewToken', params: output }, 'storeToken'],
          },
          { target: 'deciding', actions: [{ type: 'setToken', params: output }, 'storeToken'] },
        ],
        onError: { target: 'failed', actions: log },
      },
      after: { fetchTimeout: { target: 'failed', actions: logLate } },
    },
    syncing: {
      tags: ['busy'],
      invoke: {
        id: 'syncToken',
        src: 'syncToken',
        input: ({ context: { kept } }) => ({ kept }),
        onDone: { target: 'synced', actions: ['markSynced', 'storeToken'] },
        onError: [
          { guard: { type: 'isSessionEnded', params: error }, target: 'waiting' },
          // the server does not send to this push service, so a retry is useless
          { guard: { type: 'isRefused', params: error }, target: 'failed', actions: log },
          { target: 'retrying', actions: ['countFailure', log] },
        ],
      },
    },
    retrying: {
      initial: 'deciding',
      on: { 'connectivity.changed': { guard: 'becomesOnline', target: 'syncing' } },
      states: {
        deciding: {
          always: [{ guard: 'canRetry', target: 'pausing' }, { target: '#push.granted.failed' }],
        },
        pausing: { tags: ['busy'], after: { backOff: '#push.granted.syncing' } },
      },
    },
    synced: { after: { tokenRefresh: { target: 'deciding', actions: 'outdateToken' } } },
    failed: {
      on: {
        'connectivity.changed': { guard: 'becomesOnline', target: 'deciding' },
        'retry.pressed': 'deciding',
      },
    },
  },
});
