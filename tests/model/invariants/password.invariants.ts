import { provenFormInvariants, sheetInvariants, whileProving } from './form.parts.ts';
import { type Invariants, invariant } from './invariant.ts';

export const password: Invariants = {
  invariants: [
    ...provenFormInvariants(),
    ...sheetInvariants('open.pressed', ['done', ...whileProving]),
    invariant(
      'the notice that the password was changed is shown',
      (run) => run.gets('sendForm'),
      (run) => run.is('done'),
    ),
  ],
};
