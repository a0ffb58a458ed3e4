import { emptyForm, formSetup, formStates, onSubmitted } from './form.ts';

const base = formSetup({ types: {} as { field: 'email' } });

/**
 * A link to a new password, asked for by e-mail: an address, sent, and what became of it. Whether anybody
 * has the address is never known here.
 */
export const forgotMachine = base.createMachine({
  id: 'forgot',
  context: emptyForm,
  initial: 'editing',
  states: {
    ...formStates({ onDone: 'sent' }),
    /** a mail may be on its way; who has mistyped the address asks again */
    sent: { on: onSubmitted },
  },
});
