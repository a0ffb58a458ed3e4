import type { CallFailure } from '../contract/failure.ts';
import { isOffline } from './offline.ts';

/** The part of a snapshot that holds what was asked for. */
export interface Loaded<Value> {
  context: { value: Value | null; failure: CallFailure | null };
}

export const selectValue = <Value>({ context }: Loaded<Value>): Value | null => context.value;

export const selectFailure = ({ context }: Loaded<unknown>): CallFailure | null => context.failure;

/** It could not be asked for because there is no connection. */
export const selectIsOffline = ({ context }: Loaded<unknown>): boolean =>
  isOffline(context.failure);

/** The same, and no value of before is known: there is nothing to show. */
export const selectIsOutOfReach = ({ context }: Loaded<unknown>): boolean =>
  context.value === null && isOffline(context.failure);

/** Neither the value nor a reason why there is none. */
export const selectIsAwaited = ({ context }: Loaded<unknown>): boolean =>
  context.value === null && context.failure === null;
