import { assign } from 'xstate';
import { emptyForm, formSetup, formStates } from './form.ts';
import { actionNotProvided } from './not-provided.ts';
import { output } from './params.ts';
import { onClosed } from './sheet.ts';

type Codes = readonly string[];

const base = formSetup({
  types: {} as {
    field: 'password';
    answer: Codes;
    /** as long as they are shown */
    context: { codes: Codes };
    events: { type: 'open.pressed' } | { type: 'print.pressed' } | { type: 'dialog.closed' };
  },
}).extend({
  actions: {
    setCodes: assign({ codes: (_, codes: Codes) => codes }),
    forgetCodes: assign({ codes: [] }),
    print: actionNotProvided('print'),
  },
});

const onMade = { target: 'shown', actions: { type: 'setCodes', params: output } } as const;

/**
 * Codes by which a person gets back in: the password, and then the codes, once. They are kept as long as they are
 * shown, the password nowhere. It starts as it is opened.
 */
export const recoveryMachine = base.createMachine({
  id: 'recovery',
  context: { ...emptyForm, codes: [] },
  initial: 'editing',
  states: {
    // not closed before it is known which codes are good; those of before are perhaps over, where the answer was lost
    ...formStates({ onDone: onMade, on: onClosed }),
    shown: { exit: 'forgetCodes', on: { 'print.pressed': { actions: 'print' }, ...onClosed } },
    closed: { on: { 'open.pressed': 'editing' } },
  },
});
