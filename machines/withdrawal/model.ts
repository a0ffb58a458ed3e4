import { assign, setup } from 'xstate';
import type { CallFailure } from '../../contract/failure.ts';
import type { Withdrawal, WithdrawInfo } from '../../contract/shapes.ts';
import { isRefusedFor } from '../failure.ts';
import { actionNotProvided, listenerNotProvided, notProvided } from '../not-provided.ts';
import { notify } from '../notify.ts';
import { isOffline } from '../offline.ts';
import type { Permission } from '../push/model.ts';
import type { Tag } from '../tags.ts';
import { parseAmount, type Signs } from './amount-text.ts';
import type { WithdrawalEvent } from './events.ts';
import type { Offer } from './offers.ts';
import {
  type AmountProblem,
  type Arrival,
  arrivalOf,
  type Condition,
  conditionsOf,
  type Ending,
  isCancellable,
  isCorrectable,
  isCorrected,
  problemOfAmount,
  standingOf,
  updatedTerms,
  type WithdrawalTerms,
  withoutZeros,
} from './rules.ts';

interface Input {
  idPrefix: string;
  /** whether notifications may be shown on this device */
  permission: Permission;
  /** the signs of the language in which amounts are typed */
  signs: Signs;
  /** the offers still open on this device */
  openOffers: readonly Offer[];
}

interface Context extends Input {
  terms: WithdrawalTerms | null;
  /** the text as typed; null: the same as `amount` */
  typed: string | null;
  amount: string;
  problem: AmountProblem | null;
  failure: CallFailure | null;
  withdrawal: Withdrawal | null;
  /** the wrong account, as it was when its correction began */
  faulty: WithdrawInfo | null;
  /** the screen is visible */
  isVisible: boolean;
  /** the shown data may be outdated: it is loaded again when the screen is visible */
  isOutdated: boolean;
  /** the account for the amount to confirm, as shown */
  payee: WithdrawInfo | null;
  /** the arriving amount, as shown; see `arrivalOf` */
  arrival: Arrival | null | undefined;
  /** number of requests and cancellations begun, for idempotency keys: a retry does not increase it */
  attempt: number;
}

export type WithdrawalEmitted =
  | { type: 'withdrawal.loaded'; balance: string }
  | { type: 'withdrawal.submitted'; balance: string }
  /** `balance`: the new one, if the same answer has it */
  | { type: 'withdrawal.settled'; ending: Ending; balance?: string }
  | { type: 'withdrawal.failed'; failure: CallFailure };

/** Whether a condition of the meant kinds is not met. */
function isAnyUnmet(
  { terms, permission }: Context,
  isMeant: (kind: Condition['kind']) => boolean,
): boolean {
  const conditions = terms ? conditionsOf(terms, permission) : [];
  return conditions.some(({ kind, isMet }) => isMeant(kind) && !isMet);
}

/** All conditions are met as far as known; they may be loaded again meanwhile. */
const areConditionsMet = (context: Context): boolean =>
  context.terms !== null && !isAnyUnmet(context, () => true);

const problemOf = ({ amount, terms }: Context) => terms && problemOfAmount(amount, terms);

export const initialContext = ({ input }: { input: Input }): Context => ({
  ...input,
  terms: null,
  typed: null,
  amount: '',
  problem: null,
  failure: null,
  withdrawal: null,
  faulty: null,
  isVisible: true,
  isOutdated: false,
  payee: null,
  arrival: undefined,
  attempt: 0,
});

