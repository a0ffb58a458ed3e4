import { install as model } from '../models.person.ts';
import { type Laws, law } from './law.ts';

/** Somebody who says yes. */
const accepting = {
  ...model(false),
  events: ['prompt.offered', 'install.pressed'].map((type) => ({ type })),
  outcomes: { showPrompt: { done: ['accepted'] } },
};

export const install: Laws = {
  runs: [accepting],
  lasts: { 'guiding.copying': 5_000, prompting: 5 * 60_000, accepted: 60_000 },
  calm: ['guiding.copying'],
  laws: [
    law(
      'a prompt is shown only at a press on an offer, and uses it up whatever the answer',
      (run) =>
        run.begins('showPrompt').length > 0 || (run.was('prompting') && !run.is('prompting')),
      (run) =>
        run.is('prompting')
          ? run.was('installable') && run.on('install.pressed')
          : run.is('accepted', 'dismissed', 'installed'),
    ),
    law(
      'installed is only what the browser says is installed, and that is told',
      (run) => run.on('app.installed') || run.comesTo('installed'),
      (run) =>
        run.is('installed') &&
        (run.past.length === 0 || run.tells('install.ended')[0]?.isInstalled === true),
    ),
    law(
      'a no, an error and no answer are told as not installed',
      (run) =>
        run.was('prompting') &&
        !run.on('app.installed', 'prompt.offered') &&
        !(run.gets('showPrompt') && run.event.output === 'accepted') &&
        !run.is('prompting'),
      (run) => run.is('dismissed') && run.tells('install.ended')[0]?.isInstalled === false,
    ),
    law(
      'a yes is believed when the app is there, and no longer than a minute',
      (run) =>
        (run.gets('showPrompt') && run.event.output === 'accepted') || run.waitedOut('accepted'),
      (run) =>
        run.gets('showPrompt')
          ? run.is('accepted') && run.now.told.length === 0
          : run.is('unavailable') && run.tells('install.ended')[0]?.isInstalled === false,
    ),
    law(
      'an offer of the browser is told, and used where one is waited for, or the app was removed',
      (run) => run.on('prompt.offered'),
      (run) =>
        run.tells('install.offered').length === 1 &&
        (run.was('prompting') || run.is('installable')),
    ),
    law(
      'where there is no offer a press shows how to install by hand, or gets the link for another browser',
      (run) => run.on('install.pressed') && run.was('unavailable', 'dismissed', 'guiding'),
      (run) =>
        run.tells('install.guided').length === 1 &&
        (run.was('guiding') ||
          run.is(run.context.isBrowserNeeded ? 'guiding.copying' : 'guiding.shown')),
    ),
    law(
      'the link is said to be copied when it is, and not to be when it is not',
      (run) =>
        run.was('guiding.copying') &&
        (run.gets('copyLink') || run.loses('copyLink') || run.waitedOut('guiding.copying')),
      (run) =>
        run.is('guiding.shown') &&
        run.tells(run.gets('copyLink') ? 'install.linkCopied' : 'install.copyFailed').length ===
          1 &&
        run.now.told.length === 1,
    ),
    law(
      'the link is copied at a press, and the guide closes at a press',
      (run) => run.was('guiding.shown') && run.on('copy.pressed', 'guide.closed'),
      (run) => run.is(run.on('copy.pressed') ? 'guiding.copying' : 'unavailable'),
    ),
    law(
      'begins as it is: installed, or not',
      (run) => run.past.length === 0,
      (run) => run.is(run.context.isInstalled ? 'installed' : 'unavailable'),
    ),
    law(
      'a press on what is installed is answered so',
      (run) => run.was('installed') && run.on('install.pressed'),
      (run) => run.is('installed') && run.tells('install.ended')[0]?.isInstalled === true,
    ),
  ],
};
