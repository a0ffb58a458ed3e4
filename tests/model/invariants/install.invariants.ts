import { install as model } from '../models.person.ts';
import { type Invariants, invariant } from './invariant.ts';

/** A person who accepts the installation. */
const accepting = {
  ...model(false),
  events: ['prompt.offered', 'install.pressed'].map((type) => ({ type })),
  outcomes: { showPrompt: { done: ['accepted'] } },
};

export const install: Invariants = {
  runs: [accepting],
  lasts: { 'guiding.copying': 5_000, prompting: 5 * 60_000, accepted: 60_000 },
  calm: ['guiding.copying'],
  invariants: [
    invariant(
      'an offered prompt is shown only by a press, and is used up by any answer',
      (run) =>
        run.begins('showPrompt').length > 0 || (run.was('prompting') && !run.is('prompting')),
      (run) =>
        run.is('prompting')
          ? run.was('installable') && run.on('install.pressed')
          : run.is('accepted', 'dismissed', 'installed'),
    ),
    invariant(
      'state installed is reached only when the browser says so, and is sent to the root',
      (run) => run.on('app.installed') || run.hasEntered('installed'),
      (run) =>
        run.is('installed') &&
        (run.past.length === 0 || run.tells('install.ended')[0]?.isInstalled === true),
    ),
    invariant(
      'a dismissal, an error and a timeout are sent as not installed',
      (run) =>
        run.was('prompting') &&
        !run.on('app.installed', 'prompt.offered') &&
        !(run.gets('showPrompt') && run.event.output === 'accepted') &&
        !run.is('prompting'),
      (run) => run.is('dismissed') && run.tells('install.ended')[0]?.isInstalled === false,
    ),
    invariant(
      'after an accepted prompt the machine waits up to a minute for the installation',
      (run) =>
        (run.gets('showPrompt') && run.event.output === 'accepted') || run.delayEnded('accepted'),
      (run) =>
        run.gets('showPrompt')
          ? run.is('accepted') && run.now.told.length === 0
          : run.is('unavailable') && run.tells('install.ended')[0]?.isInstalled === false,
    ),
    invariant(
      'a prompt that the browser offers is sent to the root, and makes the app installable',
      (run) => run.on('prompt.offered'),
      (run) =>
        run.tells('install.offered').length === 1 &&
        (run.was('prompting') || run.is('installable')),
    ),
    invariant(
      'without a prompt a press shows how to install by hand, or copies the link for another browser',
      (run) => run.on('install.pressed') && run.was('unavailable', 'dismissed', 'guiding'),
      (run) =>
        run.tells('install.guided').length === 1 &&
        (run.was('guiding') ||
          run.is(run.context.needsOtherBrowser ? 'guiding.copying' : 'guiding.shown')),
    ),
    invariant(
      'copying the link is reported as success or failure',
      (run) =>
        run.was('guiding.copying') &&
        (run.gets('copyLink') || run.loses('copyLink') || run.delayEnded('guiding.copying')),
      (run) =>
        run.is('guiding.shown') &&
        run.tells(run.gets('copyLink') ? 'install.linkCopied' : 'install.copyFailed').length ===
          1 &&
        run.now.told.length === 1,
    ),
    invariant(
      'the link is copied at a press',
      (run) => run.was('guiding.shown') && run.on('copy.pressed'),
      (run) => run.is('guiding.copying'),
    ),
    invariant(
      'the guide closes at a press',
      (run) => run.was('guiding.shown') && run.on('guide.closed'),
      (run) => run.is('unavailable'),
    ),
    invariant(
      'the machine begins as installed or unavailable',
      (run) => run.past.length === 0,
      (run) => run.is(run.context.isInstalled ? 'installed' : 'unavailable'),
    ),
    invariant(
      'a press while installed is answered as installed',
      (run) => run.was('installed') && run.on('install.pressed'),
      (run) => run.is('installed') && run.tells('install.ended')[0]?.isInstalled === true,
    ),
  ],
};
