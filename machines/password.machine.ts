import { emptyForm, formSetup } from './form.ts';
import { type ProofEnded, provenFormStates, provingGuards } from './proving.ts';
import { onClosed } from './sheet.ts';

const base = formSetup({
  types: {} as {
    field: 'new_password';
    events: { type: 'open.pressed' } | { type: 'dialog.closed' } | ProofEnded;
  },
}).extend({ guards: provingGuards });

/**
 * Changes the password, after a proof of identity if the last one is too old. It starts when its sheet opens.
 * The password is not stored in the machine.
 */
export const passwordMachine = base.createMachine({
  id: 'password',
  context: emptyForm,
  initial: 'editing',
  states: {
    // the form cannot be closed while it is sent: it is not known yet which password is valid
    ...provenFormStates({ onDone: 'done', on: onClosed }),
    done: { on: onClosed },
    closed: { on: { 'open.pressed': 'editing' } },
  },
});
