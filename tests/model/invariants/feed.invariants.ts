import { feedWithAds } from '../models.ads.ts';
import { offline, page } from '../samples.ts';
import { isVisibleIn } from './attention.ts';
import { adInvariants } from './feed.ads.ts';
import { listInvariants, prefetchInvariants } from './feed.parts.ts';
import { always, type Invariants, invariant, type Run } from './invariant.ts';

/** Clips that are all paid already. */
const spent = page(6).clips.map((clip) => ({ ...clip, isOpen: false }));
/** A person who swipes through clips and advertisements. */
const swiping = {
  ...feedWithAds,
  events: [
    ...feedWithAds.events,
    ...[0, 1, 2, 3, 4].map((index) => ({ type: 'swipe.settled', index })),
    { type: 'swipe.began', index: 1 },
    { type: 'visibility.changed', isVisible: false },
    { type: 'visibility.changed', isVisible: true },
    ...['tapped', 'ahead', 'current'].map((loading) => ({ type: 'loading.changed', loading })),
    { type: 'screen.loaded' },
    { type: 'earning.changed' },
    { type: 'earning.changed', isRenewed: true },
    { type: 'rewards.due' },
    { type: 'sound.pressed', isOn: true },
    { type: 'day.began' },
  ],
  outcomes: {
    loadClips: {
      done: [page(3), page(5, { isComplete: false }), page(6, { isComplete: false, clips: spent })],
      error: [offline],
    },
  },
};

const placeOf = (id: string) => Number(id.replace('clip-', ''));
/** Returns the slots with an actor that have entered the stage and not left it. */
function onStage(run: Run): number[] {
  const entered = new Set<number>();
  for (const { began, sent, after } of run.moments) {
    for (const { id } of began) entered.delete(placeOf(id));
    for (const { to, event } of sent) {
      if (event.type === 'stage.entered') entered.add(placeOf(to));
      if (event.type === 'stage.left') entered.delete(placeOf(to));
    }
    for (const place of entered) if (!after.context.live.includes(place)) entered.delete(place);
  }
  return [...entered];
}
const stageOrders = (run: Run, type: string) =>
  run.sends(`stage.${type}`).map(({ to }) => placeOf(to));
/** Is a clip or a planned advertisement at this place? */
function isFilled({ context: { slots, plan } }: Run, place: number): boolean {
  const slot = slots[place];
  const isPlanned = ({ ad }: { ad: { id: number } }) => ad.id === slot?.adId;
  return slot?.kind === 'clip' || (plan?.offers.some(isPlanned) ?? false);
}

