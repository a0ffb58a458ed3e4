import type { CallFailure } from '../contract/failure.ts';

/** No connection could be made: what is missing comes by itself once there is one. */
export const isOffline = (failure: CallFailure | null): boolean => failure?.kind === 'offline';
