import { type Invariants, invariant, type Run } from './invariant.ts';

const isAsked = (run: Run) => run.was('asking', 'refused');
const hasFailedFor = (run: Run, reason: string) =>
  run.loses('sendAgreement') && run.event.error.reason === reason;
const showsAnother = (run: Run) => run.on('pages.shown') && run.event.pages !== run.known.pages;
/** The server has answered that the version is outdated. */
const isTold = (run: Run) => run.was('refused') && run.known.failure.reason === 'agreement_needed';

export const agreement: Invariants = {
  invariants: [
    invariant(
      'an agreement is sent only by a press, and only for the versions that are shown',
      (run) => run.begins('sendAgreement').length > 0,
      (run) =>
        isAsked(run) &&
        run.on('agree.pressed') &&
        run.begins('sendAgreement').length === 1 &&
        run.given<{ pages: string }>('sendAgreement').pages === run.context.pages,
    ),
    invariant(
      'a press sends the agreement at once',
      (run) => isAsked(run) && run.on('agree.pressed'),
      (run) => run.is('sending'),
    ),
    invariant(
      'the sheet can be closed without agreeing',
      (run) => isAsked(run) && run.on('dialog.closed'),
      (run) => run.is('closed'),
    ),
    invariant(
      'a closed sheet opens again only for another version',
      (run) => run.was('closed') && !run.is('closed'),
      (run) => run.on('pages.shown') && run.is('asking'),
    ),
    invariant(
      'another version replaces the one shown, and clears its failure',
      (run) => showsAnother(run) && !run.was('sending') && !isTold(run),
      (run) =>
        run.is('asking') && run.context.pages === run.event.pages && run.context.failure === null,
    ),
    invariant(
      'the notice of a newer version stays until an answer, also when that version is shown',
      (run) => showsAnother(run) && isTold(run),
      (run) =>
        run.is('refused') &&
        run.context.pages === run.event.pages &&
        run.context.failure === run.known.failure,
    ),
    invariant(
      'the sheet cannot be closed while the agreement is being sent',
      (run) => run.was('sending') && (run.on('dialog.closed') || run.on('pages.shown')),
      (run) => run.is('sending'),
    ),
    invariant(
      'versions that arrive during sending are the ones to agree to next',
      (run) => run.was('sending') && run.on('pages.shown'),
      (run) => run.context.pages === run.event.pages,
    ),
    invariant(
      'after the agreement the sheet closes, and the user is loaded again',
      (run) => run.gets('sendAgreement'),
      (run) => run.is('closed') && run.tells('agreement.outdated').length === 1,
    ),
    invariant(
      'a failure is shown, and the agreement can be sent again',
      (run) => run.loses('sendAgreement'),
      (run) => run.is('refused') && run.context.failure.kind === run.event.error.kind,
    ),
    invariant(
      'only the failure for a newer version loads the user again',
      (run) => run.loses('sendAgreement'),
      (run) =>
        run.tells('agreement.outdated').length === Number(hasFailedFor(run, 'agreement_needed')),
    ),
  ],
};
