import { emptyForm, formSetup, formStates } from './form.ts';
import { onClosed } from './sheet.ts';

const base = formSetup({
  types: {} as {
    field: 'password' | 'new_password';
    events: { type: 'open.pressed' } | { type: 'dialog.closed' };
  },
});

/**
 * Another password, by whoever knows the present one: typed, sent, and what became of it. It starts as
 * it is opened. Neither password is kept here.
 */
export const passwordMachine = base.createMachine({
  id: 'password',
  context: emptyForm,
  initial: 'editing',
  states: {
    // not closed before it is known which password is good
    ...formStates({ onDone: 'done', on: onClosed }),
    done: { on: onClosed },
    closed: { on: { 'open.pressed': 'editing' } },
  },
});
