import { type Invariant, invariant } from './invariant.ts';

/** Invariants of a clip's sound, and of the prompt to turn it on. */
export const soundInvariants: readonly Invariant[] = [
  invariant(
    'a chosen sound setting is stored, and applied to the media element',
    (run) => run.on('sound.changed'),
    (run) =>
      run.context.isSoundOn === run.event.isOn &&
      run.sends('player.mute').at(-1)?.event.isMuted === !run.event.isOn &&
      run.is(run.event.isOn ? 'sound.on' : 'sound.muted'),
  ),
  invariant(
    'the sound prompt is shown once, when a clip first plays muted',
    (run) => run.hasEntered('sound.prompt'),
    (run) => run.on('media.playing') && run.known.isSoundPromptDue && !run.context.isSoundPromptDue,
  ),
  invariant(
    'a due sound prompt is shown, and hidden after its time',
    (run) =>
      run.delayEnded('sound.prompt') ||
      (run.was('sound.muted') && run.on('media.playing') && run.known.isSoundPromptDue),
    (run) => run.is(run.on('media.playing') ? 'sound.prompt' : 'sound.muted'),
  ),
];
