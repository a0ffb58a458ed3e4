import type { CallFailure } from '../contract/failure.ts';

/** The part of a snapshot that holds what was asked for. */
export interface Loaded<Value> {
  context: { value: Value | null; failure: CallFailure | null };
}

export const selectValue = <Value>({ context }: Loaded<Value>): Value | null => context.value;

export const selectFailure = ({ context }: Loaded<unknown>): CallFailure | null => context.failure;

/** Neither the value nor a reason why there is none. */
export const selectIsAwaited = ({ context }: Loaded<unknown>): boolean =>
  context.value === null && context.failure === null;
