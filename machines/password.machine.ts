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
 * Another password, by whoever has shown whose account it is: typed, sent, and what became of it. It starts as
 * it is opened. The password is not kept here.
 */
export const passwordMachine = base.createMachine({
  id: 'password',
  context: emptyForm,
  initial: 'editing',
  states: {
    // not closed before it is known which password is good
    ...provenFormStates({ onDone: 'done', on: onClosed }),
    done: { on: onClosed },
    closed: { on: { 'open.pressed': 'editing' } },
  },
});
