import type { CallFailure } from '../../contract/failure.ts';
import type { Ad, Video } from '../../contract/shapes.ts';
import type { AdOffer, adMachine, DisplayRules } from '../ad.machine.ts';
import type { RewardEligibility } from '../claim.machine.ts';
import type { DayCount, EarningContext } from '../earning.machine.ts';

/** A clip, and why it has its place: `reason` is a `PlaceReason`, `seen_on` the day of `again`. */
interface PlacedVideo extends Video {
  reason?: string | undefined;
  seen_on?: string | undefined;
}

/** A clip of the feed; `isOpen` while watching it can still earn something today. */
export interface Clip {
  video: PlacedVideo;
  isOpen: boolean;
  /** which of its files it was played from, and is again when it comes back */
  src?: string | undefined;
}

/** One answer of the list, joined to what is already there. */
export interface ClipPage {
  clips: Clip[];
  /** null for a visitor, who earns nothing */
  count: DayCount | null;
  /** the operator has stopped all rewards for now; older servers do not send it */
  isPaused?: boolean | undefined;
  isComplete: boolean;
  /** the page's address names a clip that nobody can watch any more */
  isLinkGone?: boolean | undefined;
  /** addresses of media that were taken down; older servers do not send it */
  takenDown?: readonly string[] | undefined;
  /** why the server was not asked: these are the last ones that it gave, as far as they are here */
  failure?: CallFailure;
}

/** One height of the stage: a clip, by its place in the list, or an advertisement, by its id. */
export type Slot = { kind: 'clip'; clip: number } | { kind: 'ad'; adId: number };

/** The advertisements to show, and when. */
export interface AdPlan {
  rules: DisplayRules;
  offers: AdOffer[];
  /** the machine of one of them, whose code comes with the plan's; a function, since plans are shown as JSON */
  readAd: () => typeof adMachine;
}

/** What the stage is filled with. */
export interface Contents {
  clips: Clip[];
  slots: Slot[];
  index: number;
  /** the places that have an actor */
  live: number[];
  isLoaded: boolean;
  /** what is known of the clips is of another day, or another limit: the next answer decides */
  isOutdated: boolean;
  plan: AdPlan | null;
}

export const clipIn = ({ slots, clips }: Contents, index: number): Clip | undefined => {
  const slot = slots[index];
  return slot?.kind === 'clip' ? clips[slot.clip] : undefined;
};

/** The advertisement at a place of the stage, if it is one, with what it can earn now. */
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
 * Whoever has watched an advertisement and followed it today is not shown it again: neither they
 * nor its advertiser would gain anything.
 */
export const isDue = ({ eligibility: { watch, click } }: AdOffer) =>
  !(watch === 'alreadyRewarded' && click === 'alreadyRewarded');

/** The one that the stage has seen least. */
function pickAd({ offers }: AdPlan, slots: Slot[]): Ad | undefined {
  const seen = ({ ad }: AdOffer) =>
    slots.filter((slot) => slot.kind === 'ad' && slot.adId === ad.id).length;
  return offers.filter(isDue).sort((one, other) => seen(one) - seen(other))[0]?.ad;
}

/**
 * Fills the stage: clips in their order, and an advertisement after every so many, never as the
 * last. What is on the stage, was, or comes next, stays where it is.
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

/** The clip on the stage, or the one after the advertisement that is. */
export const clipNumber = ({ slots, index }: Contents) =>
  slots.slice(0, index).filter(({ kind }) => kind === 'clip').length;

const isNew = ({ clips }: Pick<Contents, 'clips'>, { id }: Video) =>
  !clips.some(({ video }) => video.id === id);

/** Does an answer of the list bring a clip that was not there? */
export const hasNewClips = (contents: Contents, clips: Clip[]) =>
  clips.some(({ video }) => isNew(contents, video));

/**
 * The clips with an answer of the list joined. The one that came with the page is first, wherever
 * the list has it, if at all. A member's list leaves out what is paid already: a clip that is not
 * in a whole one earns nothing. What was taken down does not come on the stage any more.
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
          // what came with the page has no reason for its place
          return { ...clip, video, isOpen };
        });
  // what is on the stage, was, or comes next, stays: there are no more clips than places
  const left = kept.filter(
    ({ video }, place) =>
      place < contents.index + 2 || !takenDown.some((url) => video.url.startsWith(url)),
  );
  return [...left, ...clips.filter(({ video }) => isNew({ clips: left }, video))];
}

/** The clips on another day, as far as is known before the answer. */
export const reopened = ({ clips }: Contents): Clip[] =>
  clips.map((clip) => ({ ...clip, isOpen: true }));

/** The clips when one of them plays from a file. */
export const withSrc = ({ clips }: Contents, one: Clip, src: string | undefined): Clip[] =>
  clips.map((clip) => (clip === one ? { ...clip, src } : clip));

/** The clips when one of them has been paid. */
export const closed = ({ clips }: Contents, videoId: number): Clip[] =>
  clips.map((clip) => (clip.video.id === videoId ? { ...clip, isOpen: false } : clip));
