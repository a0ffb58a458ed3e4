import { watching } from '../models.watch.ts';
import { always, type Invariants, invariant, isOn, type Run, same } from './invariant.ts';
import { soundInvariants } from './video.parts.ts';

/** A person who watches the clip to its end, several times. */
const watched = {
  ...watching(false),
  isWithin: () => true,
  events: [
    { type: 'stage.entered' },
    ...['playing', 'playing', 'stalled', 'paused', 'ended'].map((what) => ({
      type: `media.${what}`,
    })),
    { type: 'media.progressed', playedMs: 2_000 },
    { type: 'claim.opened' },
    { type: 'claim.renewed' },
    { type: 'stage.covered' },
    { type: 'stage.uncovered' },
    { type: 'stage.left' },
  ],
};

const NEEDED_MS = 5_000;
const live = (state: string) => `playback.live.${state}`;
const failed = [live('loadFailed'), live('timedOut')];
const orders = (run: Run, type: string) => run.sends(`player.${type}`).length;
const earned = (run: Run) => run.sends('claim.earned').length;

export const video: Invariants = {
  runs: [watched],
  lasts: {
    [live('starting')]: 15_000,
    [live('stalled')]: 15_000,
    [live('ended')]: 900,
    'sound.prompt': 4_000,
  },
  calm: ['playback.live.ended', 'sound.prompt'],
  invariants: [
    invariant(
      'watch time grows by what has really played, and by nothing else',
      (run) => run.past.length > 0,
      (run) => {
        const { watchedMs } = run.context;
        if (run.on('media.progressed'))
          return watchedMs === run.known.watchedMs + run.event.playedMs;
        return watchedMs === (run.on('claim.renewed') ? 0 : run.known.watchedMs);
      },
    ),
    invariant(
      'a clip earns once: when its watch time is reached, or when its claim opens after that',
      (run) => run.past.length > 0,
      (run) => {
        const [before, now] = [run.known.watchedMs, run.context.watchedMs];
        const reachesWatchTime =
          run.on('media.progressed') && before < NEEDED_MS && now >= NEEDED_MS;
        const isOpenNow = run.on('claim.opened') && before >= NEEDED_MS;
        return (
          earned(run) === (reachesWatchTime || isOpenNow ? 1 : 0) &&
          run.tells('clip.counted').length === (reachesWatchTime ? 1 : 0)
        );
      },
    ),
    invariant(
      'a clip that leaves the stage, or is covered, is paused',
      (run) => run.was('playback.live') && run.on('stage.left', 'stage.covered'),
      (run) =>
        orders(run, 'pause') === 1 &&
        orders(run, 'play') === 0 &&
        run.is(run.on('stage.left') ? 'playback.standby' : 'playback.covered'),
    ),
    invariant(
      'a clip plays only on the stage, or muted while a finger drags it in',
      (run) => orders(run, 'play') > 0,
      (run) => {
        const isMuted = run.sends('player.mute').some(({ event }) => event.isMuted);
        return (
          run.is('playback.live') ||
          (run.on('stage.approached') && isMuted && !run.context.waitsForTap)
        );
      },
    ),
    invariant(
      'a clip that waits for a tap does not play before it',
      // an element that loads nothing cannot fail
      (run) => run.context.waitsForTap && !run.past.some(isOn('media.failed')),
      (run) => orders(run, 'play') === 0 && !run.is(live('playing'), live('starting')),
    ),
    invariant(
      'a clip that enters the stage plays, or waits for a tap',
      (run) => run.was('playback.standby') && run.on('stage.entered'),
      (run) =>
        run.context.waitsForTap
          ? run.is(live('tapToPlay'))
          : run.is(live('starting')) &&
            orders(run, 'play') === 1 &&
            run.sends('clip.ready').length === (run.context.isReady ? 1 : 0),
    ),
    invariant(
      'dragging a clip in plays it, dragging it back pauses it',
      (run) =>
        run.was('playback.standby') &&
        run.on('stage.approached', 'stage.retreated') &&
        !run.context.waitsForTap,
      (run) => orders(run, run.on('stage.approached') ? 'play' : 'pause') === 1,
    ),
    invariant(
      'clip.began is sent when a clip plays, and says whether it still counts',
      (run) => run.is(live('playing')) && !run.was(live('playing')),
      (run) => {
        const [began, ...more] = run.tells('clip.began');
        return (
          more.length === 0 &&
          began?.isCounting === run.context.watchedMs < NEEDED_MS &&
          began.clip.title === run.context.video.title &&
          began.clip.poster === run.context.video.poster &&
          run.sends('clip.playing').length === 1 &&
          orders(run, 'play') >= 1
        );
      },
    ),
    invariant(
      'clip.rested is sent when a clip stops playing, for any reason',
      (run) => run.was(live('playing')) && !run.is(live('playing')),
      (run) => run.tells('clip.rested').length === 1,
    ),
    invariant(
      'a clip that the browser refuses to play is played muted, then waits for a tap',
      (run) =>
        run.was(live('starting'), live('playing'), live('stalled')) && run.on('media.playRefused'),
      (run) => {
        const hasBegun = !run.was(live('starting'));
        if (hasBegun || !run.known.isSoundOn) return run.is(live('tapToPlay'));
        const isMuted = run.sends('player.mute').at(-1)?.event.isMuted === true;
        return (
          run.is(live('starting')) &&
          !run.context.isSoundOn &&
          isMuted &&
          run.sends('clip.soundRefused').length === 1 &&
          !run.is('sound.on')
        );
      },
    ),
    invariant(
      'a clip that fails or times out is reported, and can be retried',
      (run) =>
        run.delayEnded(live('starting')) ||
        run.delayEnded(live('stalled')) ||
        (run.on('media.failed') &&
          run.was(live('starting'), live('tapToPlay'), live('playing'), live('stalled'))),
      (run) =>
        run.is(run.on('media.failed') ? live('loadFailed') : live('timedOut')) &&
        run.tells('clip.failed').length === 1,
    ),
    invariant(
      'a failed clip is reloaded by a press or a restored connection',
      (run) => run.was(...failed) && run.on('retry.pressed', 'stage.recovered'),
      (run) => run.is(live('starting')) && orders(run, 'reload') === 1,
    ),
    invariant(
      'presses and events of the media element pause and play the clip',
      (run) =>
        (run.was(live('playing'), live('stalled'), live('paused')) &&
          run.on('pause.pressed', 'play.pressed', 'media.paused', 'media.playing')) ||
        (run.was(live('starting'), live('ended')) && run.on('pause.pressed')) ||
        (run.was(live('starting')) && run.on('media.paused')),
      (run) => {
        if (run.on('media.playing')) return run.is(live('playing'));
        if (run.on('play.pressed'))
          return run.was(live('paused')) ? run.is(live('starting')) : true;
        return (
          run.is(live('paused')) &&
          orders(run, 'pause') ===
            (run.on('pause.pressed') && !run.was(live('paused'), live('ended')) ? 1 : 0)
        );
      },
    ),
    invariant(
      'a tap plays a clip that waits for one',
      (run) => run.was(live('tapToPlay')) && run.on('play.pressed'),
      (run) => run.is(live('starting')) && !run.context.waitsForTap,
    ),
    invariant(
      'a clip restarts at its end, and hasEnded stays until it leaves the stage',
      (run) =>
        run.hasEntered(live('ended')) ||
        run.delayEnded(live('ended')) ||
        (run.on('stage.left') && !run.was('playback.standby')),
      (run) => {
        if (run.on('stage.left')) return !run.context.hasEnded;
        return (
          run.context.hasEnded &&
          (run.is(live('ended')) || (run.is(live('starting')) && orders(run, 'restart') === 1))
        );
      },
    ),
    invariant(
      'an uncovered clip is in its state from before, and plays if it played',
      (run) => run.was('playback.covered') && run.on('stage.uncovered'),
      (run) => {
        const covered = run.past.findLast(
          (each) =>
            each.before?.value.playback !== 'covered' && each.after.value.playback === 'covered',
        );
        const isToPlay = run.is(live('starting'), live('playing'), live('stalled'));
        return (
          same(run.now.after.value.playback, covered?.before?.value.playback) &&
          orders(run, 'play') === (isToPlay ? 1 : 0)
        );
      },
    ),
    ...soundInvariants,
    invariant(
      'each clip has its own claim, which gets each eligibility',
      (run) => run.past.length === 0 || run.on('eligibility.known', 'eligibility.renewed'),
      (run) => {
        if (run.past.length > 0)
          return (
            run.sends(run.event.type)[0]?.event.eligibility === run.event.eligibility &&
            run.sends(run.event.type)[0]?.to === 'claim'
          );
        const {
          idPrefix: name,
          claimable,
          eligibility,
        } = (run.begins('claim')[0]?.input ?? {}) as Record<string, unknown>;
        const {
          video: { id },
          call,
          idPrefix,
        } = run.context;
        return (
          name === `${idPrefix}-${id}` &&
          eligibility === run.context.eligibility &&
          JSON.stringify(claimable) === JSON.stringify({ call, itemId: id })
        );
      },
    ),
    invariant(
      'a clip that can be played through is ready, and sends clip.ready with its index',
      (run) => run.on('media.ready'),
      (run) => run.context.isReady && run.sends('clip.ready')[0]?.event.index === run.context.index,
    ),
    always(
      'state sound.on requires that sound is on',
      (run) => !run.is('sound.on') || run.context.isSoundOn,
    ),
  ],
};
