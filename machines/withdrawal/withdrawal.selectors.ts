import type { SnapshotFrom } from 'xstate';
import { compareMoney } from '../../contract/money.ts';
import { isOffline } from '../offline.ts';
import { offerOf } from './offers.ts';
import type { withdrawalMachine } from './withdrawal.machine.ts';

type Snapshot = SnapshotFrom<typeof withdrawalMachine>;

export type Step =
  | 'loading'
  /** while the terms are loaded again, the last ones are shown */
  | 'reloading'
  | 'failed'
  /** there was no connection */
  | 'offline'
  | 'blocked'
  | 'editing'
  | 'confirming'
  | 'submitting'
  | 'pending'
  | 'settled';

const steps = ['failed', 'blocked', 'confirming', 'submitting', 'pending'] as const;

export function selectStep(state: Snapshot): Step {
  if (state.matches('loading')) return state.context.terms === null ? 'loading' : 'reloading';
  if (state.hasTag('settled')) return 'settled';
  if (state.matches('failed') && isOffline(state.context.failure)) return 'offline';
  if (state.matches('repricing')) return 'submitting';
  return steps.find((each) => state.matches(each)) ?? 'editing';
}

type Cancellation = 'asking' | 'cancelling' | 'refused';
const cancellations: readonly Cancellation[] = ['asking', 'cancelling', 'refused'];

/** State of the user's cancellation of a request; null: none. */
export const selectCancellation = (state: Snapshot): Cancellation | null =>
  cancellations.find((each) => state.matches({ pending: each })) ?? null;

export const selectTerms = ({ context }: Snapshot) => context.terms;
/** The debt, which later rewards repay first; null: none. */
export function selectDebt({ context }: Snapshot): string | null {
  const debt = context.terms?.debt ?? '0';
  return compareMoney(debt, '0') > 0 ? debt : null;
}

/** The offered way to secure the account; null: none, or all answered. */
export const selectOffer = ({ context }: Snapshot) => offerOf(context.terms, context.openOffers);

export const selectPermission = ({ context }: Snapshot) => context.permission;
export const selectRequest = ({ context }: Snapshot) => context.withdrawal;
/** The amount as typed; null: it was not typed. */
export const selectTyped = ({ context }: Snapshot) => context.typed;
export const selectAmount = ({ context }: Snapshot) => context.amount;
/** The account for the amount to confirm. */
export const selectPayee = ({ context }: Snapshot) => context.payee;
/** The arriving amount, in the method's currency; null and undefined: the amount itself. */
export const selectArrival = ({ context }: Snapshot) => context.arrival;
/** The currency of amounts; undefined: the server does not send it. */
export const selectCurrency = ({ context }: Snapshot) => context.terms?.currency;
export const selectMinAmount = ({ context }: Snapshot) => context.terms?.min_amount;
/** Hours for which the next withdrawal is held before it can be paid. */
export const selectHoldHours = ({ context: { terms } }: Snapshot) =>
  terms?.hold_hours ?? (terms?.hold_days ?? 0) * 24;
export const selectProblem = ({ context }: Snapshot) => context.problem;
export const selectFailure = ({ context }: Snapshot) => context.failure;
