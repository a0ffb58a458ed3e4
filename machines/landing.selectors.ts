import type { SnapshotFrom } from 'xstate';
import type { landingMachine } from './landing.machine.ts';

type Snapshot = SnapshotFrom<typeof landingMachine>;

export type LandingState = 'loading' | 'unknown' | 'failed' | 'ready';

export const selectLandingState = ({ value }: Snapshot): LandingState =>
  typeof value === 'string' ? value : 'ready';

/** The inviter, the sample clip and the rewards; null until loaded. */
export const selectOffer = ({ context }: Snapshot) => context.offer;

/** Why the offer could not be loaded. */
export const selectFailure = ({ context }: Snapshot) => context.failure;

/** The sample clip was watched for long enough. */
export const selectHasWatched = ({ value }: Snapshot): boolean =>
  typeof value === 'object' && value.ready === 'watched';

/** The sample clip, while there is one. */
export const selectClip = ({ children }: Snapshot) => children.clip;
