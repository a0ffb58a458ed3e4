import { requirementKinds, withdrawalSteps } from '../../contract/shapes.ts';
import { outboxMachine } from '../../machines/outbox.machine.ts';
import { payoutMachine } from '../../machines/payout.machine.ts';
import { withdrawInfoMachine } from '../../machines/withdraw-info.machine.ts';
import { withdrawalMachine } from '../../machines/withdrawal/withdrawal.machine.ts';
import type { Model } from './model.ts';
import {
  answer,
  claim,
  ended,
  faulted,
  info,
  methods,
  offline,
  refused,
  terms,
  withdrawal,
  withdrawalAt,
} from './samples.ts';

export const outbox: Model = {
  machine: outboxMachine,
  events: [
    { type: 'claim.added', claim: claim('a', 7) },
    { type: 'claim.added', claim: claim('b', 8) },
    { type: 'session.started', userId: 7 },
    { type: 'session.left' },
    { type: 'network.returned' },
  ],
  outcomes: {
    loadClaims: { done: [[], [claim('c', 7)]], error: [new Error('storage is blocked')] },
    sendClaim: {
      done: [answer, null],
      error: [
        offline,
        ended,
        refused('too_early', 700),
        refused('already_rewarded'),
        refused('paused_by_operator'),
      ],
    },
  },
  facts: ({ context }) => [context.userId, context.claims.map(({ id }: { id: string }) => id)],
  isWithin: ({ context }) => context.claims.length < 3,
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
    { type: 'field.changed', field: 'method', value: 'paypal' },
    { type: 'field.changed', field: 'recipient_name', value: 'Ada' },
    { type: 'field.changed', field: 'account', value: 'ada@example.org' },
  ],
  outcomes: {
    loadWithdrawInfo: {
      done: [
        { info: null, methods, country: 'US' },
        { info, methods, country: null },
      ],
      error: [offline],
    },
    saveWithdrawInfo: { done: [info], error: [refused('invalid_account')] },
  },
  facts: ({ context }) => context,
};

export const withdrawing: Model = {
  machine: withdrawalMachine,
  input: { nonce: 'n', permission: 'default' },
  events: [
    { type: 'amount.changed', text: '7,5' },
    { type: 'amount.changed', text: '0.5' },
    { type: 'amount.changed', text: '4' },
    { type: 'amount.changed', text: '21' },
    { type: 'all.pressed' },
    { type: 'withdraw.pressed' },
    { type: 'confirm.pressed' },
    { type: 'cancel.pressed' },
    { type: 'done.pressed' },
    { type: 'retry.pressed' },
    { type: 'check.pressed' },
    { type: 'data.outdated' },
    { type: 'permission.changed', permission: 'granted' },
    { type: 'permission.changed', permission: 'denied' },
    { type: 'presence.changed', isPresent: false },
    { type: 'presence.changed', isPresent: true },
  ],
  outcomes: {
    loadTerms: {
      done: [
        terms(),
        { ...terms(), hasInfo: false },
        ...requirementKinds.map((kind) =>
          terms({ requirements: [{ kind, required: 1, current: 0 }] }),
        ),
        terms({ notification_required: true }),
        terms({ pending: withdrawal('pending') }),
        terms({ pending: withdrawalAt('in_review') }),
      ],
      error: [offline],
    },
    submitWithdrawal: {
      done: [{ withdrawal: withdrawal('pending'), balance: '13.0000' }],
      error: [refused('pending_exists'), refused('wdinfo_missing'), faulted, offline],
    },
    checkWithdrawal: {
      done: [
        withdrawal('pending'),
        withdrawal('paid'),
        withdrawal('rejected'),
        ...withdrawalSteps.map(withdrawalAt),
      ],
      error: [offline],
    },
  },
  facts: ({ context }) => [
    context.amount,
    context.problem,
    context.terms?.hasInfo,
    context.permission === 'granted',
    context.isSeen,
    context.isOutdated,
    context.failure !== null,
    context.withdrawal?.step,
  ],
  // being unseen makes a difference to nothing but the wait
  isWithin: (state) =>
    state.context.attempt < 2 && (state.context.isSeen || state.matches('pending')),
};
