import { formLaws, refusalLaw } from './form.parts.ts';
import { type Laws, law } from './law.ts';

export const forgot: Laws = {
  laws: [
    // the person may enter another address
    ...formLaws({ again: 'sent' }),
    refusalLaw(),
    law(
      'the notice that a link may have been mailed is shown only after the server has answered',
      (run) => run.gets('sendForm') || (run.is('sent') && !run.was('sent')),
      (run) => run.gets('sendForm') && run.is('sent'),
    ),
  ],
};
