import type { ActorRefFrom, AnyActorRef } from 'xstate';
import { type ClipProgress, sendProgress } from '../../../contract/progress.calls.ts';
import { selectChild } from '../../../machines/app/app.selectors.ts';
import { selectClaimState } from '../../../machines/claim.selectors.ts';
import type { feedMachine } from '../../../machines/feed/feed.machine.ts';
import {
  selectCurrentClip,
  selectIndex,
  selectVideoAt,
} from '../../../machines/feed/feed.selectors.ts';
import { ROOT } from '../../../machines/notify.ts';
import type { videoMachine } from '../../../machines/video/video.machine.ts';
import {
  selectClaim,
  selectHasEnded,
  selectWatchedMs,
} from '../../../machines/video/video.selectors.ts';
import { watchProgressMachine } from '../../../machines/watch-progress.machine.ts';
import { listeners, promises } from '../system/adapters.ts';
import type { Root } from '../system/root.ts';
import type { Start } from '../system/starts.ts';

type Stop = () => void;
type Feed = ActorRefFrom<typeof feedMachine>;
type Clip = ActorRefFrom<typeof videoMachine>;

/** Follows the actor that `read` selects, and switches when `read` selects another actor. */
function follow<Followed extends AnyActorRef>(
  owner: Pick<AnyActorRef, 'subscribe'>,
  read: () => Followed | undefined,
  begin: (followed: Followed) => Stop,
): Stop {
  let followed: Followed | undefined;
  let stop: Stop | undefined;
  const check = () => {
    const next = read();
    if (next === followed) return;
    stop?.();
    followed = next;
    stop = next && begin(next);
  };
  check();
  const subscription = owner.subscribe(check);
  return () => {
    subscription.unsubscribe();
    stop?.();
  };
}

type Report = (clip: ClipProgress, isClaimed: boolean) => void;

/** States of a claim that was not made yet, or will not be. */
const UNCLAIMED: ReadonlySet<string> = new Set(['unknown', 'open', 'closed']);

/** Follows a clip on the stage; the returned function reports it when it leaves the stage. */
function watchClip(id: number, clip: Clip, report: Report): Stop {
  const begunMs = selectWatchedMs(clip.getSnapshot());
  let ended = false;
  const subscription = clip.subscribe((snapshot) => {
    ended ||= selectHasEnded(snapshot);
  });
  return () => {
    subscription.unsubscribe();
    const snapshot = clip.getSnapshot();
    // the watch time starts again at 0 on a new day
    const seconds = Math.max(Math.round((selectWatchedMs(snapshot) - begunMs) / 1_000), 0);
    const claim = selectClaimState(selectClaim(snapshot).getSnapshot());
    report({ id, seconds, ended }, !UNCLAIMED.has(claim));
  };
}

const clipOn = (feed: Feed) => {
  const snapshot = feed.getSnapshot();
  // an advertisement's clip is not in the list of videos
  const video = selectVideoAt(selectIndex(snapshot))(snapshot);
  return video && { id: video.id, actor: selectCurrentClip(snapshot) };
};

const watchFeed = (feed: Feed, report: Report): Stop =>
  follow(
    feed,
    () => clipOn(feed)?.actor,
    (clip) => watchClip(clipOn(feed)?.id ?? 0, clip, report),
  );

/** Only started for members: visitors have no list of their own. */
export const startWatchProgress: Start = ({ api }) => ({
  id: 'watchProgress',
  logic: watchProgressMachine.provide({
    actors: {
      ...listeners(watchProgressMachine, {
        watchStage: ({ system, sendBack }) => {
          const root = system.get(ROOT) as Root;
          const report: Report = (clip, isClaimed) =>
            sendBack({ type: 'clip.left', clip, isClaimed });
          return follow(
            root,
            () => selectChild('feed')(root.getSnapshot()),
            (feed) => watchFeed(feed, report),
          );
        },
      }),
      ...promises(watchProgressMachine, {
        sendProgress: async ({ input, signal }) => {
          await api(sendProgress, { clips: [...input] }, { signal, keepalive: true });
        },
      }),
    },
  }),
});
