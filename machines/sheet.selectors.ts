import type { CallFailure } from '../contract/failure.ts';

/** The part of a snapshot that tells why a call has failed. */
export interface Failing {
  value: unknown;
  context: { failure: CallFailure | null };
}

/** The state that it is in, by name. */
export const selectState = <State extends string>({ value }: { value: State }): State => value;

/** Why what the sheet shows could not be loaded; null: it could. */
export const selectLoss = ({ value, context }: Failing) =>
  value === 'lost' ? context.failure : null;

/** Why what was asked for was not done; null: it was not refused. */
export const selectRefusal = ({ value, context }: Failing) =>
  value === 'refused' ? context.failure : null;
