import { emptyForm, formSetup, formStates } from './form.ts';
import { onClosed } from './sheet.ts';

const base = formSetup({
  types: {} as {
    field: 'email' | 'password';
    events: { type: 'open.pressed' } | { type: 'dialog.closed' };
  },
});

/**
 * Another e-mail, by whoever knows the password: typed, sent, and what became of it. A link is sent to the
 * address; whether anybody has it is never known here. It starts as it is opened.
 */
export const emailChangeMachine = base.createMachine({
  id: 'emailChange',
  context: emptyForm,
  initial: 'editing',
  states: {
    ...formStates({ onDone: 'sent', on: onClosed }),
    sent: { on: onClosed },
    closed: { on: { 'open.pressed': 'editing' } },
  },
});
