import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { adMachine } from './ad.machine.ts';
import type { claimMachine } from './claim.machine.ts';

type Snapshot = SnapshotFrom<typeof adMachine>;

/** The advertisement has not played for long enough to be skipped. */
export const selectIsLocked = ({ value }: Snapshot): boolean => value === 'locked';

export const selectAd = ({ context }: Snapshot) => context.ad;

/** Seconds to play before the advertisement may be skipped. */
export const selectSkippableAfter = ({ context }: Snapshot) =>
  context.rules.skippable_after_seconds;

/** Only a web address is followed; the advertiser's address may have another scheme. */
export const selectIsFollowable = ({ context }: Snapshot): boolean =>
  /^https?:\/\//i.test(context.ad.target_url);

/** The actor of the claim for following the advertisement, which exists from the start. */
export const selectClick = ({ children }: Snapshot) =>
  children.click as ActorRefFrom<typeof claimMachine>;
