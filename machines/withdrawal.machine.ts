import { reason, timedOut } from './failure.ts';
import { base, initialContext } from './withdrawal.setup.ts';

const note = { type: 'noteFailure', params: reason } as const;
const tell = { type: 'tellFailed', params: reason } as const;
const noteLate = { type: 'noteFailure', params: timedOut } as const;
const tellLate = { type: 'tellFailed', params: timedOut } as const;

/** Waiting for the operator's decision, asked for again and again while somebody looks. */
const pending = base.createStateConfig({
  initial: 'waiting',
  states: {
    waiting: {
      always: { guard: 'isUnseen', target: 'unseen' },
      after: { checkPause: 'checking' },
      on: { 'facts.outdated': 'checking' },
    },
    unseen: { always: { guard: 'isSeen', target: 'checking' } },
    checking: {
      invoke: {
        id: 'checkWithdrawal',
        src: 'checkWithdrawal',
        input: ({ context }) => ({ id: context.withdrawal?.id ?? 0 }),
        onDone: [
          {
            guard: { type: 'isPaid', params: ({ event }) => event.output },
            target: '#withdrawal.paid',
            actions: [
              { type: 'noteWithdrawal', params: ({ event }) => event.output },
              { type: 'tellSettled', params: 'paid' },
            ],
          },
          {
            guard: { type: 'isRejected', params: ({ event }) => event.output },
            target: '#withdrawal.rejected',
            actions: [
              { type: 'noteWithdrawal', params: ({ event }) => event.output },
              { type: 'tellSettled', params: 'rejected' },
            ],
          },
          { target: 'waiting' },
        ],
        // the next look may go better, and what is shown stays true
        onError: 'waiting',
      },
      after: { callLimit: 'waiting' },
    },
  },
});

const refresh = { 'facts.outdated': 'loading' } as const;
const form = {
  'amount.changed': { actions: 'type' },
  'all.pressed': { actions: 'takeAll' },
  'withdraw.pressed': [
    { guard: 'isValid', target: 'confirming', actions: 'beginAttempt' },
    { actions: 'noteProblem' },
  ],
} as const;

/**
 * One withdrawal after another: what stands in the way, the amount, its confirmation, the
 * request with its one idempotency key, the wait, and how it ended.
 */
export const withdrawalMachine = base.createMachine({
  id: 'withdrawal',
  context: initialContext,
  invoke: [
    { id: 'watchFacts', src: 'watchFacts' },
    { id: 'watchPresence', src: 'watchPresence' },
  ],
  on: { 'presence.changed': { actions: 'notePresence' } },
  initial: 'loading',
  states: {
    loading: {
      tags: ['busy'],
      on: {
        'facts.outdated': { target: 'loading', reenter: true },
        // the form stays on the screen meanwhile: no key and no press in it is lost
        ...form,
      },
      invoke: {
        id: 'loadWithdrawal',
        src: 'loadWithdrawal',
        onDone: {
          target: 'deciding',
          actions: [
            { type: 'noteFacts', params: ({ event }) => event.output },
            { type: 'tellFacts', params: ({ event }) => event.output },
          ],
        },
        onError: { target: 'failed', actions: [note, tell] },
      },
      after: { callLimit: { target: 'failed', actions: [noteLate, tellLate] } },
    },
    deciding: {
      always: [
        { guard: 'hasPending', target: 'pending' },
        { guard: 'hasNoInfo', target: 'blocked.noInfo' },
        { guard: 'isUnmet', target: 'blocked.unmet' },
        { guard: 'isNotificationOff', target: 'blocked.notificationsOff' },
        { target: 'editing' },
      ],
    },
    blocked: {
      tags: ['blocked'],
      on: refresh,
      initial: 'noInfo',
      states: { noInfo: {}, unmet: {}, notificationsOff: {} },
    },
    editing: {
      tags: ['actionable'],
      on: { ...refresh, ...form },
    },
    confirming: {
      tags: ['actionable'],
      on: {
        'confirm.pressed': { target: 'submitting', actions: 'dropFailure' },
        'cancel.pressed': [{ guard: 'isUncertain', target: 'loading' }, { target: 'editing' }],
      },
    },
    submitting: {
      tags: ['busy'],
      invoke: {
        id: 'submitWithdrawal',
        src: 'submitWithdrawal',
        input: ({ context }) => ({
          amount: context.amount,
          key: `${context.nonce}-${context.attempt}`,
        }),
        onDone: {
          target: 'pending',
          actions: [
            { type: 'noteWithdrawal', params: ({ event }) => event.output.withdrawal },
            { type: 'tellSubmitted', params: ({ event }) => event.output.balance },
            'clearAmount',
          ],
        },
        onError: [
          {
            guard: { type: 'isStale', params: reason },
            target: 'loading',
            actions: [note, tell],
          },
          // nobody knows whether it arrived: the same key asks again, and moves nothing twice
          { target: 'confirming', actions: [note, tell] },
        ],
      },
      after: { callLimit: { target: 'confirming', actions: [noteLate, tellLate] } },
    },
    pending,
    paid: {
      tags: ['settled'],
      on: { 'done.pressed': { target: 'loading', actions: 'forgetWithdrawal' } },
    },
    rejected: {
      tags: ['settled'],
      on: { 'done.pressed': { target: 'loading', actions: 'forgetWithdrawal' } },
    },
    failed: {
      tags: ['actionable'],
      on: {
        'facts.outdated': { target: 'loading', actions: 'dropFailure' },
        'retry.pressed': { target: 'loading', actions: 'dropFailure' },
      },
    },
  },
});
