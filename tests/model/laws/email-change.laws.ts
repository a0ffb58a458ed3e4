import { provenFormLaws, sheetLaws, whileProving } from './form.parts.ts';
import { type Laws, law } from './law.ts';

export const emailChange: Laws = {
  laws: [
    ...provenFormLaws(),
    ...sheetLaws('open.pressed', ['sent', ...whileProving]),
    law(
      'that a link may be on its way is said until it was read',
      (run) => run.gets('sendForm'),
      (run) => run.is('sent'),
    ),
  ],
};
