import { emptyForm, formSetup } from './form.ts';
import { type ProofEnded, provenFormStates, provingGuards } from './proving.ts';
import { onClosed } from './sheet.ts';

const base = formSetup({
  types: {} as {
    field: 'email';
    events: { type: 'open.pressed' } | { type: 'dialog.closed' } | ProofEnded;
  },
}).extend({ guards: provingGuards });

/**
 * Changes the e-mail, after a proof of identity if the last one is too old. A link is sent to the new address; the
 * answer does not show whether another account has this address. It starts when its sheet opens.
 */
export const emailChangeMachine = base.createMachine({
  id: 'emailChange',
  context: emptyForm,
  initial: 'editing',
  states: {
    ...provenFormStates({ onDone: 'sent', on: onClosed }),
    sent: { on: onClosed },
    closed: { on: { 'open.pressed': 'editing' } },
  },
});
