import type { Ad, Video } from '../contract/shapes.ts';
import type { AdDeed, AdInput, DisplayRules } from './ad.setup.ts';
import type { Standing } from './claiming.ts';

/** A clip of the feed; `isOpen` while watching it can still earn something today. */
export interface Clip {
  video: Video;
  isOpen: boolean;
}

/** One answer of the list, joined to what is already there. */
export interface ClipPage {
  clips: Clip[];
  /** false for a visitor, who earns nothing */
  isMember: boolean;
  remainingToday: number;
  dailyLimit: number;
  extraSharesLeft: number;
  isComplete: boolean;
}

/** One height of the stage: a clip, by its place in the list, or an advertisement, by its id. */
export type Slot = { kind: 'clip'; clip: number } | { kind: 'ad'; adId: number };

/** The advertisements to show, and when. */
export interface AdPlan {
  rules: DisplayRules;
  ads: Ad[];
  /** there are no others */
  isComplete: boolean;
}

/** What the stage is laid with. */
export interface Stock {
  clips: Clip[];
  slots: Slot[];
  index: number;
  live: number[];
  isLoaded: boolean;
  /** what is known of the clips is of another day, or another limit: the next answer decides */
  isOutdated: boolean;
  isMember: boolean;
  remainingToday: number;
  plan: AdPlan | null;
  /** what no advertisement pays for any more today */
  adLimits: AdDeed[];
}

export const clipIn = ({ slots, clips }: Stock, index: number): Clip | undefined => {
  const slot = slots[index];
  return slot?.kind === 'clip' ? clips[slot.clip] : undefined;
};

const adIn = ({ slots, plan }: Stock, index: number): Ad | undefined => {
  const slot = slots[index];
  return slot?.kind === 'ad' ? plan?.ads.find(({ id }) => id === slot.adId) : undefined;
};

export function standingOf(stock: Stock, clip: Clip): Standing {
  if (!stock.isLoaded) return 'unknown';
  if (!stock.isMember) return 'visitor';
  if (!clip.isOpen) return 'alreadyRewarded';
  return stock.remainingToday === 0 ? 'limitReached' : 'open';
}

function adStandingOf({ isMember, adLimits }: Stock, ad: Ad, deed: AdDeed): Standing {
  if (!isMember) return 'visitor';
  if (deed === 'watch' ? ad.watched_today : ad.clicked_today) return 'alreadyRewarded';
  return adLimits.includes(deed) ? 'limitReached' : 'open';
}

/** What an advertisement on the stage is made from. */
export function adOffer(stock: Stock, index: number): Omit<AdInput, 'isSoundOn' | 'nonce'> | null {
  const ad = adIn(stock, index);
  if (!ad || !stock.plan) return null;
  const standing = {
    watch: adStandingOf(stock, ad, 'watch'),
    click: adStandingOf(stock, ad, 'click'),
  };
  return { index, ad, rules: stock.plan.rules, standing };
}

/**
 * Whoever has watched an advertisement and followed it today is not shown it again: neither they
 * nor its advertiser would gain anything.
 */
const isDue = (ad: Ad) => !(ad.watched_today && ad.clicked_today);

/** Every advertisement has had its day, and there are others to ask for. */
export const isOutOfAds = ({ plan }: Stock) =>
  plan !== null && !plan.isComplete && !plan.ads.some(isDue);

/** The one that the stage has seen least. */
function pickAd({ ads }: AdPlan, slots: Slot[]): Ad | undefined {
  const seen = ({ id }: Ad) =>
    slots.filter((slot) => slot.kind === 'ad' && slot.adId === id).length;
  return ads.filter(isDue).sort((one, other) => seen(one) - seen(other))[0];
}

/**
 * Lays the stage: clips in their order, and an advertisement after every so many, never as the
 * last. What is on the stage, was, or comes next, stays where it is.
 */
export function lay({ clips, slots, index, live, plan }: Stock): Slot[] {
  const laid = slots.slice(0, Math.max(index + 1, ...live) + 1);
  const lastAd = laid.findLastIndex(({ kind }) => kind === 'ad');
  let sinceAd = laid.length - 1 - lastAd;
  const every = plan?.rules.every_n_videos || Number.POSITIVE_INFINITY;
  for (let clip = laid.filter(({ kind }) => kind === 'clip').length; clip < clips.length; clip++) {
    const ad = plan && sinceAd >= every ? pickAd(plan, laid) : undefined;
    if (ad) {
      laid.push({ kind: 'ad', adId: ad.id });
      sinceAd = 0;
    }
    laid.push({ kind: 'clip', clip });
    sinceAd += 1;
  }
  return laid;
}

/** The clip on the stage, or the one after the advertisement that is. */
export const clipNumber = ({ slots, index }: Stock) =>
  slots.slice(0, index).filter(({ kind }) => kind === 'clip').length;

const isNew = ({ clips }: Stock, { id }: Video) => !clips.some(({ video }) => video.id === id);

/** Does an answer of the list bring a clip that was not there? */
export const hasNews = (stock: Stock, clips: Clip[]) =>
  clips.some(({ video }) => isNew(stock, video));

/**
 * The clips with an answer of the list joined. The one that came with the page is first, wherever
 * the list has it, if at all. A member's list leaves out what is paid already: a clip that is not
 * in a whole one earns nothing.
 */
export function joined(stock: Stock, { clips, isMember, isComplete }: ClipPage): Clip[] {
  const named = new Set(clips.map(({ video }) => video.id));
  const isWhole = isMember && isComplete;
  const kept =
    stock.isLoaded && !stock.isOutdated
      ? stock.clips
      : stock.clips.map(({ video, isOpen }) => ({
          video,
          isOpen: named.has(video.id) || (isOpen && !isWhole),
        }));
  return [...kept, ...clips.filter(({ video }) => isNew(stock, video))];
}

/** What a day has closed is open again, as far as is known before the answer. */
export function onNewDay({ clips, plan }: Stock): Partial<Stock> {
  return {
    isOutdated: true,
    clips: clips.map(({ video }) => ({ video, isOpen: true })),
    adLimits: [],
    plan: plan && {
      ...plan,
      ads: plan.ads.map((ad) => ({ ...ad, watched_today: false, clicked_today: false })),
    },
  };
}

/** The clips when one of them has been paid. */
export const closed = ({ clips }: Stock, videoId: number): Clip[] =>
  clips.map((clip) => (clip.video.id === videoId ? { ...clip, isOpen: false } : clip));

/** The plan when an advertisement has paid for one of its deeds. */
export const withEarned = (plan: AdPlan, adId: number, deed: AdDeed): AdPlan => ({
  ...plan,
  ads: plan.ads.map((ad) =>
    ad.id === adId ? { ...ad, [deed === 'watch' ? 'watched_today' : 'clicked_today']: true } : ad,
  ),
});

/** A later answer knows better; what only the last one had may still lie on the stage. */
export const withLater = (plan: AdPlan | null, later: AdPlan): AdPlan => ({
  ...later,
  ads: [
    ...later.ads,
    ...(plan?.ads ?? []).filter(({ id }) => !later.ads.some((ad) => ad.id === id)),
  ],
});
