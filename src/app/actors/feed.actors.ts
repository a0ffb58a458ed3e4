import { fromCallback } from 'xstate';
import type { OutputOf } from '../../../contract/call.ts';
import { playable, videoList } from '../../../contract/clip.calls.ts';
import type { ListRequest } from '../../../machines/feed/context.ts';
import { feedMachine } from '../../../machines/feed/feed.machine.ts';
import type { Clip, ClipPage } from '../../../machines/feed/slots.ts';
import type { PlayerCommand, PlayerInput } from '../../../machines/video/model.ts';
import { videoMachine } from '../../../machines/video/video.machine.ts';
import type { Players } from '../../ports/media.ts';
import { listeners, promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';

/** Number of further clips to ask for at once; later pages are loaded if the first ones have no new clip. */
const PAGE_SIZE = 20;
const LARGEST_PAGE = 100;

/** The machine of a clip, with its player. */
export const provideVideo = (players: Players) =>
  videoMachine.provide({
    actors: {
      playClip: fromCallback<PlayerCommand, PlayerInput>(({ input, sendBack, receive }) => {
        const player = players.run(input, sendBack);
        receive(player.handle);
        return player.stop;
      }),
    },
  });

const open = (video: Clip['video']): Clip => ({ video, isOpen: true });

/** The clips of an answer; on the first page also the clip that the page's address names. */
const clipsOf = ({ list, linked, page }: OutputOf<typeof videoList>): Clip[] => [
  ...(linked && page === 1 ? [{ video: linked.video, isOpen: !linked.watched_today }] : []),
  ...list.filter(({ id }) => id !== linked?.video.id).map(open),
];

/**
 * A member's clips that are not paid yet today, loaded from the first page on, as this also updates
 * the eligibility of known clips. The list shrinks while the member earns.
 */
async function loadPlayable(
  { api, linkedClip }: Effects,
  knownIds: number[],
  signal: AbortSignal,
): Promise<ClipPage> {
  const limit = Math.min(knownIds.length + PAGE_SIZE, LARGEST_PAGE);
  const clips: Clip[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await api(playable, { page, limit, video: linkedClip }, { signal });
    clips.push(...clipsOf(answer));
    const isComplete = page * limit >= answer.total;
    const isNew = answer.list.some(({ id }) => !knownIds.includes(id));
    if (!isNew && !isComplete) continue;
    const count = {
      remaining: answer.remaining_today,
      dailyLimit: answer.limit_today,
      extraSharesLeft: answer.extra_shares_left,
    };
    const { rewards_paused: isPaused, taken_down: takenDown } = answer;
    return { clips, count, isPaused, isComplete, isLinkGone: answer.linked === null, takenDown };
  }
}

async function loadPublic(
  { api, linkedClip }: Effects,
  knownIds: number[],
  signal: AbortSignal,
): Promise<ClipPage> {
  const page = Math.floor(knownIds.length / PAGE_SIZE) + 1;
  const answer = await api(videoList, { page, limit: PAGE_SIZE, video: linkedClip }, { signal });
  const isComplete = page * PAGE_SIZE >= answer.total;
  const isLinkGone = answer.linked === null;
  const clips = clipsOf(answer);
  return { clips, count: null, isComplete, isLinkGone, takenDown: answer.taken_down };
}

/** Loads the list of clips; without an answer of the server, the cached clips of its last answer. */
function loadClips(
  effects: Effects,
  { isMember, knownIds, isListLoaded }: ListRequest,
  signal: AbortSignal,
): Promise<ClipPage> {
  const answer = (isMember ? loadPlayable : loadPublic)(effects, knownIds, signal);
  const userId = (isMember && effects.storage.session.read()?.user?.id) || null;
  // the failure is handled below, once the code is loaded
  answer.catch(() => undefined);
  return import('../../ports/cached-feed.ts').then(
    ({ cacheWithFallback }) => cacheWithFallback(effects.storage, answer, userId, isListLoaded),
    () => answer,
  );
}

/** The feed with its list, its stage and its players. */
export function provideFeed(effects: Effects) {
  return feedMachine.provide({
    actors: {
      video: provideVideo(effects.players),
      ...promises(feedMachine, {
        loadClips: async ({ input, signal }) => {
          const page = await loadClips(effects, input, signal);
          // the missing clip is reported once: later lists are loaded without it, even after a log-in or log-out
          if (page.isLinkGone) effects.linkedClip = undefined;
          return page;
        },
      }),
      ...listeners(feedMachine, {
        runStage: ({ sendBack, receive }) => {
          const scroller = effects.clipScroller.run(sendBack);
          receive(({ index }) => scroller.scrollTo(index));
          return scroller.stop;
        },
      }),
    },
  });
}
