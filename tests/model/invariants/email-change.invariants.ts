import { provenFormInvariants, sheetInvariants, whileProving } from './form.parts.ts';
import { type Invariants, invariant } from './invariant.ts';

export const emailChange: Invariants = {
  invariants: [
    ...provenFormInvariants(),
    ...sheetInvariants('open.pressed', ['sent', ...whileProving]),
    invariant(
      'the notice that a link may have been mailed is shown',
      (run) => run.gets('sendForm'),
      (run) => run.is('sent'),
    ),
  ],
};
