import { type ActorRefFrom, createActor, fromCallback } from 'xstate';
import { adMachine } from '../../machines/ad.machine.ts';
import { feedMachine } from '../../machines/feed.machine.ts';
import { clipId, type StageOrder } from '../../machines/feed.setup.ts';
import type { AdPlan, ClipPage } from '../../machines/feed.slots.ts';
import type { ClaimAnswer } from '../../machines/outbox.machine.ts';
import { videoMachine } from '../../machines/video.machine.ts';
import type { ClipMedia, MediaEvent, PlayerOrder } from '../../machines/video.setup.ts';
import { keepClaims } from './feed.stage.ts';
import { ad, page, rules } from './samples.ts';
import { clock, scripted, silent } from './scenarios.ts';

interface Player {
  index: number;
  video: ClipMedia;
  isMuted: boolean;
}

export const playing = { type: 'media.playing' } as const;
export const ready = { type: 'media.ready' } as const;
export const played = (playedMs: number) => ({ type: 'media.progressed', playedMs }) as const;

function elements() {
  const running = new Map<number, { url: string; report: (event: MediaEvent) => void }>();
  const logic = fromCallback<PlayerOrder, Player>(({ input, sendBack }) => {
    running.set(input.index, { url: input.video.url, report: sendBack });
    return () => running.delete(input.index);
  });
  const report = (index: number, event: MediaEvent) => running.get(index)?.report(event);
  return { logic, running, report };
}

/** A feed whose list, advertisements, claims and elements do as the test says. */
export function start() {
  const list = scripted<ClipPage, { knownIds: number[] }>();
  const ads = scripted<AdPlan, unknown>();
  const watch = scripted<ClaimAnswer, { claimId: string; videoId: number }>();
  const click = scripted<ClaimAnswer, { claimId: string; adId: number }>();
  const players = elements();
  const { kept, watchClaim } = keepClaims();
  const time = clock();
  const clipOf = (claimReward: typeof watch.logic) =>
    videoMachine.provide({ actors: { playClip: players.logic, claimReward, watchClaim } });
  const scrolled: number[] = [];
  const actor = createActor(
    feedMachine.provide({
      actors: {
        video: clipOf(scripted<ClaimAnswer, { claimId: string; videoId: number }>().logic),
        ad: adMachine.provide({
          actors: { video: clipOf(watch.logic), claimClick: click.logic, watchClaim },
        }),
        loadClips: list.logic,
        loadAds: ads.logic,
        watchPresence: silent,
        watchShares: silent,
        watchNetwork: silent,
        watchDay: silent,
        watchClaims: silent,
        watchLimit: silent,
        runStage: fromCallback<StageOrder, undefined>(({ receive }) =>
          receive(({ index }) => scrolled.push(index)),
        ),
      },
    }),
    { clock: time, input: { firstClip: null, isSoundOn: false, nonce: 'n' } },
  );
  actor.start();
  const stage = () =>
    actor.getSnapshot().context.slots.map((slot) => ('adId' in slot ? `ad ${slot.adId}` : 'clip'));
  const adAt = (index: number) =>
    actor.getSnapshot().children[clipId(index)] as ActorRefFrom<typeof adMachine>;
  const watchState = (index: number) =>
    adAt(index).getSnapshot().children.clip?.getSnapshot().value;
  const swipeTo = (index: number) => actor.send({ type: 'swipe.settled', index });
  return {
    actor,
    list,
    ads,
    watch,
    click,
    kept,
    players,
    time,
    scrolled,
    stage,
    adAt,
    watchState,
    swipeTo,
  };
}

/** A member's feed with two clips on the stage when the advertisements come. */
export async function startWith(every: number, list: AdPlan['ads'], clips = page(6)) {
  const feed = start();
  await feed.list.answer(clips);
  feed.players.report(0, ready);
  await feed.ads.answer({ rules: rules(every), ads: list, isComplete: true });
  return feed;
}

/** The advertisement after two clips, on the stage. */
export async function onAd(list = [ad(1), ad(2)]) {
  const feed = await startWith(1, list);
  feed.swipeTo(1);
  feed.players.report(1, ready);
  feed.swipeTo(2);
  feed.players.report(2, playing);
  return feed;
}
