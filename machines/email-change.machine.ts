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
 * Another e-mail, by whoever has shown whose account it is: typed, sent, and what became of it. A link is sent to the
 * address; whether anybody has it is never known here. It starts as it is opened.
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
