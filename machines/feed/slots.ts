import type { CallFailure } from '../../contract/failure.ts';
import type { Ad, Video } from '../../contract/shapes.ts';
import type { AdOffer, adMachine, DisplayRules } from '../ad.machine.ts';
import type { RewardEligibility } from '../claim.machine.ts';
import type { DayCount, EarningContext } from '../earning.machine.ts';

/** A clip with the reason for its place, a `PlaceReason`; `seen_on`: the day of `again`. */
interface PlacedVideo extends Video {
  reason?: string | undefined;
  seen_on?: string | undefined;
}

/** A clip of the feed; `isOpen` while watching it can still earn something today. */
export interface Clip {
  video: PlacedVideo;
  isOpen: boolean;
  /** the file that it was played from, and will play from again */
  src?: string | undefined;
}

/** One answer of the list, to be merged into the clips loaded before. */
export interface ClipPage {
  clips: Clip[];
  /** null for a visitor, who earns nothing */
  count: DayCount | null;
  /** the operator has stopped all rewards for now; older servers do not send it */
  isPaused?: boolean | undefined;
  isComplete: boolean;
  /** the page's address names a clip that cannot be watched any more */
  isLinkGone?: boolean | undefined;
  /** addresses of media that were taken down; older servers do not send it */
  takenDown?: readonly string[] | undefined;
  /** why the list could not be loaded: `clips` are then cached ones */
  failure?: CallFailure;
}

/** One height of the stage: a clip, by its index in the list, or an advertisement, by its id. */
export type Slot = { kind: 'clip'; clip: number } | { kind: 'ad'; adId: number };

/** The advertisements to show, and when. */
export interface AdPlan {
  rules: DisplayRules;
  offers: AdOffer[];
  /** the machine of an ad, whose code is loaded with the plan; a function, as plans are shown as JSON */
  readAd: () => typeof adMachine;
}

/** Contents of the stage. */
export interface Contents {
  clips: Clip[];
  slots: Slot[];
  index: number;
  /** the indexes that have an actor */
  live: number[];
  isLoaded: boolean;
  /** eligibility of the clips is that of another day or limit: the next answer replaces it */
  isOutdated: boolean;
  plan: AdPlan | null;
}

export const clipIn = ({ slots, clips }: Contents, index: number): Clip | undefined => {
  const slot = slots[index];
  return slot?.kind === 'clip' ? clips[slot.clip] : undefined;
};

/** The advertisement at an index, if there is one, with its present eligibility. */
export function offerIn(
  { slots, plan }: Contents,
  index: number,
  earning: EarningContext | undefined,
): AdOffer | undefined {
  const slot = slots[index];
  const offer =
    slot?.kind === 'ad' ? plan?.offers.find(({ ad }) => ad.id === slot.adId) : undefined;
  return offer && (!earning || earning.isPaused)
    ? { ...offer, eligibility: { watch: 'closed', click: 'closed' } }
    : offer;
}

export function eligibilityOf(
  { isLoaded }: Contents,
  { isOpen }: Clip,
  earning: EarningContext | undefined,
): RewardEligibility {
  if (!isLoaded) return 'unknown';
  if (!isOpen) return 'alreadyRewarded';
  return earning && !earning.isPaused && earning.count?.remaining ? 'open' : 'closed';
}

/**
 * Whether an advertisement may be shown today. After it was watched and followed it is not shown
 * again: neither the member nor the advertiser would gain anything.
 */
export const isDue = ({ eligibility: { watch, click } }: AdOffer) =>
  !(watch === 'alreadyRewarded' && click === 'alreadyRewarded');

/** Picks the advertisement that was shown least. */
function pickAd({ offers }: AdPlan, slots: Slot[]): Ad | undefined {
  const seen = ({ ad }: AdOffer) =>
    slots.filter((slot) => slot.kind === 'ad' && slot.adId === ad.id).length;
  return offers.filter(isDue).sort((one, other) => seen(one) - seen(other))[0]?.ad;
}

/**
 * Fills the stage: clips in their order, with an advertisement after every `every_n_videos` of
 * them, never at the end. Slots up to the next one stay as they are.
 */
export function filled({ clips, slots, index, live, plan }: Contents): Slot[] {
  const next = slots.slice(0, Math.max(index + 1, ...live) + 1);
  const lastAd = next.findLastIndex(({ kind }) => kind === 'ad');
  let sinceAd = next.length - 1 - lastAd;
  const every = plan?.rules.every_n_videos || Number.POSITIVE_INFINITY;
  for (let clip = next.filter(({ kind }) => kind === 'clip').length; clip < clips.length; clip++) {
    const ad = plan && sinceAd >= every ? pickAd(plan, next) : undefined;
    if (ad) {
      next.push({ kind: 'ad', adId: ad.id });
      sinceAd = 0;
    }
    next.push({ kind: 'clip', clip });
    sinceAd += 1;
  }
  return next;
}

/** Index in the list of the current clip, or of the clip after the current advertisement. */
export const clipIndex = ({ slots, index }: Contents) =>
  slots.slice(0, index).filter(({ kind }) => kind === 'clip').length;

const isNew = ({ clips }: Pick<Contents, 'clips'>, { id }: Video) =>
  !clips.some(({ video }) => video.id === id);

/** Whether an answer of the list has a clip that was not loaded before. */
export const hasNewClips = (contents: Contents, clips: Clip[]) =>
  clips.some(({ video }) => isNew(contents, video));

/**
 * Merges an answer of the list into the clips. The page's first clip stays first, even if the
 * list has it elsewhere or not at all. A member's list leaves out paid clips: a clip missing from a
 * complete list earns nothing. Clips that were taken down do not come on the stage any more.
 */
export function joined(contents: Contents, page: ClipPage): Clip[] {
  const { clips, count, isComplete, takenDown = [] } = page;
  const told = new Map(clips.map((clip) => [clip.video.id, clip]));
  const isWhole = count !== null && isComplete;
  const kept =
    contents.isLoaded && !contents.isOutdated
      ? contents.clips
      : contents.clips.map((clip) => {
          const { video, isOpen } = told.get(clip.video.id) ?? {
            ...clip,
            isOpen: clip.isOpen && !isWhole,
          };
          // a clip that came with the page has no reason for its place
          return { ...clip, video, isOpen };
        });
  // clips up to the next slot stay: a clip's index is never larger than its slot's
  const left = kept.filter(
    ({ video }, place) =>
      place < contents.index + 2 || !takenDown.some((url) => video.url.startsWith(url)),
  );
  return [...left, ...clips.filter(({ video }) => isNew({ clips: left }, video))];
}

/** Returns the clips as they are on a new day until the server answers: all can earn. */
export const reopened = ({ clips }: Contents): Clip[] =>
  clips.map((clip) => ({ ...clip, isOpen: true }));

/** Returns the clips with the file that one of them plays from. */
export const withSrc = ({ clips }: Contents, one: Clip, src: string | undefined): Clip[] =>
  clips.map((clip) => (clip === one ? { ...clip, src } : clip));

/** Returns the clips after one of them was paid. */
export const closed = ({ clips }: Contents, videoId: number): Clip[] =>
  clips.map((clip) => (clip.video.id === videoId ? { ...clip, isOpen: false } : clip));
