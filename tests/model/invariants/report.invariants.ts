import { formInvariants, refusalInvariant, sheetInvariants } from './form.parts.ts';
import { type Invariants, invariant } from './invariant.ts';

/** The reason `other` needs a text, a listed reason does not. */
const missingIn = ({ reason, text = '' }: Record<string, string>) => {
  if (reason === '') return ['reason'];
  return reason === 'other' && text.trim() === '' ? ['text'] : [];
};

export const report: Invariants = {
  invariants: [
    ...formInvariants({ missingIn, besides: ({ context }) => context.item }),
    refusalInvariant(),
    ...sheetInvariants('report.pressed', 'sent'),
    invariant(
      'the notice that the report was taken is shown',
      (run) => run.gets('sendForm'),
      (run) => run.is('sent'),
    ),
    invariant(
      'a reopened sheet is about the clip that is on the stage by then',
      (run) => run.was('closed') && run.on('report.pressed'),
      (run) => run.context.item.id === run.event.item.id,
    ),
    invariant(
      'an open sheet stays about the item that it was opened for',
      (run) => !run.was('closed') && run.on('report.pressed'),
      (run) => run.context.item.id === run.known.item.id,
    ),
  ],
};
