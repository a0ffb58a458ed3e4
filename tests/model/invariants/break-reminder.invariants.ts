import { hides, shows } from './attention.ts';
import { type Invariants, invariant, type Run } from './invariant.ts';

const BREAK_MS = 5 * 60_000;

/** Returns when the feed was hidden, by the first report after its last visit; null: it is visible. */
function leftAtMs({ past }: Run): number | null {
  const reports = past
    .map(({ event }) => event)
    .filter(({ type }) => type === 'visibility.changed');
  const lastVisit = reports.findLastIndex(({ isVisible }) => isVisible !== false);
  return reports[lastVisit + 1]?.atMs ?? null;
}
const said = (run: Run, isProposed: boolean) =>
  run.tells('break.changed').some((event) => event.isProposed === isProposed);
function isBackFromBreak(run: Run): boolean {
  const left = leftAtMs(run);
  return shows(run) && left !== null && run.event.atMs - left >= BREAK_MS;
}

export const breakReminder: Invariants = {
  lasts: { watching: 60_000, interrupted: BREAK_MS },
  calm: ['watching', 'interrupted'],
  invariants: [
    invariant(
      'a minute on the feed counts, and nothing else does',
      (run) => run.past.length > 0 && run.context.minutes > (run.known?.minutes ?? 0),
      (run) => run.delayEnded('watching') && run.context.minutes === run.known?.minutes + 1,
    ),
    invariant(
      'proposing a break stops the clips',
      (run) => run.hasEntered('proposed'),
      (run) => said(run, true),
    ),
    invariant(
      'a feed that becomes visible again before the card is answered is stopped again',
      (run) => run.was('proposed') && shows(run) && !isBackFromBreak(run),
      (run) => run.is('proposed') && said(run, true),
    ),
    invariant(
      'a press, or five minutes away, closes the card, and the clips play',
      (run) =>
        (run.was('proposed.shown') && run.on('continue.pressed')) ||
        (run.was('proposed') && isBackFromBreak(run)),
      (run) => run.is('watching') && said(run, false),
    ),
    invariant(
      'only the end of a card lets the clips play again',
      (run) => said(run, false),
      (run) => run.was('proposed') && !run.is('proposed'),
    ),
    invariant(
      'no time counts while the page is hidden',
      (run) => hides(run),
      (run) => run.is('interrupted', 'away', 'proposed.hidden'),
    ),
    invariant(
      'five minutes away reset the count',
      (run) =>
        run.delayEnded('interrupted') ||
        (run.was('interrupted', 'proposed') && isBackFromBreak(run)),
      (run) => run.context.minutes === 0 && run.context.wasProposed === false,
    ),
    invariant(
      'after a shorter time away the count goes on',
      (run) => run.was('interrupted') && shows(run) && !isBackFromBreak(run),
      (run) => run.is('watching') && run.context.minutes === run.known?.minutes,
    ),
  ],
};
