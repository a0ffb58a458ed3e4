import { requirementKinds } from '../../contract/shapes.ts';
import { outboxMachine } from '../../machines/outbox.machine.ts';
import { withdrawInfoMachine } from '../../machines/withdraw-info.machine.ts';
import { withdrawalMachine } from '../../machines/withdrawal.machine.ts';
import type { Model } from './model.ts';
import {
  answer,
  claim,
  ended,
  facts,
  faulted,
  info,
  methods,
  offline,
  refused,
  withdrawal,
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
      error: [offline, ended, refused('too_early', 700), refused('already_rewarded')],
    },
  },
  facts: ({ context }) => [context.userId, context.claims.map(({ id }: { id: string }) => id)],
  isWithin: ({ context }) => context.claims.length < 3,
};

export const withdrawInfo: Model = {
  machine: withdrawInfoMachine,
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
  input: { nonce: 'n' },
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
    { type: 'facts.outdated' },
    { type: 'presence.changed', isPresent: false },
    { type: 'presence.changed', isPresent: true },
  ],
  outcomes: {
    loadWithdrawal: {
      done: [
        facts(),
        { ...facts(), hasInfo: false },
        ...requirementKinds.map((kind) =>
          facts({ requirements: [{ kind, required: 1, current: 0 }] }),
        ),
        facts({ notification_required: true }),
        facts({ pending: withdrawal('pending') }),
      ],
      error: [offline],
    },
    submitWithdrawal: {
      done: [{ withdrawal: withdrawal('pending'), balance: '13.0000' }],
      error: [refused('pending_exists'), refused('wdinfo_missing'), faulted, offline],
    },
    checkWithdrawal: {
      done: [withdrawal('pending'), withdrawal('paid'), withdrawal('rejected')],
      error: [offline],
    },
  },
  facts: ({ context }) => [
    context.amount,
    context.problem,
    context.facts?.hasInfo,
    context.isSeen,
    context.failure !== null,
  ],
  // being unseen makes a difference to nothing but the wait
  isWithin: (state) =>
    state.context.attempt < 2 && (state.context.isSeen || state.matches('pending')),
};
