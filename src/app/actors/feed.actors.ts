import { fromCallback, fromPromise } from 'xstate';
import {
  checkAndAddExtraRewards,
  getAdList,
  getDisplayRules,
  playable,
  videoList,
} from '../../../contract/calls.ts';
import type { CallFailure } from '../../../contract/failure.ts';
import type { UserInfo, Video } from '../../../contract/shapes.ts';
import { adMachine } from '../../../machines/ad.machine.ts';
import type { ClaimEvent } from '../../../machines/claiming.ts';
import type { ExtraViews } from '../../../machines/feed.context.ts';
import { feedMachine } from '../../../machines/feed.machine.ts';
import type { StageOrder } from '../../../machines/feed.setup.ts';
import type { AdPlan, Clip, ClipPage } from '../../../machines/feed.slots.ts';
import type { Claim, ClaimAnswer, ClaimCall } from '../../../machines/outbox.machine.ts';
import { videoMachine } from '../../../machines/video.machine.ts';
import type { PlayerOrder, VideoInput } from '../../../machines/video.setup.ts';
import type { Players } from '../../ports/media.ts';
import { watchLine } from '../../ports/visibility.ts';
import { claimThrough, watchClaim } from '../claims.ts';
import type { Effects } from '../effects.ts';
import { FEED_PATH } from '../path.ts';
import { feedListeners } from './feed-news.ts';
import { watchPresence } from './presence.ts';

/** Asked for at once; later pages find what the first ones did not have. */
const PAGE_SIZE = 20;
const LARGEST_PAGE = 100;

type Player = Pick<VideoInput, 'index' | 'video'> & { isMuted: boolean };

/** A clip on its element, one of a set. */
export const playOn = (players: Players) =>
  fromCallback<PlayerOrder, Player>(({ input, sendBack, receive }) => {
    const player = players.run(input, sendBack);
    receive(player.order);
    return player.stop;
  });

type CurrentUser = () => Pick<UserInfo, 'id' | 'country'> | null;

/** Who makes a claim, and where it goes. */
interface Claimants {
  effects: Effects;
  user: CurrentUser;
  add: (claim: Claim) => void;
}

/** Hands a claim of the current user to the outbox, and waits for what becomes of it. */
async function claimFor(
  { effects, user, add }: Claimants,
  claim: { id: string; call: ClaimCall; itemId: number },
  signal: AbortSignal,
): Promise<ClaimAnswer> {
  const userId = user()?.id;
  if (userId === undefined) throw { kind: 'sessionEnded', code: 401 } satisfies CallFailure;
  const whole = { ...claim, userId, attempt: 1 };
  return claimThrough(effects.news, effects.awaitedClaims, add, whole, signal);
}

/** What becomes of a claim that stays in the outbox. */
const watchClaimOf = ({ effects }: Claimants) =>
  fromCallback<ClaimEvent, { claimId: string }>(({ input, sendBack }) =>
    watchClaim(effects.news, input.claimId, sendBack),
  );

/** A clip whose watching is paid by one of the calls. */
const provideVideo = (claimants: Claimants, call: ClaimCall) =>
  videoMachine.provide({
    actors: {
      watchClaim: watchClaimOf(claimants),
      playClip: playOn(claimants.effects.players),
      claimReward: fromPromise<ClaimAnswer, { claimId: string; videoId: number }>(
        ({ input: { claimId, videoId }, signal }) =>
          claimFor(claimants, { id: claimId, call, itemId: videoId }, signal),
      ),
    },
  });

/** An advertisement plays in the clips' own elements. */
const provideAd = (claimants: Claimants) =>
  adMachine.provide({
    actors: {
      watchClaim: watchClaimOf(claimants),
      video: provideVideo(claimants, 'watchAdReward'),
      claimClick: fromPromise<ClaimAnswer, { claimId: string; adId: number }>(
        ({ input: { claimId, adId }, signal }) =>
          claimFor(claimants, { id: claimId, call: 'clickAdReward', itemId: adId }, signal),
      ),
    },
  });

