import type { CallFailure } from '../contract/failure.ts';

/**
 * What an actor rejected with. Ports reject with a `CallFailure`; anything else is a defect of
 * ours and counts as a fault, so that no state is left without a way out.
 */
export function failureOf(error: unknown): CallFailure {
  if (typeof error === 'object' && error !== null && 'kind' in error) return error as CallFailure;
  return { kind: 'faulted', status: 0 };
}

/** The parameters of an action or guard: why the actor of this `onError` has failed. */
export const reason = ({ event }: { event: { error: unknown } }) => failureOf(event.error);

/** A machine's own limit on a wait has passed. */
export const timedOut: CallFailure = { kind: 'timeout' };

/** An answer that asking again does not change: a refusal, or a fault of the request itself. */
export const isFinal = (failure: CallFailure) =>
  failure.kind === 'refused' ||
  (failure.kind === 'faulted' && failure.status >= 400 && failure.status < 429);
