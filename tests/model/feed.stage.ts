import {
  type ActorRefFrom,
  type AnyActorRef,
  type AnyEventObject,
  createActor,
  enqueueActions,
  fromCallback,
  setup,
} from 'xstate';
import type { CallFailure } from '../../contract/failure.ts';
import type { Video } from '../../contract/shapes.ts';
import { adMachine } from '../../machines/ad.machine.ts';
import { type AdPage, adsMachine } from '../../machines/ads.machine.ts';
import { selectClaimState } from '../../machines/claim.selectors.ts';
import { type ExtraViews, earningMachine } from '../../machines/earning.machine.ts';
import type { ListRequest } from '../../machines/feed/context.ts';
import { feedMachine } from '../../machines/feed/feed.machine.ts';
import { selectClipAt } from '../../machines/feed/feed.selectors.ts';
import { clipId, type ScrollerCommand } from '../../machines/feed/model.ts';
import type { ClipPage } from '../../machines/feed/slots.ts';
import { ROOT } from '../../machines/notify.ts';
import type { ClaimAnswer, EarnedClaim } from '../../machines/outbox/claim.ts';
import type { MediaEvent, PlayerCommand, PlayerInput } from '../../machines/video/model.ts';
import { videoMachine } from '../../machines/video/video.machine.ts';
import { selectClaim } from '../../machines/video/video.selectors.ts';
import { ad, page, rules } from './samples.ts';
import { clock, controlledPromise, silent } from './scenarios.ts';

/** Creates mocks of the players, which record the clips that are loaded, play and have sound. */
function players() {
  const running = new Map<number, { url: string; report: (event: MediaEvent) => void }>();
  const sounding = new Set<number>();
  const playing = new Set<number>();
  const logic = fromCallback<PlayerCommand, PlayerInput>(
    ({ input: { index, video, src, isMuted: isMutedAtFirst }, receive, sendBack }) => {
      let isMuted = isMutedAtFirst;
      running.set(index, { url: src ?? video.url, report: sendBack });
      receive((order) => {
        if (order.type === 'player.mute') isMuted = order.isMuted;
        if (order.type === 'player.play') playing.add(index);
        if (order.type === 'player.pause') playing.delete(index);
        if (playing.has(index) && !isMuted) sounding.add(index);
        else sounding.delete(index);
      });
      return () => {
        for (const set of [running, playing, sounding]) set.delete(index);
      };
    },
  );
  const report = (index: number, event: MediaEvent) => running.get(index)?.report(event);
  return { logic, running, playing, sounding, report };
}

interface Given {
  firstClip: Video | null;
  firstSrc: string | null;
  isMember: boolean;
  rendition: string | null;
  readAd: () => typeof adMachine;
}

const recipients = new WeakMap<EarnedClaim, AnyActorRef>();
type Route = [to: 'feed' | 'earning' | 'ads', event: AnyEventObject];
const changed: Route = ['feed', { type: 'earning.changed' }];

/** Returns the root's routes for an event. */
function routed(event: AnyEventObject): Route[] {
  const { count, isPaused, isRenewed } = event;
  switch (event.type) {
    case 'feed.listLoaded':
      return [
        ...(count ? [['earning', { type: 'count.loaded', count, isPaused }] satisfies Route] : []),
        ['feed', { type: 'earning.changed', isRenewed }],
      ];
    case 'claim.settled':
      return event.routes;
    case 'feed.clipReady':
      return [['ads', { type: 'clip.ready' }]];
    case 'limit.outdated':
      return [['feed', { type: 'limit.changed' }]];
    case 'limit.viewsAdded':
      return [changed];
    case 'rewards.due':
    case 'ads.planned':
    case 'ads.changed':
      return [['feed', event]];
    default:
      return [];
  }
}

/** Creates a mock of the root machine that connects the feed, earning and the advertisements. */
function rootOf(feed: typeof feedMachine, earning: typeof earningMachine, ads: typeof adsMachine) {
  const heard: AnyEventObject[] = [];
  const claims: EarnedClaim[] = [];
  const machine = setup({
    types: { context: {} as Given, input: {} as Given, events: {} as AnyEventObject },
    actors: { feed, earning, ads },
  }).createMachine({
    context: ({ input }) => input,
    invoke: [
      {
        id: 'feed',
        src: 'feed',
        input: ({ context }) => ({ ...context, isSoundOn: false, loading: 'ahead', idPrefix: 'n' }),
      },
    ],
    entry: enqueueActions(({ context, enqueue }) => {
      if (context.isMember) enqueue.spawnChild('earning', { id: 'earning', systemId: 'earning' });
    }),
    on: {
      '*': {
        actions: enqueueActions(({ context, event, enqueue, self }) => {
          if (event.type !== 'claim.settled') heard.push(event);
          if (event.type === 'feed.clipReady' && !self.getSnapshot().children.ads) {
            const input = { country: null, isFeedOpen: true, readAd: context.readAd };
            enqueue.spawnChild('ads', { id: 'ads', input });
          }
          if (event.type === 'claim.made') {
            claims.push(event.claim);
            recipients.set(event.claim, event.recipient);
          }
          for (const [to, each] of routed(event)) {
            if (self.getSnapshot().children[to]) enqueue.sendTo(to, each as never);
          }
        }),
      },
    },
  });
  return { machine, heard, claims };
}

