import { idsOf } from '../model.ts';
import { share as model } from '../models.share.ts';
import { hides, isVisibleIn, shows } from './attention.ts';
import { always, type Invariants, invariant, isOn, type Moment, type Run } from './invariant.ts';

const watching = ['watching', 'sending', 'sent'];
const within = (state: string) => watching.map((each) => `${each}.${state}`);

/** A person who leaves the app for various durations. */
const leaving = {
  ...model,
  events: [
    { type: 'share.pressed' },
    { type: 'copy.pressed' },
    { type: 'send.pressed' },
    { type: 'visibility.changed', isVisible: false, atMs: 10_000, day: '2026-01-02' },
    // twice, so that runs often leave again before the share is certain
    { type: 'visibility.changed', isVisible: false, atMs: 10_000, day: '2026-01-02' },
    ...[11_999, 12_000, 70_000, 70_001].map((atMs) => ({
      type: 'visibility.changed',
      isVisible: true,
      atMs,
      day: '2026-01-02',
    })),
  ],
  outcomes: { copyLink: { done: [undefined] }, sendLink: { done: ['sent'] } },
};

const isLeaving = (snapshot: Moment['before']) =>
  snapshot !== undefined && idsOf(snapshot).some((id) => id.endsWith('.leaving'));

/**
 * The state in which the machine waits for the person to leave; after a slow copy the person may have
 * left already.
 */
const begins = (run: Run) => (isVisibleIn(run) ? 'present' : 'leaving');

/** The duration of the last absence, by the page's reports. */
function awayMs(run: Run): number {
  const left = run.moments.findLastIndex(
    ({ before, after }) => isLeaving(after) && !isLeaving(before),
  );
  const lastMs = (moments: readonly Moment[]): number =>
    moments.findLast(isOn('visibility.changed'))?.event.atMs ?? 0;
  return lastMs(run.moments) - lastMs(run.moments.slice(0, left + 1));
}
const returned = (run: Run) => within('returning').some((each) => run.delayEnded(each));

export const share: Invariants = {
  runs: [leaving],
  lasts: Object.fromEntries([
    ['copying', 5_000],
    ...watching.flatMap((each) => [
      [`${each}.present`, 60_000],
      [`${each}.leaving`, 100],
      [`${each}.returning`, 100],
    ]),
  ]),
  calm: ['sending', ...['present', 'leaving', 'returning'].flatMap(within)],
  invariants: [
    invariant(
      'away from 2 to 60 seconds, both included, counts as a share, and nothing else does',
      returned,
      (run) => {
        const away = awayMs(run);
        const countsAsShare = away >= 2_000 && away <= 60_000;
        const [succeeded, failed] = [run.tells('share.succeeded'), run.tells('share.failed')];
        return countsAsShare
          ? run.is('closed') && succeeded.length === 1 && failed.length === 0
          : run.is('choosing') && succeeded.length === 0 && failed.length === 1;
      },
    ),
    always(
      'a share succeeds only after the person came back',
      (run) => run.tells('share.succeeded').length === 0 || returned(run),
    ),
    invariant(
      'a share has the UTC day of the return',
      (run) => run.tells('share.succeeded').length > 0,
      (run) =>
        run.tells('share.succeeded')[0]?.day ===
        run.past.findLast(isOn('visibility.changed'))?.event.day,
    ),
    invariant(
      'a page that is hidden for less than 100 ms was not left',
      (run) => run.was(...within('leaving')) && shows(run),
      (run) => run.is(...within('present')) && run.now.told.length === 0,
    ),
    invariant(
      'a return shorter than 100 ms does not end the absence',
      (run) => run.was(...within('returning')) && hides(run),
      (run) => run.is(...within('away')) && run.now.told.length === 0,
    ),
    invariant(
      'hiding the page leads to state leaving, and showing the page leads to state returning',
      (run) =>
        (run.was(...within('present')) && hides(run)) || (run.was(...within('away')) && shows(run)),
      (run) => run.is(...within(hides(run) ? 'leaving' : 'returning')),
    ),
    invariant(
      'copying is reported as success or failure',
      (run) =>
        run.was('copying') &&
        (run.gets('copyLink') || run.loses('copyLink') || run.delayEnded('copying')),
      (run) =>
        run.gets('copyLink')
          ? run.is(`watching.${begins(run)}`) && run.tells('share.linkCopied').length === 1
          : run.is('choosing') && run.tells('share.copyFailed').length === 1,
    ),
    invariant(
      'a share sheet that is dismissed, or does not open, is not a share',
      (run) =>
        run.was('sending') &&
        (run.loses('sendLink') || (run.gets('sendLink') && run.event.output === 'dismissed')),
      (run) =>
        run.is('choosing') &&
        run.tells('share.failed').length === 1 &&
        run.context.hiddenAtMs === 0,
    ),
    invariant(
      'after the share sheet closed, the absence is still watched',
      (run) => run.was('sending') && run.gets('sendLink') && run.event.output === 'sent',
      (run) =>
        run.was('sending.present')
          ? run.is('sent.present')
          : run.is('sending') && run.now.told.length === 0,
    ),
    invariant(
      'copy and send work in every state that shows the link',
      (run) => run.on('copy.pressed', 'send.pressed') && run.was('closed', 'choosing', 'watching'),
      (run) => run.is(run.on('copy.pressed') ? 'copying' : `sending.${begins(run)}`),
    ),
    invariant(
      'the dialog opens at a press, and closes at a press',
      (run) =>
        (run.was('closed') && run.on('share.pressed')) ||
        (run.was('choosing', ...watching) && run.on('dialog.closed')),
      (run) => run.is(run.on('share.pressed') ? 'choosing' : 'closed'),
    ),
    invariant(
      'leaving the screen ends the share, without an event',
      (run) => run.on('screen.left'),
      (run) => run.is('closed') && run.now.told.length === 0 && run.context.hiddenAtMs === 0,
    ),
    invariant(
      'each change of visibility is stored',
      (run) => run.on('visibility.changed'),
      (run) => run.context.isVisible === run.event.isVisible,
    ),
    invariant(
      'a minute without leaving ends the share, without a failure',
      (run) => within('present').some((each) => run.delayEnded(each)),
      (run) => run.is('choosing') && run.now.told.length === 0,
    ),
  ],
};
