import { formInvariants, refusalInvariant } from './form.parts.ts';
import { type Invariants, invariant } from './invariant.ts';

export const forgot: Invariants = {
  invariants: [
    // the person may enter another address
    ...formInvariants({ again: 'sent' }),
    refusalInvariant(),
    invariant(
      'the notice that a link may have been mailed is shown only after the server has answered',
      (run) => run.gets('sendForm') || (run.is('sent') && !run.was('sent')),
      (run) => run.gets('sendForm') && run.is('sent'),
    ),
  ],
};
