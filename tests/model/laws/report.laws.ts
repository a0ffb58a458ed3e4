import { formLaws, refusalLaw, sheetLaws } from './form.parts.ts';
import { type Laws, law } from './law.ts';

/** The reason `other` needs a text, a listed reason does not. */
const missingIn = ({ reason, text = '' }: Record<string, string>) => {
  if (reason === '') return ['reason'];
  return reason === 'other' && text.trim() === '' ? ['text'] : [];
};

export const report: Laws = {
  laws: [
    ...formLaws({ missingIn, besides: ({ context }) => context.item }),
    refusalLaw(),
    ...sheetLaws('report.pressed', 'sent'),
    law(
      'the notice that the report was taken is shown',
      (run) => run.gets('sendForm'),
      (run) => run.is('sent'),
    ),
    law(
      'a reopened sheet is about the clip that is on the stage by then',
      (run) => run.was('closed') && run.on('report.pressed'),
      (run) => run.context.item.id === run.event.item.id,
    ),
    law(
      'an open sheet stays about the item that it was opened for',
      (run) => !run.was('closed') && run.on('report.pressed'),
      (run) => run.context.item.id === run.known.item.id,
    ),
  ],
};
