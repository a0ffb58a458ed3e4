import { type Laws, law, type Run } from './law.ts';

const submits = (run: Run) => run.on('report.submitted');
const isOpen = (run: Run) => run.was('choosing', 'incomplete', 'refused');
/** Something else needs words, a reason of the list none. */
const isWhole = ({ event }: Run) =>
  event.reason === 'other' ? event.text.trim() !== '' : event.reason !== '';

export const report: Laws = {
  laws: [
    law(
      'a report has a reason, and something else has words',
      (run) => run.begins('sendReport').length > 0,
      (run) => {
        const { reason, text } = run.given('sendReport');
        return reason === 'other' ? String(text).trim() !== '' : reason !== '';
      },
    ),
    law(
      'what was chosen is sent at once, and once at a time, about what it was opened about',
      (run) => isOpen(run) && submits(run) && isWhole(run),
      (run) => {
        const { kind, id, reason, text } = run.given('sendReport');
        const { item } = run.context;
        return (
          run.is('sending') &&
          run.begins('sendReport').length === 1 &&
          kind === item.kind &&
          id === item.id &&
          reason === run.event.reason &&
          text === run.event.text
        );
      },
    ),
    law(
      'a report that lacks something is not sent, and says what',
      (run) => isOpen(run) && submits(run) && !isWhole(run),
      (run) =>
        run.is('incomplete') &&
        run.begins('sendReport').length === 0 &&
        JSON.stringify(run.context.missing) ===
          JSON.stringify([run.event.reason === '' ? 'reason' : 'text']),
    ),
    law(
      'that it was taken is said until it was read',
      (run) => run.gets('sendReport'),
      (run) => run.is('sent'),
    ),
    law(
      'whatever goes wrong is said, and another try may be made',
      (run) => run.loses('sendReport'),
      (run) => run.is('refused') && run.context.failure.kind === run.event.error.kind,
    ),
    law(
      'it is not left while it is not known whether the server has it',
      (run) => run.was('sending') && run.on('dialog.closed'),
      (run) => run.is('sending'),
    ),
    law(
      'it is left by whoever wants to leave',
      (run) => run.was('choosing', 'incomplete', 'refused', 'sent') && run.on('dialog.closed'),
      (run) => run.is('closed'),
    ),
    law(
      'opened again it is about what is on the stage by then, with nothing said',
      (run) => run.was('closed') && run.on('report.pressed'),
      (run) => run.is('choosing') && run.context.item.id === run.event.item.id,
    ),
    law(
      'while it is open it stays with what it was opened about',
      (run) => !run.was('closed') && run.on('report.pressed'),
      (run) => run.context.item.id === run.known.item.id,
    ),
  ],
};
