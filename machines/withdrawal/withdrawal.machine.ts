import type { VisibilityEvent } from '../attention.ts';
import { failsTo, reason } from '../failure.ts';
import { field, output } from '../params.ts';
import { knowsVisibility, setVisibility } from '../visibility.ts';
import { givenBack, learns, paid, payee, resending } from './ended.ts';
import { initialContext, model } from './model.ts';
import { pending } from './pending.ts';

const offer = field('offer');
const answers = [
  { type: 'dropOffer', params: offer },
  { type: 'rememberAnswer', params: offer },
] as const;

const loadFails = failsTo('failed', ['setFailure', 'notifyFailed']);
/** The screen says that there is no connection: nobody has to be told of each call. */
const isUnreached = {
  ...failsTo('failed', ['setFailure']),
  guard: { type: 'isOffline', params: reason },
} as const;
// nobody knows whether it arrived: the same key asks again, and moves nothing twice
const submitFails = failsTo('confirming', ['setFailure', 'notifyFailed']);

const setPermission = { type: 'setPermission', params: field('permission') } as const;

/** What depends on the permission is decided anew. */
const decides = { 'permission.changed': { target: 'deciding', actions: setPermission } } as const;

const confirms = { guard: { type: 'isValid', params: payee }, target: 'confirming' } as const;
const beginAttempt = { type: 'beginAttempt', params: payee } as const;
const complains = { actions: 'setProblem' } as const;

/** One that came back is looked at again, from the list of all. */
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
 * One withdrawal after another: what stands in the way, the amount, its confirmation, the
 * request with its one idempotency key, the wait, and how it ended; what came back is sent again.
 */
export const withdrawalMachine = model.createMachine({
  id: 'withdrawal',
  context: initialContext,
  invoke: { id: 'watchSigns', src: 'watchSigns' },
  on: {
    ...knowsVisibility,
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
      // the form stays on the screen meanwhile: no key and no press in it is lost
      on: {
        ...form,
        // what was asked for is still old: the answer is waited for no longer
        'withdraw.pressed': [{ ...confirms, actions: [beginAttempt, 'markOutdated'] }, complains],
      },
      invoke: {
        id: 'loadTerms',
        src: 'loadTerms',
        onDone: { target: 'deciding', actions: learns },
        onError: [isUnreached, loadFails],
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
        // somebody may leave to open the link in a mail
        unmet: {
          on: {
            'visibility.changed': {
              guard: {
                type: 'isLeftForLink',
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
          { ...submitFails, guard: { type: 'isStale', params: reason }, target: 'loading' },
          submitFails,
        ],
      },
    },
    // the dialog stays, and then shows what arrives by the new rate
    repricing: {
      tags: ['busy'],
      entry: 'markCurrent',
      invoke: {
        id: 'loadTerms',
        src: 'loadTerms',
        onDone: [
          {
            guard: { type: 'isOfferedAnew', params: output },
            target: 'confirming',
            actions: [...learns, 'beginAnew'],
          },
          { target: 'deciding', actions: learns },
        ],
        onError: failsTo('confirming', ['setFailure', 'notifyFailed'], ['beginAnew']),
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