/** Creates functions that report the outbox's results for claims, as the root routes them. */
function settlement(dispatch: (...routes: Route[]) => void, claims: EarnedClaim[]) {
  const actionOf = (call: EarnedClaim['call']) => (call === 'watchAdReward' ? 'watch' : 'click');
  const claimed = () => claims.at(-1) as EarnedClaim;
  const tell = (claim: EarnedClaim, event: AnyEventObject) => {
    const recipient = recipients.get(claim);
    if (recipient?.getSnapshot().status === 'active') recipient.send(event);
  };
  return {
    pay: (answer: ClaimAnswer, claim = claimed()) => {
      tell(claim, { type: 'claim.paid', answer });
      const isClip = claim.call === 'record';
      const remaining = isClip ? answer.remaining_today : undefined;
      const paid: Route = isClip
        ? ['feed', { type: 'clip.paid', videoId: claim.itemId }]
        : ['ads', { type: 'ad.earned', adId: claim.itemId, action: actionOf(claim.call) }];
      dispatch(['earning', { type: 'count.changed', remaining, isPaused: false }], paid);
    },
    refuse: (failure: CallFailure, claim = claimed()) => {
      tell(claim, { type: 'claim.refused', failure });
      if (failure.kind !== 'refused' || failure.reason !== 'daily_limit_reached') return;
      if (claim.call === 'record')
        dispatch(['earning', { type: 'count.changed', remaining: 0 }], changed);
      else dispatch(['ads', { type: 'ad.limitReached', action: actionOf(claim.call) }]);
    },
    pause: (claim = claimed()) => {
      tell(claim, { type: 'claim.paused' });
      dispatch(['earning', { type: 'count.changed', isPaused: true }], changed);
    },
  };
}

/** Starts a feed, earning and advertisements, with calls and players that the test controls. */
export function start({
  firstClip = null as Video | null,
  isMember = true,
  firstSrc = null as string | null,
  rendition = null as string | null,
} = {}) {
  const list = controlledPromise<ClipPage, ListRequest>();
  const adList = controlledPromise<AdPage, { country: string | null }>();
  const views = controlledPromise<ExtraViews, unknown>();
  const elements = players();
  const time = clock();
  const video = videoMachine.provide({ actors: { playClip: elements.logic } });
  const readAd = () => adMachine.provide({ actors: { video } });
  const scrolled: number[] = [];
  const { machine, heard, claims } = rootOf(
    feedMachine.provide({
      actors: {
        video,
        loadClips: list.logic,
        runStage: fromCallback<ScrollerCommand, undefined>(({ receive }) =>
          receive(({ index }) => scrolled.push(index)),
        ),
      },
    }),
    earningMachine.provide({ actors: { addExtraViews: views.logic, watchMinutes: silent } }),
    adsMachine.provide({ actors: { loadAds: adList.logic } }),
  );
  const root = createActor(machine, {
    systemId: ROOT,
    clock: time,
    input: { firstClip, firstSrc, isMember, rendition, readAd },
  }).start();
  const { children } = root.getSnapshot();
  const ads = () => root.getSnapshot().children.ads as ActorRefFrom<typeof adsMachine>;
  const feed = children.feed as ActorRefFrom<typeof feedMachine>;
  const earning = children.earning as ActorRefFrom<typeof earningMachine>;
  const dispatch = (...routes: Route[]) => root.send({ type: 'claim.settled', routes });
  const clipAt = (index: number) =>
    selectClipAt(index)(feed.getSnapshot()) as ActorRefFrom<typeof videoMachine>;
  const claimAt = (index: number) => selectClaim(clipAt(index).getSnapshot()).getSnapshot();
  return {
    ...{ feed, earning, ads, list, adList, views, elements, time, scrolled, heard, claims },
    ...settlement(dispatch, claims),
    clipAt,
    claimAt,
    claimState: (index: number) => selectClaimState(claimAt(index)),
    earningState: () => earning?.getSnapshot().value,
    remaining: () => earning.getSnapshot().context.count?.remaining,
    claimIds: () => claims.map(({ id }) => id),
    swipeTo: (index: number) => feed.send({ type: 'swipe.settled', index }),
    stage: () =>
      feed.getSnapshot().context.slots.map((slot) => ('adId' in slot ? `ad ${slot.adId}` : 'clip')),
    adAt: (index: number) =>
      feed.getSnapshot().children[clipId(index)] as unknown as ActorRefFrom<typeof adMachine>,
  };
}

export const ready = { type: 'media.ready' } as const;
export const playing = { type: 'media.playing' } as const;
export const played = (playedMs: number) => ({ type: 'media.progressed', playedMs }) as const;
export const watched = played(5_000);

/** Starts a feed whose first two clips have actors when the advertisements arrive. */
export async function startWith(
  every: number,
  offered: AdPage['ads'],
  clips = page(6),
  isMember = true,
) {
  const all = start({ isMember });
  await all.list.answer(clips);
  all.elements.report(0, ready);
  await all.adList.answer({ rules: rules(every), ads: offered, isComplete: true });
  return all;
}

/** Starts a feed that shows an advertisement, after two clips. */
export async function onAd(offered = [ad(1), ad(2)]) {
  const all = await startWith(1, offered);
  all.swipeTo(1);
  all.elements.report(1, ready);
  all.swipeTo(2);
  all.elements.report(2, playing);
  return all;
}
