import { formLaws, refusalLaw, sheetLaws } from './form.parts.ts';
import { type Laws, law } from './law.ts';

export const emailChange: Laws = {
  laws: [
    ...formLaws(),
    refusalLaw(),
    ...sheetLaws('open.pressed', 'sent'),
    law(
      'that a link may be on its way is said until it was read',
      (run) => run.gets('sendForm'),
      (run) => run.is('sent'),
    ),
  ],
};
