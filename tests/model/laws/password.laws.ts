import { formLaws, refusalLaw, sheetLaws } from './form.parts.ts';
import { type Laws, law } from './law.ts';

export const password: Laws = {
  laws: [
    ...formLaws(),
    refusalLaw(),
    ...sheetLaws('open.pressed', 'done'),
    law(
      'that it is changed is said until it was read',
      (run) => run.gets('sendForm'),
      (run) => run.is('done'),
    ),
  ],
};
