import { type Laws, law, type Run } from './law.ts';

const isAsked = (run: Run) => run.was('asking', 'refused');
const hasFailedFor = (run: Run, reason: string) =>
  run.loses('sendAgreement') && run.event.error.reason === reason;
const showsAnother = (run: Run) => run.on('pages.shown') && run.event.pages !== run.known.pages;
/** The server has answered that the version is outdated. */
const isTold = (run: Run) => run.was('refused') && run.known.failure.reason === 'agreement_needed';

export const agreement: Laws = {
  laws: [
    law(
      'an agreement is sent only by a press, and only for the versions that are shown',
      (run) => run.begins('sendAgreement').length > 0,
      (run) =>
        isAsked(run) &&
        run.on('agree.pressed') &&
        run.begins('sendAgreement').length === 1 &&
        run.given<{ pages: string }>('sendAgreement').pages === run.context.pages,
    ),
    law(
      'a press sends the agreement at once',
      (run) => isAsked(run) && run.on('agree.pressed'),
      (run) => run.is('sending'),
    ),
    law(
      'closing the sheet without agreeing is possible, and the same versions are not shown again',
      (run) => isAsked(run) && run.on('dialog.closed'),
      (run) => run.is('closed'),
    ),
    law(
      'a closed sheet opens again only for another version',
      (run) => run.was('closed') && !run.is('closed'),
      (run) => run.on('pages.shown') && run.is('asking'),
    ),
    law(
      'another version replaces the one shown, and clears its failure',
      (run) => showsAnother(run) && !run.was('sending') && !isTold(run),
      (run) =>
        run.is('asking') && run.context.pages === run.event.pages && run.context.failure === null,
    ),
    law(
      'the notice of a newer version stays until an answer, also when that version is shown',
      (run) => showsAnother(run) && isTold(run),
      (run) =>
        run.is('refused') &&
        run.context.pages === run.event.pages &&
        run.context.failure === run.known.failure,
    ),
    law(
      'the sheet cannot be closed while the agreement is being sent',
      (run) => run.was('sending') && (run.on('dialog.closed') || run.on('pages.shown')),
      (run) => run.is('sending'),
    ),
    law(
      'versions that arrive during sending are the ones to agree to next',
      (run) => run.was('sending') && run.on('pages.shown'),
      (run) => run.context.pages === run.event.pages,
    ),
    law(
      'after the agreement the sheet closes, and the user is loaded again',
      (run) => run.gets('sendAgreement'),
      (run) => run.is('closed') && run.tells('agreement.outdated').length === 1,
    ),
    law(
      'a failure is shown, and the agreement can be sent again',
      (run) => run.loses('sendAgreement'),
      (run) => run.is('refused') && run.context.failure.kind === run.event.error.kind,
    ),
    law(
      'only the failure for a newer version loads the user again',
      (run) => run.loses('sendAgreement'),
      (run) =>
        run.tells('agreement.outdated').length === Number(hasFailedFor(run, 'agreement_needed')),
    ),
  ],
};
