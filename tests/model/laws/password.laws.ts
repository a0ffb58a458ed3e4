import { provenFormLaws, sheetLaws, whileProving } from './form.parts.ts';
import { type Laws, law } from './law.ts';

export const password: Laws = {
  laws: [
    ...provenFormLaws(),
    ...sheetLaws('open.pressed', ['done', ...whileProving]),
    law(
      'that it is changed is said until it was read',
      (run) => run.gets('sendForm'),
      (run) => run.is('done'),
    ),
  ],
};
