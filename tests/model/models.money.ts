import { requirementKinds } from '../../contract/shapes.ts';
import { withdrawalSteps } from '../../contract/withdrawal-shapes.ts';
import { outboxMachine } from '../../machines/outbox/outbox.machine.ts';
import type { QueuedClaim } from '../../machines/outbox/queue.ts';
import { payoutMachine } from '../../machines/payout.machine.ts';
import { withdrawInfoMachine } from '../../machines/withdraw-info.machine.ts';
import { offers } from '../../machines/withdrawal/offers.ts';
import { withdrawalMachine } from '../../machines/withdrawal/withdrawal.machine.ts';
import type { Model } from './model.ts';
import {
  answer,
  cancelled,
  claim,
  earnedAtMs,
  ended,
  faulted,
  info,
  inShillings,
  methods,
  offline,
  otherInfo,
  refused,
  shareClaim,
  signs,
  taskClaim,
  terms,
  withdrawal,
  withdrawalAt,
} from './samples.ts';

/** The store of claims while nobody is logged in. */
export const storing: Model = {
  machine: outboxMachine,
  events: [
    { type: 'restore.due' },
    { type: 'claim.added', claim: shareClaim('a', 7), recipient: null },
    { type: 'claim.stamped', id: 'a', earnedAtMs },
    { type: 'claim.settled', result: { id: 'a', answer } },
    { type: 'claim.persisted', id: 'a', earnedAtMs },
    { type: 'claim.notPersisted', id: 'a', earnedAtMs, storageError: 'full' },
    { type: 'store.opened', claims: [claim('c', 7)], quarantined: 0 },
    { type: 'store.opened', claims: [], quarantined: 1 },
    { type: 'store.failed' },
    { type: 'connectivity.changed', isOnline: false },
    { type: 'connectivity.changed', isOnline: true },
    { type: 'send.due' },
    { type: 'send.pressed' },
    { type: 'session.left' },
  ],
  outcomes: {},
  facts: ({ context }) => [
    context.queue.map(({ state, isUnpersisted }: QueuedClaim) => [state, isUnpersisted]),
    context.storageError,
  ],
};

/** Queued claims that another window has reported. */
export const sending: Model = {
  machine: outboxMachine,
  events: [
    { type: 'claim.found', claim: claim('a', 7) },
    { type: 'claim.found', claim: taskClaim('b', 7) },
    { type: 'claim.found', claim: shareClaim('b', 7) },
    { type: 'claim.settled', result: { id: 'b', answer } },
    { type: 'claim.settled', result: { id: 'b', failure: refused('already_claimed') } },
    { type: 'claims.backdated', backdated: ['a'] },
    { type: 'session.started', userId: 7 },
    { type: 'session.left' },
    { type: 'connectivity.changed', isOnline: false },
    { type: 'connectivity.changed', isOnline: true },
    { type: 'send.due' },
    { type: 'send.pressed' },
  ],
  outcomes: {
    sendClaims: {
      done: [
        { results: [{ id: 'a', answer }], gone: ['b'] },
        { results: [{ id: 'a', failure: refused('too_early', 700) }], gone: ['b'] },
        { results: [{ id: 'a', failure: faulted }], gone: [] },
        { results: [{ id: 'b', failure: refused('already_claimed') }], gone: [] },
        { results: [{ id: 'b', answer }], gone: [] },
      ],
      error: [offline, ended, refused('paused_by_operator')],
    },
  },
  facts: ({ context }) => [
    context.userId,
    context.queue.map(({ claim: { id, call }, state, isSuspect, wasPaused }: QueuedClaim) => [
      `${id} ${call}`,
      state,
      isSuspect,
      wasPaused,
    ]),
    context.batchSize,
    context.isOffline,
    context.failures > 0,
  ],
  // results are also generated for claims that were not sent
  isWithin: ({ context }) => context.queue.every(({ tooEarly }: QueuedClaim) => tooEarly < 2),
};

export const payout: Model = {
  machine: payoutMachine,
  events: payoutMachine.events.map((type) => ({ type })),
  outcomes: {},
};

