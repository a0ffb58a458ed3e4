import { type Laws, law, type Run } from './law.ts';

const isAsked = (run: Run) => run.was('asking', 'refused');
const hasFailedFor = (run: Run, reason: string) =>
  run.loses('sendAgreement') && run.event.error.reason === reason;
const showsAnother = (run: Run) => run.on('pages.shown') && run.event.pages !== run.known.pages;
/** The server has said that it is not the newest version. */
const isTold = (run: Run) => run.was('refused') && run.known.failure.reason === 'agreement_needed';

export const agreement: Laws = {
  laws: [
    law(
      'nothing is agreed to but by a press, and only the versions that are shown',
      (run) => run.begins('sendAgreement').length > 0,
      (run) =>
        isAsked(run) &&
        run.on('agree.pressed') &&
        run.begins('sendAgreement').length === 1 &&
        run.given<{ pages: string }>('sendAgreement').pages === run.context.pages,
    ),
    law(
      'a press agrees at once',
      (run) => isAsked(run) && run.on('agree.pressed'),
      (run) => run.is('sending'),
    ),
    law(
      'whoever does not agree may go on, and is not asked about the same again',
      (run) => isAsked(run) && run.on('dialog.closed'),
      (run) => run.is('closed'),
    ),
    law(
      'what was closed opens for another version alone',
      (run) => run.was('closed') && !run.is('closed'),
      (run) => run.on('pages.shown') && run.is('asking'),
    ),
    law(
      'another version is what is shown, and none of what became of the one before',
      (run) => showsAnother(run) && !run.was('sending') && !isTold(run),
      (run) =>
        run.is('asking') && run.context.pages === run.event.pages && run.context.failure === null,
    ),
    law(
      'that there is a newer version is said until somebody answers, also once it is shown',
      (run) => showsAnother(run) && isTold(run),
      (run) =>
        run.is('refused') &&
        run.context.pages === run.event.pages &&
        run.context.failure === run.known.failure,
    ),
    law(
      'the sheet is not left while it is not known whether it was agreed',
      (run) => run.was('sending') && (run.on('dialog.closed') || run.on('pages.shown')),
      (run) => run.is('sending'),
    ),
    law(
      'what is told while it is sent is what may be agreed to next',
      (run) => run.was('sending') && run.on('pages.shown'),
      (run) => run.context.pages === run.event.pages,
    ),
    law(
      'what was agreed to is asked for no more, and the user is asked for anew',
      (run) => run.gets('sendAgreement'),
      (run) => run.is('closed') && run.tells('agreement.outdated').length === 1,
    ),
    law(
      'what goes wrong is said, and may be tried again',
      (run) => run.loses('sendAgreement'),
      (run) => run.is('refused') && run.context.failure.kind === run.event.error.kind,
    ),
    law(
      'after a later version was published the user is asked for anew, and otherwise not',
      (run) => run.loses('sendAgreement'),
      (run) =>
        run.tells('agreement.outdated').length === Number(hasFailedFor(run, 'agreement_needed')),
    ),
  ],
};
