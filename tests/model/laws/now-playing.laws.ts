import { hides, shows } from './attention.ts';
import { isOn, type Laws, law, same } from './law.ts';

const awake = (isOn: boolean) => (isOn ? 'screen.kept' : 'screen.free');

export const nowPlaying: Laws = {
  laws: [
    law(
      'the screen stays on exactly while a clip counts and the page is seen',
      (run) => run.past.length > 0,
      (run) => run.runs('keepScreenOn') === run.is('screen.kept'),
    ),
    law(
      'nothing holds the screen before a clip has begun',
      (run) => !run.moments.some(isOn('clip.began')),
      (run) => run.is('screen.free'),
    ),
    law(
      'a clip that counts keeps the screen on, and no other does',
      (run) => run.on('clip.began'),
      (run) => run.is(awake(run.event.isCounting)) && run.context.clip === run.event.clip,
    ),
    law(
      'what has counted, or rests, lets the screen go',
      (run) => run.on('clip.counted', 'clip.rested'),
      (run) => run.is('screen.free'),
    ),
    law(
      'a page out of sight has lost the screen, and takes it again when it is back',
      (run) => (run.was('screen.kept') && hides(run)) || (run.was('screen.hidden') && shows(run)),
      (run) => run.is(hides(run) ? 'screen.hidden' : 'screen.kept'),
    ),
    law(
      'the system is shown the clip that plays, with its name',
      (run) => run.on('clip.began'),
      (run) =>
        run.is('session.playing') &&
        same(
          run.does('showPlaying').map(({ params }) => params),
          [run.event.clip],
        ),
    ),
    law(
      'the system is shown that it rests',
      (run) => run.was('session.playing') && run.on('clip.rested'),
      (run) => run.is('session.paused') && run.does('showPaused').length === 1,
    ),
    law(
      'a control of the system reaches the clip, as it was used',
      (run) => run.on('control.used'),
      (run) =>
        same(
          run.tells('clip.controlled').map(({ control }) => control),
          [run.event.control],
        ),
    ),
  ],
};
