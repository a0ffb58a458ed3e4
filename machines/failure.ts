import type { CallFailure } from '../contract/failure.ts';
import type { Reason } from '../contract/reasons.ts';

/**
 * What an actor rejected with. Ports reject with a `CallFailure`; anything else is a defect of
 * ours and counts as a fault, so that every state can be left.
 */
export function failureOf(error: unknown): CallFailure {
  if (typeof error === 'object' && error !== null && 'kind' in error) return error as CallFailure;
  return { kind: 'faulted', status: 0 };
}

/** The parameters of an action or guard: why the actor of this `onError` has failed. */
export const reason = ({ event }: { event: { error: unknown } }) => failureOf(event.error);

/** A machine's own limit on a wait has passed. */
export const timedOut: CallFailure = { kind: 'timeout' };

/** The server has refused, and for this reason. */
export const isRefusedFor = (failure: CallFailure, why: Reason): boolean =>
  failure.kind === 'refused' && failure.reason === why;

/** An answer that asking again does not change: a refusal, or a fault of the request itself. */
export const isFinal = (failure: CallFailure) =>
  failure.kind === 'refused' ||
  (failure.kind === 'faulted' && failure.status >= 400 && failure.status < 429);

type WithParams<Action extends string, Params> = Action extends string
  ? { type: Action; params: Params }
  : never;

interface Options<Plain extends string, Delay extends string> {
  /** actions without parameters, which come first */
  first?: readonly Plain[];
  /** the state's delay; `callTimeout` where none is named */
  timeout?: Delay;
}

/**
 * Where a failed or late actor leads: `onError` for its `invoke`, `after` for its state.
 * @param actions get the failure as their parameters
 */
export function failsTo<
  const Target extends string,
  const Action extends string = never,
  const Plain extends string = never,
  const Delay extends string = 'callTimeout',
>(target: Target, actions: readonly Action[] = [], options: Options<Plain, Delay> = {}) {
  const { first = [], timeout = 'callTimeout' } = options;
  const withParams = <Params>(params: Params) => ({
    target,
    actions: [...first, ...actions.map((type) => ({ type, params }) as WithParams<Action, Params>)],
  });
  const onError = withParams(reason);
  const late = withParams(timedOut);
  return { onError, after: { [timeout]: late } as Record<Delay, typeof late> };
}
