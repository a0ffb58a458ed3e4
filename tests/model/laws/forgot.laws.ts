import { type Laws, law } from './law.ts';

const submits = (run: { on: (type: string) => boolean }) => run.on('address.submitted');

const isOpen = (run: { was: (...states: string[]) => boolean }) =>
  run.was('editing', 'incomplete', 'refused', 'sent');

export const forgot: Laws = {
  laws: [
    law(
      'nothing is sent but an address that was typed',
      (run) => run.begins('askForLink').length > 0,
      (run) => {
        const { email } = run.given('askForLink');
        return submits(run) && String(email).trim() !== '' && email === run.event.email;
      },
    ),
    law(
      'an address that was typed is sent at once, and once at a time, also after another one',
      (run) => isOpen(run) && submits(run) && run.event.email.trim() !== '',
      (run) => run.is('sending') && run.begins('askForLink').length === 1,
    ),
    law(
      'a form without an address is not sent, and says so',
      (run) => isOpen(run) && submits(run) && run.event.email.trim() === '',
      (run) => run.is('incomplete') && run.begins('askForLink').length === 0,
    ),
    law(
      'an address is kept nowhere',
      (run) => submits(run) && run.event.email.trim() !== '',
      (run) => !JSON.stringify(run.context).includes(run.event.email),
    ),
    law(
      'that a link may be on its way is said when the server has been asked, and only then',
      (run) => run.gets('askForLink') || (run.is('sent') && !run.was('sent')),
      (run) => run.gets('askForLink') && run.is('sent'),
    ),
    law(
      'whatever goes wrong is said, and another try may be made',
      (run) => run.loses('askForLink'),
      (run) => run.is('refused') && run.context.failure.kind === run.event.error.kind,
    ),
  ],
};
