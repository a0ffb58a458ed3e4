import { formLaws, refusalLaw } from './form.parts.ts';
import { type Laws, law } from './law.ts';

export const forgot: Laws = {
  laws: [
    // another address may follow
    ...formLaws({ again: 'sent' }),
    refusalLaw(),
    law(
      'that a link may be on its way is said when the server has been asked, and only then',
      (run) => run.gets('sendForm') || (run.is('sent') && !run.was('sent')),
      (run) => run.gets('sendForm') && run.is('sent'),
    ),
  ],
};
