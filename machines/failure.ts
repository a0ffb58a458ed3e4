import type { CallFailure } from '../contract/failure.ts';
import type { Reason } from '../contract/reasons.ts';

/**
 * The failure with which an actor rejected. Ports reject with a `CallFailure`; anything else is a
 * defect of ours and counts as a fault, so that every state can be left.
 */
export function failureOf(error: unknown): CallFailure {
  if (typeof error === 'object' && error !== null && 'kind' in error) return error as CallFailure;
  return { kind: 'faulted', status: 0 };
}

/**
 * Parameters of an action or guard: the failure of this `onError`'s actor, or the failure in a
 * machine's output.
 */
export const reason = ({ event }: { event: { error?: unknown; output?: unknown } }) =>
  failureOf(event.error ?? event.output);

/** An actor has exceeded its time limit. */
export const timedOut: CallFailure = { kind: 'timeout' };

/** The server has refused for this reason. */
export const isRefusedFor = (failure: CallFailure, why: Reason): boolean =>
  failure.kind === 'refused' && failure.reason === why;

/** A failure that a retry does not change: a refusal, or a fault of the request itself. */
export const isFinal = (failure: CallFailure) =>
  failure.kind === 'refused' ||
  (failure.kind === 'faulted' && failure.status >= 400 && failure.status < 429);

type WithReason<Action extends string> = Action extends string
  ? { type: Action; params: typeof reason }
  : never;

/**
 * The `onError` of an actor that fails. Each actor has a timeout of its own.
 * @param actions get the failure as their parameters
 * @param first actions without parameters, which run before them
 */
export const failsTo = <
  const Target extends string,
  const Action extends string,
  const Plain extends string = never,
>(
  target: Target,
  actions: readonly Action[],
  first: readonly Plain[] = [],
) => ({
  target,
  actions: [...first, ...actions.map((type) => ({ type, params: reason }) as WithReason<Action>)],
});

/** The request could not be written, or its answer could not be read. */
export const isUnreadable = (failure: CallFailure) =>
  failure.kind === 'malformed' || (failure.kind === 'faulted' && failure.status === 0);
