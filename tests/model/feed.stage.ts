import { type ActorRefFrom, createActor, fromCallback } from 'xstate';
import type { ClaimEvent } from '../../machines/claiming.ts';
import type { ExtraViews } from '../../machines/feed.context.ts';
import { feedMachine } from '../../machines/feed.machine.ts';
import { clipId, type StageOrder } from '../../machines/feed.setup.ts';
import type { ClipPage } from '../../machines/feed.slots.ts';
import type { ClaimAnswer } from '../../machines/outbox.machine.ts';
import { videoMachine } from '../../machines/video.machine.ts';
import type { MediaEvent, PlayerOrder, VideoInput } from '../../machines/video.setup.ts';
import type { video } from './samples.ts';
import { clock, scripted, silent } from './scenarios.ts';

type Player = Pick<VideoInput, 'index' | 'video'> & { isMuted: boolean };

/** Elements that do as they are told, and what is heard and seen of them. */
function players() {
  const running = new Map<number, { report: (event: MediaEvent) => void; orders: string[] }>();
  const sounding = new Set<number>();
  const playing = new Set<number>();
  const logic = fromCallback<PlayerOrder, Player>(({ input, receive, sendBack }) => {
    const { index } = input;
    let isMuted = input.isMuted;
    const orders: string[] = [];
    running.set(index, { report: sendBack, orders });
    receive((order) => {
      orders.push(order.type);
      if (order.type === 'player.mute') isMuted = order.isMuted;
      if (order.type === 'player.play') playing.add(index);
      if (order.type === 'player.pause') playing.delete(index);
      if (playing.has(index) && !isMuted) sounding.add(index);
      else sounding.delete(index);
    });
    return () => {
      running.delete(index);
      playing.delete(index);
      sounding.delete(index);
    };
  });
  const report = (index: number, event: MediaEvent) => running.get(index)?.report(event);
  return { logic, running, playing, sounding, report };
}

/** The claims that clips and advertisements have left to the outbox. */
export function keepClaims() {
  const kept = new Map<string, (event: ClaimEvent) => void>();
  const watchClaim = fromCallback<ClaimEvent, { claimId: string }>(({ input, sendBack }) => {
    kept.set(input.claimId, sendBack);
    return () => kept.delete(input.claimId);
  });
  return { kept, watchClaim };
}

/** A feed whose list, claims, extra views and elements do as the test says. */
export function start(firstClip: ReturnType<typeof video> | null = null) {
  const list = scripted<ClipPage, { knownIds: number[] }>();
  const claim = scripted<ClaimAnswer, { claimId: string; videoId: number }>();
  const views = scripted<ExtraViews, unknown>();
  const elements = players();
  const time = clock();
  const { kept, watchClaim } = keepClaims();
  const clip = videoMachine.provide({
    actors: { playClip: elements.logic, claimReward: claim.logic, watchClaim },
  });
  const scrolled: number[] = [];
  const actor = createActor(
    feedMachine.provide({
      actors: {
        video: clip,
        loadClips: list.logic,
        watchPresence: silent,
        watchShares: silent,
        watchNetwork: silent,
        watchDay: silent,
        watchClaims: silent,
        watchLimit: silent,
        addExtraViews: views.logic,
        runStage: fromCallback<StageOrder, undefined>(({ receive }) =>
          receive(({ index }) => scrolled.push(index)),
        ),
      },
    }),
    { clock: time, input: { firstClip, isSoundOn: false, nonce: 'n' } },
  );
  actor.start();
  const clipOf = (index: number) =>
    actor.getSnapshot().children[clipId(index)] as ActorRefFrom<typeof videoMachine> | undefined;
  const stateOf = (index: number) => clipOf(index)?.getSnapshot();
  return { actor, list, claim, kept, views, elements, time, scrolled, stateOf };
}

export const ready = { type: 'media.ready' } as const;
export const playing = { type: 'media.playing' } as const;
export const watched = { type: 'media.progressed', playedMs: 5_000 } as const;