export const model = setup({
  types: {} as { context: Context; events: WithdrawalEvent; tags: Tag; input: Input },
  actors: {
    loadTerms: notProvided<WithdrawalTerms>('loadTerms'),
    submitWithdrawal: notProvided<
      { withdrawal: Withdrawal; balance: string },
      {
        amount: string;
        payee: WithdrawInfo | null;
        arrival: Arrival | null | undefined;
        key: string;
      }
    >('submitWithdrawal'),
    cancelWithdrawal: notProvided<
      { withdrawal: Withdrawal; balance: string },
      { id: number; key: string }
    >('cancelWithdrawal'),
    checkWithdrawal: notProvided<Withdrawal, { id: number }>('checkWithdrawal'),
    watchSigns: listenerNotProvided('watchSigns'),
  },
  delays: { checkPause: 10_000 },
  guards: {
    isVisible: ({ context }) => context.isVisible,
    isDue: ({ context }) => context.isOutdated && context.isVisible,
    /** a request was sent, and it is unknown whether it arrived */
    isUncertain: ({ context }) => context.failure !== null,
    hasPending: ({ context }) => context.withdrawal !== null,
    isUnmet: ({ context }) => isAnyUnmet(context, (kind) => kind !== 'notifications'),
    /** the user may confirm the e-mail elsewhere meanwhile */
    isLeavingToConfirmEmail: ({ context }, isVisible: boolean) =>
      !isVisible && context.terms?.email_confirmed === false,
    isNotificationOff: ({ context }) => isAnyUnmet(context, (kind) => kind === 'notifications'),
    isValid: ({ context }, payee: WithdrawInfo | null) =>
      payee !== null && areConditionsMet(context) && problemOf(context) === null,
    /** under the newly loaded terms the same amount may be requested */
    canRequestAgain: ({ context }, terms: WithdrawalTerms) => {
      const told = { ...context, terms };
      return terms.pending === null && areConditionsMet(told) && problemOf(told) === null;
    },
    /** a different sum than the dialog shows would arrive by now */
    isPayChanged: (_, failure: CallFailure) => isRefusedFor(failure, 'pay_changed'),
    isCorrectable: (_, withdrawal: Withdrawal | null) => !!withdrawal && isCorrectable(withdrawal),
    isCorrected: ({ context: { withdrawal, faulty } }, payee: WithdrawInfo | null) =>
      !!withdrawal && !!payee && isCorrected(withdrawal, payee, faulty),
    isCancellable: ({ context: { withdrawal } }) => !!withdrawal && isCancellable(withdrawal),
    /** this refusal means that the loaded terms are outdated */
    areTermsOutdated: (_, failure: CallFailure) =>
      failure.kind === 'refused' && failure.reason !== 'idempotency_key_reused',
    isOffline: (_, failure: CallFailure) => isOffline(failure),
    isPaid: (_, withdrawal: Withdrawal) => standingOf(withdrawal) === 'paid',
    isFailed: (_, withdrawal: Withdrawal) => standingOf(withdrawal) === 'failed',
    isReturned: (_, withdrawal: Withdrawal) => standingOf(withdrawal) === 'returned',
    isCancelled: (_, withdrawal: Withdrawal) => standingOf(withdrawal) === 'cancelled',
    isRejected: (_, withdrawal: Withdrawal) => standingOf(withdrawal) === 'rejected',
  },
  actions: {
    dropOffer: assign({
      openOffers: ({ context }, offer: Offer) =>
        context.openOffers.filter((each) => each !== offer),
    }),
    /** stores the answer on this device */
    rememberAnswer: actionNotProvided<Offer>('rememberAnswer'),
    setVisibility: assign({ isVisible: (_, isVisible: boolean) => isVisible }),
    setPermission: assign({ permission: (_, permission: Permission) => permission }),
    markOutdated: assign({ isOutdated: true }),
    markCurrent: assign({ isOutdated: false }),
    setTerms: assign((_, terms: WithdrawalTerms) => ({ terms, withdrawal: terms.pending })),
    setAmount: assign(({ context: { signs } }, text: string) => ({
      typed: text,
      amount: parseAmount(text, signs),
      problem: null,
      failure: null,
    })),
    /** Typed text that was an amount is written in the new signs; other text is read by the new signs. */
    setSigns: assign(({ context: { typed, amount } }, signs: Signs) => {
      const read = typed === null ? amount : parseAmount(typed, signs);
      if (read === amount) return { signs };
      return amount ? { signs, typed: null } : { signs, amount: read, problem: null };
    }),
    setWholeAmount: assign(({ context: { amount, terms } }) => ({
      typed: null,
      amount: terms ? withoutZeros(terms.balance) : amount,
      problem: null,
      failure: null,
    })),
    setProblem: assign({ problem: ({ context }) => problemOf(context) }),
    beginAttempt: assign({
      payee: (_, payee: WithdrawInfo | null) => payee,
      arrival: ({ context }) => arrivalOf(context.amount, context.terms?.pay),
      attempt: ({ context }) => context.attempt + 1,
      problem: null,
      failure: null,
    }),
    /** The same amount with its present arrival, under a new key: the former belongs to another request. */
    beginNextAttempt: assign({
      arrival: ({ context }) => arrivalOf(context.amount, context.terms?.pay),
      attempt: ({ context }) => context.attempt + 1,
    }),
    beginCancellation: assign({ attempt: ({ context }) => context.attempt + 1, failure: null }),
    setWithdrawal: assign(({ context: { terms } }, withdrawal: Withdrawal) => ({
      withdrawal,
      faulty: null,
      terms: terms && updatedTerms(terms, withdrawal),
    })),
    openEnded: assign((_, withdrawal: Withdrawal) => ({ withdrawal, faulty: null })),
    setFaulty: assign({ faulty: (_, payee: WithdrawInfo | null) => payee }),
    /** The returned amount becomes the amount again, as if it had been typed. */
    restoreReturnedAmount: assign(
      ({ context: { withdrawal, amount } }, payee: WithdrawInfo | null) => ({
        payee,
        typed: null,
        amount: withdrawal ? withoutZeros(withdrawal.amount) : amount,
        problem: null,
        failure: null,
      }),
    ),
    clearAmount: assign({ typed: null, amount: '' }),
    forgetWithdrawal: assign({ withdrawal: null }),
    setFailure: assign({ failure: (_, failure: CallFailure) => failure }),
    clearFailure: assign({ failure: null }),
    notifyLoaded: notify((_, { balance }: WithdrawalTerms) => ({
      type: 'withdrawal.loaded',
      balance,
    })),
    notifySubmitted: notify((_, balance: string) => ({ type: 'withdrawal.submitted', balance })),
    notifySettled: notify((_, ending: Ending) => ({ type: 'withdrawal.settled', ending })),
    notifyCancelled: notify((_, balance: string) => ({
      type: 'withdrawal.settled',
      ending: 'cancelled',
      balance,
    })),
    notifyFailed: notify((_, failure: CallFailure) => ({ type: 'withdrawal.failed', failure })),
  },
});
