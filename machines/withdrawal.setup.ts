import { assign, emit, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import { compareMoney, formatMoney, MONEY_INPUT, parseMoney } from '../contract/money.ts';
import type { Requirement, Withdrawal } from '../contract/shapes.ts';
import { missing, missingListener } from './missing.ts';
import type { Permission } from './push.setup.ts';
import type { Tag } from './tags.ts';

/** What decides whether and how much can be withdrawn now. */
interface WithdrawalConfig {
  balance: string;
  local_amount: string;
  local_currency: string;
  min_amount: string;
  notification_required: boolean;
  requirements: Requirement[];
  pending: Withdrawal | null;
}

export interface WithdrawalFacts {
  config: WithdrawalConfig;
  hasInfo: boolean;
  notifications: Permission;
}

export type AmountProblem = 'amountRequired' | 'belowOne' | 'belowMinimum' | 'aboveBalance';

interface Context {
  facts: WithdrawalFacts | null;
  amount: string;
  problem: AmountProblem | null;
  failure: CallFailure | null;
  withdrawal: Withdrawal | null;
  /** the screen is looked at */
  isSeen: boolean;
  nonce: string;
  /** counts the amounts that were confirmed: a retry of one keeps its idempotency key */
  attempt: number;
}

type Event =
  | { type: 'amount.changed'; text: string }
  | { type: 'all.pressed' }
  | { type: 'withdraw.pressed' }
  | { type: 'confirm.pressed' }
  | { type: 'cancel.pressed' }
  | { type: 'done.pressed' }
  | { type: 'retry.pressed' }
  | { type: 'presence.changed'; isPresent: boolean }
  /** balance, withdrawal info or permission may have changed, or the screen was opened again */
  | { type: 'facts.outdated' };

export type WithdrawalNews =
  | { type: 'withdrawal.factsLoaded'; balance: string }
  | { type: 'withdrawal.submitted'; balance: string }
  | { type: 'withdrawal.settled'; status: 'paid' | 'rejected' }
  | { type: 'withdrawal.failed'; failure: CallFailure };

const ONE = '1.0000';

export function problemOf(amount: string, config: WithdrawalConfig): AmountProblem | null {
  if (!MONEY_INPUT.test(amount)) return 'amountRequired';
  if (compareMoney(amount, ONE) < 0) return 'belowOne';
  if (compareMoney(amount, config.min_amount) < 0) return 'belowMinimum';
  return compareMoney(amount, config.balance) > 0 ? 'aboveBalance' : null;
}

/** A comma is what half the world types for the decimal point. */
const asTyped = (text: string) => text.trim().replace(',', '.');
const withoutZeros = (money: string) =>
  formatMoney(parseMoney(money)).replace(/0+$/, '').replace(/\.$/, '');

/** One thing that the operator asks for before a withdrawal. */
export type Condition =
  | (Requirement & { isMet: boolean })
  | { kind: 'notifications'; isMet: boolean };

/** All that is asked for, met or not; a count of none is no condition. */
export function conditionsOf({ config, notifications }: WithdrawalFacts): Condition[] {
  const counts = config.requirements
    .filter(({ required }) => required > 0)
    .map((each) => ({ ...each, isMet: each.current >= each.required }));
  if (!config.notification_required) return counts;
  return [...counts, { kind: 'notifications', isMet: notifications === 'granted' }];
}

const isCountUnmet = ({ kind, isMet }: Condition) => kind !== 'notifications' && !isMet;
const isPermissionUnmet = ({ kind, isMet }: Condition) => kind === 'notifications' && !isMet;

export const base = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    emitted: {} as WithdrawalNews,
    tags: {} as Tag,
    input: {} as { nonce: string },
  },
  actors: {
    loadWithdrawal: missing<WithdrawalFacts>('loadWithdrawal'),
    submitWithdrawal: missing<
      { withdrawal: Withdrawal; balance: string },
      { amount: string; key: string }
    >('submitWithdrawal'),
    checkWithdrawal: missing<Withdrawal, { id: number }>('checkWithdrawal'),
    watchFacts: missingListener('watchFacts'),
    watchPresence: missingListener('watchPresence'),
  },
  delays: { callLimit: 20_000, checkPause: 10_000 },
  guards: {
    isSeen: ({ context }) => context.isSeen,
    isUnseen: ({ context }) => !context.isSeen,
    /** a request was sent, and nobody knows whether it arrived */
    isUncertain: ({ context }) => context.failure !== null,
    hasPending: ({ context }) => context.withdrawal !== null,
    hasNoInfo: ({ context }) => !context.facts?.hasInfo,
    isUnmet: ({ context: { facts } }) => facts !== null && conditionsOf(facts).some(isCountUnmet),
    isNotificationOff: ({ context: { facts } }) =>
      facts !== null && conditionsOf(facts).some(isPermissionUnmet),
    isValid: ({ context }) =>
      context.facts !== null && problemOf(context.amount, context.facts.config) === null,
    /** these say that what we knew is no longer so */
    isStale: (_, failure: CallFailure) =>
      failure.kind === 'refused' && failure.reason !== 'idempotency_key_reused',
    isPaid: (_, { status }: Withdrawal) => status === 'paid',
    isRejected: (_, { status }: Withdrawal) => status === 'rejected',
  },
  actions: {
    notePresence: assign({
      isSeen: ({ context, event }) =>
        event.type === 'presence.changed' ? event.isPresent : context.isSeen,
    }),
    noteFacts: assign((_, facts: WithdrawalFacts) => ({
      facts,
      withdrawal: facts.config.pending,
    })),
    type: assign({
      amount: ({ context, event }) =>
        event.type === 'amount.changed' ? asTyped(event.text) : context.amount,
      problem: null,
      failure: null,
    }),
    takeAll: assign({
      amount: ({ context }) =>
        context.facts ? withoutZeros(context.facts.config.balance) : context.amount,
      problem: null,
      failure: null,
    }),
    noteProblem: assign({
      problem: ({ context }) =>
        context.facts ? problemOf(context.amount, context.facts.config) : null,
    }),
    beginAttempt: assign({ attempt: ({ context }) => context.attempt + 1, failure: null }),
    noteWithdrawal: assign({ withdrawal: (_, withdrawal: Withdrawal) => withdrawal }),
    clearAmount: assign({ amount: '', problem: null, failure: null }),
    forgetWithdrawal: assign({ withdrawal: null }),
    noteFailure: assign({ failure: (_, failure: CallFailure) => failure }),
    dropFailure: assign({ failure: null }),
    tellFacts: emit(
      (_, { config: { balance } }: WithdrawalFacts) =>
        ({ type: 'withdrawal.factsLoaded', balance }) as const,
    ),
    tellSubmitted: emit(
      (_, balance: string) => ({ type: 'withdrawal.submitted', balance }) as const,
    ),
    tellSettled: emit(
      (_, status: 'paid' | 'rejected') => ({ type: 'withdrawal.settled', status }) as const,
    ),
    tellFailed: emit(
      (_, failure: CallFailure) => ({ type: 'withdrawal.failed', failure }) as const,
    ),
  },
});

export const initialContext = ({ input }: { input: { nonce: string } }): Context => ({
  facts: null,
  amount: '',
  problem: null,
  failure: null,
  withdrawal: null,
  isSeen: true,
  nonce: input.nonce,
  attempt: 0,
});