const open = (video: Video): Clip => ({ video, isOpen: true });

/**
 * A member's clips: those not yet paid for today, from the first one on, which says of the known
 * ones too whether they can earn. The list shrinks while it is being earned.
 */
async function loadPlayable(
  { api }: Effects,
  knownIds: number[],
  signal: AbortSignal,
): Promise<ClipPage> {
  const limit = Math.min(knownIds.length + PAGE_SIZE, LARGEST_PAGE);
  const clips: Clip[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await api(playable, { page, limit }, { signal });
    clips.push(...answer.list.map(open));
    const isLast = page * limit >= answer.total;
    const isNews = answer.list.some(({ id }) => !knownIds.includes(id));
    if (!isNews && !isLast) continue;
    return {
      clips,
      isMember: true,
      remainingToday: answer.remaining_today,
      dailyLimit: answer.limit_today,
      extraSharesLeft: answer.extra_shares_left,
      isComplete: isLast,
    };
  }
}

async function loadPublic(
  { api }: Effects,
  knownIds: number[],
  signal: AbortSignal,
): Promise<ClipPage> {
  const page = Math.floor(knownIds.length / PAGE_SIZE) + 1;
  const answer = await api(videoList, { page, limit: PAGE_SIZE }, { signal });
  return {
    clips: answer.list.map(open),
    isMember: false,
    remainingToday: 0,
    dailyLimit: 0,
    extraSharesLeft: 0,
    isComplete: page * PAGE_SIZE >= answer.total,
  };
}

/**
 * The display rules, and the first advertisements that can still be shown today. Listing them to
 * a member starts their watch time on the server: asked for long before one is on the stage, none
 * is claimed too early.
 */
async function loadAds(
  { api, country: lookUpCountry }: Effects,
  user: CurrentUser,
  signal: AbortSignal,
): Promise<AdPlan> {
  const rules = await api(getDisplayRules, {}, { signal });
  if (rules.every_n_videos === 0) return { rules, ads: [], isComplete: true };
  const country = user()?.country ?? (await lookUpCountry());
  for (let page = 1; ; page += 1) {
    const query = { page, limit: PAGE_SIZE, ...(country && { country }) };
    const { list, total } = await api(getAdList, query, { signal });
    const isComplete = page * PAGE_SIZE >= total;
    const isShown = list.some((ad) => !(ad.watched_today && ad.clicked_today));
    if (isShown || isComplete) return { rules, ads: list, isComplete };
  }
}

/** The feed with its list, its advertisements, its stage, its players and the claims. */
export function provideFeed(effects: Effects, user: CurrentUser, add: (claim: Claim) => void) {
  const claimants = { effects, user, add };
  return feedMachine.provide({
    actors: {
      video: provideVideo(claimants, 'record'),
      ad: provideAd(claimants),
      loadClips: fromPromise<ClipPage, { knownIds: number[] }>(({ input, signal }) =>
        user() === null
          ? loadPublic(effects, input.knownIds, signal)
          : loadPlayable(effects, input.knownIds, signal),
      ),
      loadAds: fromPromise<AdPlan>(({ signal }) => loadAds(effects, user, signal)),
      runStage: fromCallback<StageOrder, undefined>(({ sendBack, receive }) => {
        const stage = effects.stage.run(sendBack);
        receive(({ index }) => stage.scrollTo(index));
        return stage.stop;
      }),
      addExtraViews: fromPromise<ExtraViews>(({ signal }) =>
        effects.api(checkAndAddExtraRewards, {}, { signal }),
      ),
      ...feedListeners(effects),
      watchPresence: watchPresence(FEED_PATH),
      watchNetwork: fromCallback(({ sendBack }) =>
        watchLine((isOnline) => sendBack({ type: 'network.changed', isOnline })),
      ),
    },
  });
}
