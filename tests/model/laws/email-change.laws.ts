import { provenFormLaws, sheetLaws, whileProving } from './form.parts.ts';
import { type Laws, law } from './law.ts';

export const emailChange: Laws = {
  laws: [
    ...provenFormLaws(),
    ...sheetLaws('open.pressed', ['sent', ...whileProving]),
    law(
      'the notice that a link may have been mailed is shown',
      (run) => run.gets('sendForm'),
      (run) => run.is('sent'),
    ),
  ],
};
