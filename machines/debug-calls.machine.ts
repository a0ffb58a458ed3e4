import { enqueueActions, setup } from 'xstate';
import { debugCallMachine, type FilledForm } from './debug-call.machine.ts';

interface Input {
  idPrefix: string;
}

interface Context extends Input {
  /** forms that were sent at least once: each has a child of its name */
  forms: string[];
}

interface SubmittedForm extends FilledForm {
  /** unique; a call may have several forms */
  form: string;
  /** the call's name in the contract */
  call: string;
}

const base = setup({
  types: {} as {
    context: Context;
    events: { type: 'form.submitted' } & SubmittedForm;
    input: Input;
    children: Record<string, 'debugCall'>;
  },
  actors: { debugCall: debugCallMachine },
  actions: {
    submit: enqueueActions(
      ({ context: { forms, idPrefix }, enqueue }, { form, call, ...filled }: SubmittedForm) => {
        if (!forms.includes(form)) {
          // two forms never share an idempotency key
          const input = { call, idPrefix: `${idPrefix}-${forms.length}` };
          enqueue.spawnChild('debugCall', { id: form, input });
          enqueue.assign({ forms: [...forms, form] });
        }
        const { fields, problems, isRepeat } = filled;
        enqueue.sendTo(form, { type: 'call.submitted', fields, problems, isRepeat });
      },
    ),
  },
});

/**
 * The calls that an engineer makes by hand, any number at once. A form gets a child when it is
 * first sent, and keeps it for all attempts.
 */
export const debugCallsMachine = base.createMachine({
  id: 'debugCalls',
  context: ({ input }) => ({ ...input, forms: [] }),
  on: { 'form.submitted': { actions: { type: 'submit', params: ({ event }) => event } } },
});
