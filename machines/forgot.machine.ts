import { emptyForm, formSetup, formStates, onSubmitted } from './form.ts';

const base = formSetup({ types: {} as { field: 'email' } });

/**
 * Requests a link to a new password, which the server sends by e-mail. The server never reveals whether an account has
 * the address.
 */
export const forgotMachine = base.createMachine({
  id: 'forgot',
  context: emptyForm,
  initial: 'editing',
  states: {
    ...formStates({ onDone: 'sent' }),
    /** a mail may have been sent; after a mistyped address the user can submit again */
    sent: { on: onSubmitted },
  },
});
