import type { CallFailure } from '../contract/failure.ts';

/** No connection could be made: missing data is loaded once there is one. */
export const isOffline = (failure: CallFailure | null): boolean => failure?.kind === 'offline';
