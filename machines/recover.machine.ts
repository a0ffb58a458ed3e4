import { emptyForm, formSetup, formStates } from './form.ts';
import { actionNotProvided } from './not-provided.ts';

const base = formSetup({
  types: {} as { field: 'username' | 'code' | 'password'; events: { type: 'login.pressed' } },
}).extend({
  actions: {
    /** a session on this device that the new password has ended */
    checkSession: actionNotProvided('checkSession'),
  },
});

/**
 * A new password by a recovery code: a name, a code and a password, sent, and what became of them. None of the
 * three is kept here.
 */
export const recoverMachine = base.createMachine({
  id: 'recover',
  context: emptyForm,
  initial: 'editing',
  states: {
    // refused, the code is as good as before
    ...formStates({ onDone: 'done' }),
    done: { on: { 'login.pressed': { actions: 'checkSession' } } },
  },
});
