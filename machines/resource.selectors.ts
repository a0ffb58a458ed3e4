import type { CallFailure } from '../contract/failure.ts';
import { isOffline } from './offline.ts';

/** The part of a resource's snapshot that these selectors read. */
export interface Loaded<Value> {
  context: { value: Value | null; failure: CallFailure | null };
}

export const selectValue = <Value>({ context }: Loaded<Value>): Value | null => context.value;

export const selectFailure = ({ context }: Loaded<unknown>): CallFailure | null => context.failure;

/** The value could not be loaded for lack of a connection. */
export const selectIsOffline = ({ context }: Loaded<unknown>): boolean =>
  isOffline(context.failure);

/** There is no connection and no earlier value: nothing can be shown. */
export const selectIsOfflineAndEmpty = ({ context }: Loaded<unknown>): boolean =>
  context.value === null && isOffline(context.failure);

/** There is neither a value nor a failure yet. */
export const selectIsNotLoadedYet = ({ context }: Loaded<unknown>): boolean =>
  context.value === null && context.failure === null;
