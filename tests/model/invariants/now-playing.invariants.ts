import { hides, shows } from './attention.ts';
import { type Invariants, invariant, isOn, same } from './invariant.ts';

const awake = (isOn: boolean) => (isOn ? 'screen.kept' : 'screen.free');

export const nowPlaying: Invariants = {
  invariants: [
    invariant(
      'the wake lock is held exactly in state screen.kept',
      (run) => run.past.length > 0,
      (run) => run.runs('keepScreenOn') === run.is('screen.kept'),
    ),
    invariant(
      'no wake lock is held before a clip has begun',
      (run) => !run.moments.some(isOn('clip.began')),
      (run) => run.is('screen.free'),
    ),
    invariant(
      'only a clip that counts holds the wake lock',
      (run) => run.on('clip.began'),
      (run) => run.is(awake(run.event.isCounting)) && run.context.clip === run.event.clip,
    ),
    invariant(
      'a counted or paused clip releases the wake lock',
      (run) => run.on('clip.counted', 'clip.rested'),
      (run) => run.is('screen.free'),
    ),
    invariant(
      'a hidden page loses the wake lock, and requests it again when visible',
      (run) => (run.was('screen.kept') && hides(run)) || (run.was('screen.hidden') && shows(run)),
      (run) => run.is(hides(run) ? 'screen.hidden' : 'screen.kept'),
    ),
    invariant(
      'the media session shows the clip that plays',
      (run) => run.on('clip.began'),
      (run) =>
        run.is('session.playing') &&
        same(
          run.does('showPlaying').map(({ params }) => params),
          [run.event.clip],
        ),
    ),
    invariant(
      'the media session shows a paused clip as paused',
      (run) => run.was('session.playing') && run.on('clip.rested'),
      (run) => run.is('session.paused') && run.does('showPaused').length === 1,
    ),
    invariant(
      'a media control of the system is sent to the clip',
      (run) => run.on('control.used'),
      (run) =>
        same(
          run.tells('clip.controlled').map(({ control }) => control),
          [run.event.control],
        ),
    ),
  ],
};
