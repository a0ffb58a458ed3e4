import type { VisibilityEvent } from '../attention.ts';
import { failsTo, reason } from '../failure.ts';
import { field, output } from '../params.ts';
import { onVisibilityChanged, setVisibility } from '../visibility.ts';
import { givenBack, paid, payee, resending, storeTerms } from './ended.ts';
import { initialContext, model } from './model.ts';
import { pending } from './pending.ts';

const offer = field('offer');
const answers = [
  { type: 'dropOffer', params: offer },
  { type: 'rememberAnswer', params: offer },
] as const;

const loadFails = failsTo('failed', ['setFailure', 'notifyFailed']);
/** Offline the screen shows that there is no connection: a failed load needs no toast. */
const loadFailsOffline = {
  ...failsTo('failed', ['setFailure']),
  guard: { type: 'isOffline', params: reason },
} as const;
// unknown whether the call arrived: a retry under the same key moves no money twice
const submitFails = failsTo('confirming', ['setFailure', 'notifyFailed']);

const setPermission = { type: 'setPermission', params: field('permission') } as const;

/** A changed permission changes whether a condition is met. */
const decides = { 'permission.changed': { target: 'deciding', actions: setPermission } } as const;

const confirms = { guard: { type: 'isValid', params: payee }, target: 'confirming' } as const;
const beginAttempt = { type: 'beginAttempt', params: payee } as const;
const complains = { actions: 'setProblem' } as const;

/** Opens a returned withdrawal from the list of all. */
const reopens = {
  'ended.opened': {
    guard: { type: 'isCorrectable', params: field('withdrawal') },
    target: 'givenBack',
    actions: { type: 'openEnded', params: field('withdrawal') },
  },
} as const;

const form = {
  'amount.changed': {
    actions: { type: 'setAmount', params: ({ event }: { event: { text: string } }) => event.text },
  },
  'all.pressed': { actions: 'setWholeAmount' },
  'withdraw.pressed': [{ ...confirms, actions: beginAttempt }, complains],
  ...reopens,
} as const;

/**
 * One withdrawal after another: unmet conditions, the amount, its confirmation, the request with
 * its one idempotency key, the wait, and the end; a returned amount can be sent again.
 */
export const withdrawalMachine = model.createMachine({
  id: 'withdrawal',
  context: initialContext,
  invoke: { id: 'watchSigns', src: 'watchSigns' },
  on: {
    ...onVisibilityChanged,
    'permission.changed': { actions: setPermission },
    'signs.changed': { actions: { type: 'setSigns', params: ({ event }) => event.signs } },
    'data.outdated': { actions: 'markOutdated' },
    'offer.answered': { actions: answers },
  },
  initial: 'loading',
  states: {
    loading: {
      tags: ['busy'],
      entry: 'markCurrent',
      always: { guard: 'isDue', target: 'loading', reenter: true },
      // the form stays usable meanwhile: no input and no press is lost
      on: {
        ...form,
        // the load ends here without its answer, so the terms stay outdated
        'withdraw.pressed': [{ ...confirms, actions: [beginAttempt, 'markOutdated'] }, complains],
      },
      invoke: {
        id: 'loadTerms',
        src: 'loadTerms',
        onDone: { target: 'deciding', actions: storeTerms },
        onError: [loadFailsOffline, loadFails],
      },
    },
    deciding: {
      always: [
        { guard: 'hasPending', target: 'pending' },
        { guard: 'isUnmet', target: 'blocked.unmet' },
        { guard: 'isNotificationOff', target: 'blocked.notificationsOff' },
        { target: 'editing' },
      ],
    },
    blocked: {
      always: { guard: 'isDue', target: 'loading' },
      on: { ...decides, ...reopens, 'check.pressed': 'loading' },
      initial: 'unmet',
      states: {
        // the user may leave to open the link in the mail
        unmet: {
          on: {
            'visibility.changed': {
              guard: {
                type: 'isLeavingToConfirmEmail',
                params: ({ event }: { event: VisibilityEvent }) => event.isVisible,
              },
              actions: [setVisibility, 'markOutdated'],
            },
          },
        },
        notificationsOff: {},
      },
    },
    editing: { always: { guard: 'isDue', target: 'loading' }, on: { ...decides, ...form } },
    confirming: {
      on: {
        'confirm.pressed': { target: 'submitting', actions: 'clearFailure' },
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
          payee: context.payee,
          arrival: context.arrival,
          key: `${context.idPrefix}-${context.attempt}`,
        }),
        onDone: {
          target: 'pending',
          actions: [
            { type: 'setWithdrawal', params: ({ event }) => event.output.withdrawal },
            { type: 'notifySubmitted', params: ({ event }) => event.output.balance },
            'clearAmount',
          ],
        },
        onError: [
          { ...submitFails, guard: { type: 'isPayChanged', params: reason }, target: 'repricing' },
          {
            ...submitFails,
            guard: { type: 'areTermsOutdated', params: reason },
            target: 'loading',
          },
          submitFails,
        ],
      },
    },
    // the dialog stays open, and then shows the amount that arrives by the new rate
    repricing: {
      tags: ['busy'],
      entry: 'markCurrent',
      invoke: {
        id: 'loadTerms',
        src: 'loadTerms',
        onDone: [
          {
            guard: { type: 'canRequestAgain', params: output },
            target: 'confirming',
            actions: [...storeTerms, 'beginNextAttempt'],
          },
          { target: 'deciding', actions: storeTerms },
        ],
        onError: failsTo('confirming', ['setFailure', 'notifyFailed'], ['beginNextAttempt']),
      },
    },
    pending,
    paid,
    givenBack,
    resending,
    failed: {
      always: { guard: 'isDue', target: 'loading', actions: 'clearFailure' },
      on: { 'retry.pressed': { target: 'loading', actions: 'clearFailure' } },
    },
  },
});