export const feed: Invariants = {
  runs: [swiping],
  lasts: {
    'list.waiting': 3_000,
    'list.watching': 600_000,
    'list.retrying': 5_000,
  },
  calm: ['list.watching', 'list.retrying'],
  invariants: [
    ...listInvariants,
    ...prefetchInvariants,
    ...adInvariants,
    always('only the clip on the stage has entered it, so no two clips play at once', (run) => {
      const [here, ...more] = onStage(run);
      return more.length === 0 && (here === undefined || here === run.context.index);
    }),
    always('the slot on the stage has entered it', (run) => {
      const isThere = isFilled(run, run.context.index);
      return !isThere || onStage(run).length === 1;
    }),
    always('only the previous, the current and the next slot have a running actor', (run) => {
      const { live, index } = run.context;
      return (
        new Set(live).size === live.length &&
        live.every((place: number) => Math.abs(place - index) <= 1 && run.runs(`clip-${place}`)) &&
        [index - 2, index + 2].every((place) => !run.runs(`clip-${place}`))
      );
    }),
    invariant(
      'hiding the page covers the current slot and stops the others; showing it resumes the current slot',
      (run) =>
        run.on('visibility.changed') && run.event.isVisible !== run.was('visibility.visible'),
      (run) => {
        const { index, live } = run.known;
        const here = live.filter((place: number) => place === index);
        const others = live.filter((place: number) => place !== index);
        const isRight = run.event.isVisible
          ? stageOrders(run, 'uncovered').join() === here.join() &&
            stageOrders(run, 'recovered').join() === here.join()
          : stageOrders(run, 'covered').join() === here.join() &&
            stageOrders(run, 'retreated').join() === others.join();
        return isRight && run.is(run.event.isVisible ? 'visibility.visible' : 'visibility.hidden');
      },
    ),
    invariant(
      'a slot that enters the stage while the page is hidden is covered at once',
      (run) => stageOrders(run, 'entered').length > 0 && !isVisibleIn(run),
      (run) => stageOrders(run, 'covered').join() === stageOrders(run, 'entered').join(),
    ),
    invariant(
      'only the slot that a finger drags in gets stage.approached, and stage.retreated when it goes back',
      (run) => run.on('swipe.began', 'swipe.returned'),
      (run) => {
        const { live, index } = run.known;
        const isDragged = run.event.index !== index && live.includes(run.event.index);
        const told = stageOrders(run, run.on('swipe.began') ? 'approached' : 'retreated');
        return told.join() === (isDragged ? String(run.event.index) : '');
      },
    ),
    invariant(
      'a swipe changes the current slot, and sends feed.advanced',
      (run) => run.on('swipe.settled') && run.event.index !== run.known.index,
      (run) => run.context.index === run.event.index && run.tells('feed.advanced').length === 1,
    ),
    invariant(
      'a swipe that settles on the current slot leaves it on the stage, and sends no feed.advanced',
      (run) => run.on('swipe.settled') && run.event.index === run.known.index,
      (run) =>
        stageOrders(run, 'left').length + stageOrders(run, 'entered').length === 0 &&
        run.tells('feed.advanced').length === 0,
    ),
    always('no two actors on the stage have the same id prefix', (run) => {
      const names = run.moments
        .flatMap(({ began }) => began)
        .filter(({ src }) => ['video', 'ad'].includes(src));
      const prefixes = names.map(({ input }) => (input as { idPrefix: string }).idPrefix);
      return new Set(prefixes).size === prefixes.length;
    }),
    invariant(
      'a clip starts with its index, video, eligibility, and the sound of the feed',
      (run) => run.begins('video').length > 0,
      (run) =>
        run.begins('video').every(({ id, input }) => {
          const { index, video, call, isSoundOn, waitsForTap, eligibility } = input as Record<
            string,
            unknown
          >;
          const slot = run.context.slots[placeOf(id)];
          const { isLoaded, loading } = run.context;
          const clip = run.context.clips[slot.clip];
          const due = clip.isOpen ? 'open' : 'alreadyRewarded';
          return (
            index === placeOf(id) &&
            video === clip.video &&
            call === 'record' &&
            isSoundOn === run.context.isSoundOn &&
            waitsForTap === (loading === 'tapped') &&
            eligibility === (isLoaded ? due : 'unknown')
          );
        }),
    ),
    invariant(
      'the next clip is started once the current one can play, or waits for a tap',
      (run) => run.is('stage.ahead') && run.context.loading !== 'current',
      (run) => {
        const { index, live } = run.context;
        return !isFilled(run, index + 1) || live.includes(index + 1);
      },
    ),
    invariant(
      'no next clip is started while the phone is strained',
      (run) => run.context.loading === 'current',
      (run) =>
        run.now.began.every(
          ({ id }) => !id.startsWith('clip-') || placeOf(id) === run.context.index,
        ),
    ),
    invariant(
      'no next clip is started before the current one can play',
      (run) => run.is('stage.showing') && run.hasEntered('stage.showing'),
      (run) => run.begins('video').every(({ id }) => placeOf(id) === run.context.index),
    ),
    invariant(
      'a current clip that can play lets the next one start',
      (run) =>
        run.was('stage.showing') && run.on('clip.ready') && run.event.index === run.known.index,
      (run) => run.is('stage.ahead') && run.tells('feed.clipReady').length >= 1,
    ),
    invariant(
      'ready and playing of a clip on the stage are sent to the root',
      (run) => run.on('clip.playing', 'clip.ready'),
      (run) =>
        run.on('clip.ready')
          ? run.tells('feed.clipReady').length === 1
          : run.tells('feed.clipPlaying').length === 1 && run.tells('feed.clipsAhead').length >= 1,
    ),
    invariant(
      'all clips share one sound setting',
      (run) => run.on('sound.pressed', 'clip.soundRefused'),
      (run) => {
        const isOn = run.on('sound.pressed') ? run.event.isOn : false;
        const told = run.sends('sound.changed');
        return (
          run.context.isSoundOn === isOn &&
          told.length === run.known.live.length &&
          told.every(({ event }) => event.isOn === isOn)
        );
      },
    ),
    invariant(
      'play, pause and restored connectivity reach only the clip on the stage',
      (run) => run.on('play.pressed', 'pause.pressed', 'connectivity.restored'),
      (run) => {
        const { index, live } = run.known;
        const type = run.on('connectivity.restored') ? 'stage.recovered' : run.event.type;
        const told = run.sends(type).map(({ to }) => placeOf(to));
        return told.join() === (live.includes(index) ? String(index) : '');
      },
    ),
    invariant(
      'next and previous scroll by one slot, within the feed',
      (run) => run.on('next.pressed', 'previous.pressed', 'ad.skipped'),
      (run) => {
        const { index, slots } = run.known;
        const [order] = run.sends('stage.scrollTo');
        if (run.on('ad.skipped') && run.event.index !== index) return order === undefined;
        const to = run.on('previous.pressed')
          ? Math.max(index - 1, 0)
          : Math.min(index + 1, slots.length);
        return order?.event.index === to && order.to === 'stage';
      },
    ),
    invariant(
      'when data saving begins, prepared next clips are started again',
      (run) => run.on('loading.changed'),
      (run) => {
        const begins = run.event.loading === 'tapped' && run.known.loading !== 'tapped';
        const kept = run.known.live.filter(
          (place: number) => place > run.known.index && run.context.live.includes(place),
        );
        const isRenewed = kept.every((place: number) =>
          run.now.began.some(({ id }) => id === `clip-${place}`),
        );
        return run.context.loading === run.event.loading && (!begins || isRenewed);
      },
    ),
    invariant(
      'the picked rendition is stored for the next clips',
      (run) => run.on('rendition.picked'),
      (run) => run.context.rendition === run.event.rendition,
    ),
  ],
};
