import { type Law, law } from './law.ts';

/** Its sound, and that somebody is told of it. */
export const soundLaws: readonly Law[] = [
  law(
    'sound is what was chosen, at the element as here',
    (run) => run.on('sound.changed'),
    (run) =>
      run.context.isSoundOn === run.event.isOn &&
      run.sends('player.mute').at(-1)?.event.isMuted === !run.event.isOn &&
      run.is(run.event.isOn ? 'sound.on' : 'sound.muted'),
  ),
  law(
    'that there is sound is said once, when it first plays without, for four seconds',
    (run) => run.comesTo('sound.prompt'),
    (run) => run.on('media.playing') && run.known.isSoundPromptDue && !run.context.isSoundPromptDue,
  ),
  law(
    'the prompt comes when it is due, and goes',
    (run) =>
      run.waitedOut('sound.prompt') ||
      (run.was('sound.muted') && run.on('media.playing') && run.known.isSoundPromptDue),
    (run) => run.is(run.on('media.playing') ? 'sound.prompt' : 'sound.muted'),
  ),
];
