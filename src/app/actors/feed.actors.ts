import { fromCallback, fromPromise } from 'xstate';
import { checkAndAddExtraRewards, playable, videoList } from '../../../contract/calls.ts';
import type { CallFailure } from '../../../contract/failure.ts';
import { feedMachine } from '../../../machines/feed.machine.ts';
import type { ClipPage, ExtraViews, StageOrder } from '../../../machines/feed.setup.ts';
import type { Claim, ClaimAnswer } from '../../../machines/outbox.machine.ts';
import { videoMachine } from '../../../machines/video.machine.ts';
import type { PlayerOrder, VideoInput } from '../../../machines/video.setup.ts';
import type { Players } from '../../ports/media.ts';
import { claimThrough } from '../claims.ts';
import type { Effects } from '../effects.ts';
import { FEED_PATH } from '../path.ts';
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

function provideVideo(effects: Effects, userId: () => number | null, add: (claim: Claim) => void) {
  return videoMachine.provide({
    actors: {
      playClip: playOn(effects.players),
      claimReward: fromPromise<ClaimAnswer, { claimId: string; videoId: number }>(
        ({ input, signal }) => {
          const user = userId();
          if (user === null) throw { kind: 'sessionEnded', code: 401 } satisfies CallFailure;
          const claim = { id: input.claimId, userId: user, itemId: input.videoId };
          return claimThrough(
            effects.news,
            effects.awaitedClaims,
            add,
            { ...claim, call: 'record', attempt: 1 },
            signal,
          );
        },
      ),
    },
  });
}

/** A member's clips: those not yet paid for today. The list shrinks while it is being earned. */
async function loadPlayable(
  { api }: Effects,
  knownIds: number[],
  signal: AbortSignal,
): Promise<ClipPage> {
  const limit = Math.min(knownIds.length + PAGE_SIZE, LARGEST_PAGE);
  for (let page = 1; ; page += 1) {
    const answer = await api(playable, { page, limit }, { signal });
    const isLast = page * limit >= answer.total;
    const isNews = answer.list.some(({ id }) => !knownIds.includes(id));
    if (!isNews && !isLast) continue;
    return {
      clips: answer.list.map((video) => ({ video, isOpen: true })),
      isMember: true,
      remainingToday: answer.remaining_today,
      dailyLimit: answer.daily_limit,
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
    clips: answer.list.map((video) => ({ video, isOpen: true })),
    isMember: false,
    remainingToday: 0,
    dailyLimit: 0,
    isComplete: page * PAGE_SIZE >= answer.total,
  };
}

/** The feed with its list, its stage, its players and the claims of its clips. */
export function provideFeed(
  effects: Effects,
  userId: () => number | null,
  add: (claim: Claim) => void,
) {
  return feedMachine.provide({
    actors: {
      video: provideVideo(effects, userId, add),
      loadClips: fromPromise<ClipPage, { knownIds: number[] }>(({ input, signal }) =>
        userId() === null
          ? loadPublic(effects, input.knownIds, signal)
          : loadPlayable(effects, input.knownIds, signal),
      ),
      runStage: fromCallback<StageOrder, undefined>(({ sendBack, receive }) => {
        const stage = effects.stage.run(sendBack);
        receive(({ index }) => stage.scrollTo(index));
        return stage.stop;
      }),
      addExtraViews: fromPromise<ExtraViews>(({ signal }) =>
        effects.api(checkAndAddExtraRewards, {}, { signal }),
      ),
      watchShares: fromCallback(({ sendBack }) =>
        effects.news.subscribe(({ type }) => {
          if (type === 'share.counted') sendBack({ type });
        }),
      ),
      watchPresence: watchPresence(FEED_PATH),
    },
  });
}
