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
    /** stored only while they are shown */
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
 * A member's recovery codes: asks for the password, then shows the codes once. They are stored only while shown, the
 * password never. It starts when its sheet opens.
 */
export const recoveryMachine = base.createMachine({
  id: 'recovery',
  context: { ...emptyForm, codes: [] },
  initial: 'editing',
  states: {
    // the form cannot be closed while it is sent: it is not known yet which codes are valid; where the answer was lost,
    // the old codes may be invalid
    ...formStates({ onDone: onMade, on: onClosed }),
    shown: { exit: 'forgetCodes', on: { 'print.pressed': { actions: 'print' }, ...onClosed } },
    closed: { on: { 'open.pressed': 'editing' } },
  },
});
