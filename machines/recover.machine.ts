import { emptyForm, formSetup, formStates } from './form.ts';
import { actionNotProvided } from './not-provided.ts';

const base = formSetup({
  types: {} as { field: 'username' | 'code' | 'password'; events: { type: 'login.pressed' } },
}).extend({
  actions: {
    /** checks whether the new password has ended this device's session */
    checkSession: actionNotProvided('checkSession'),
  },
});

/** Sets a new password by a recovery code. Name, code and password are not stored. */
export const recoverMachine = base.createMachine({
  id: 'recover',
  context: emptyForm,
  initial: 'editing',
  states: {
    // after a refusal the code can be used again
    ...formStates({ onDone: 'done' }),
    done: { on: { 'login.pressed': { actions: 'checkSession' } } },
  },
});