export const withdrawInfo: Model = {
  machine: withdrawInfoMachine,
  input: { country: null },
  events: [
    { type: 'edit.pressed' },
    { type: 'cancel.pressed' },
    { type: 'save.pressed' },
    { type: 'retry.pressed' },
    { type: 'data.outdated' },
    { type: 'proof.ended', isGiven: true },
    { type: 'proof.ended', isGiven: false },
    { type: 'field.changed', field: 'method', value: 'paypal' },
    { type: 'field.changed', field: 'recipient_name', value: 'Ada' },
    { type: 'field.changed', field: 'account', value: 'ada@example.org' },
  ],
  outcomes: {
    loadWithdrawInfo: {
      done: [
        { info: null, changeHoldHours: 24, methods, country: 'US' },
        { info, changeHoldHours: 24, methods, country: null },
      ],
      error: [offline, faulted],
    },
    saveWithdrawInfo: {
      done: [info],
      error: [refused('invalid_account'), refused('account_shared'), refused('proof_too_old')],
    },
  },
  facts: ({ context }) => context,
};

export const withdrawing: Model = {
  machine: withdrawalMachine,
  input: { idPrefix: 'n', permission: 'default', signs, openOffers: [...offers] },
  events: [
    { type: 'amount.changed', text: '7,5' },
    { type: 'amount.changed', text: '0.5' },
    { type: 'amount.changed', text: '4' },
    { type: 'amount.changed', text: '21' },
    { type: 'signs.changed', signs: { group: '.', decimal: ',' } },
    { type: 'all.pressed' },
    { type: 'withdraw.pressed', payee: info },
    { type: 'withdraw.pressed', payee: null },
    { type: 'confirm.pressed' },
    { type: 'cancel.pressed' },
    { type: 'done.pressed' },
    { type: 'offer.answered', offer: 'passkey' },
    { type: 'ended.opened', withdrawal: withdrawalAt('failed') },
    { type: 'ended.opened', withdrawal: withdrawal('rejected') },
    { type: 'correction.pressed', payee: info },
    { type: 'again.pressed', payee: info },
    { type: 'again.pressed', payee: otherInfo },
    { type: 'cancellation.pressed' },
    { type: 'cancellation.confirmed' },
    { type: 'cancellation.left' },
    { type: 'retry.pressed' },
    { type: 'check.pressed' },
    { type: 'data.outdated' },
    { type: 'permission.changed', permission: 'granted' },
    { type: 'permission.changed', permission: 'denied' },
    { type: 'visibility.changed', isVisible: false },
    { type: 'visibility.changed', isVisible: true },
  ],
  outcomes: {
    loadTerms: {
      done: [
        terms(),
        ...requirementKinds.map((kind) =>
          terms({ requirements: [{ kind, required: 1, current: 0 }] }),
        ),
        terms({ notification_required: true }),
        terms({ email_confirmed: false }),
        terms({ pending: withdrawal('pending') }),
        terms({ pending: withdrawalAt('in_review') }),
        inShillings('129.5'),
      ],
      error: [offline, faulted, { kind: 'timeout' }],
    },
    submitWithdrawal: {
      done: [{ withdrawal: withdrawal('pending'), balance: '13.0000' }],
      error: [
        refused('pending_exists'),
        refused('wdinfo_missing'),
        refused('wdinfo_changed'),
        refused('pay_changed'),
        faulted,
        offline,
      ],
    },
    cancelWithdrawal: {
      done: [{ withdrawal: cancelled, balance: '20.5000' }],
      error: [refused('not_cancellable'), faulted, offline],
    },
    checkWithdrawal: {
      done: [
        withdrawal('pending'),
        withdrawal('paid'),
        withdrawal('rejected'),
        ...withdrawalSteps.map(withdrawalAt),
        cancelled,
      ],
      error: [offline],
    },
  },
  facts: ({ context }) => [
    context.amount,
    context.problem,
    context.permission === 'granted',
    context.isVisible,
    context.isOutdated,
    context.failure !== null,
    context.terms?.pay?.rate,
    context.withdrawal?.step,
    context.withdrawal?.cancelled,
    context.faulty !== null,
  ],
  // while the screen is hidden, only `pending` is explored
  isWithin: (state) =>
    state.context.attempt < 2 &&
    (state.context.isVisible || state.matches('pending')) &&
    // the typed amount matters only in the form
    (['', '7.5'].includes(state.context.amount) || state.can({ type: 'all.pressed' })),
};
