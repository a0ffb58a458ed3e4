import { provenFormLaws, sheetLaws, whileProving } from './form.parts.ts';
import { type Laws, law } from './law.ts';

export const password: Laws = {
  laws: [
    ...provenFormLaws(),
    ...sheetLaws('open.pressed', ['done', ...whileProving]),
    law(
      'the notice that the password was changed is shown',
      (run) => run.gets('sendForm'),
      (run) => run.is('done'),
    ),
  ],
};
