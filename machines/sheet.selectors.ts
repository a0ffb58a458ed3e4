import type { CallFailure } from '../contract/failure.ts';

/** The part of a snapshot with the failure of a call. */
export interface Failing {
  value: unknown;
  context: { failure: CallFailure | null };
}

/** The name of the machine's state. */
export const selectState = <State extends string>({ value }: { value: State }): State => value;

/** Why the sheet's data could not be loaded; null: no failure. */
export const selectLoadFailure = ({ value, context }: Failing) =>
  value === 'lost' ? context.failure : null;

/** Why the request was refused; null: it was not. */
export const selectRefusal = ({ value, context }: Failing) =>
  value === 'refused' ? context.failure : null;
