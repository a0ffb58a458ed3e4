import { assign, type EventObject } from 'xstate';
import type { Reported, ReportReason } from '../contract/report-reasons.ts';
import { emptyForm, type Fields, formSetup, formStates, submittedFields } from './form.ts';
import { onClosed } from './sheet.ts';

/** The clip or advertisement that is reported. */
export interface ReportedItem {
  kind: Reported;
  id: number;
}

type Field = 'reason' | 'text';
interface Context {
  item: ReportedItem;
}

const base = formSetup({
  types: {} as {
    field: Field;
    sent: ReportedItem & Fields<Field>;
    context: Context;
    events: { type: 'report.pressed'; item: ReportedItem } | { type: 'dialog.closed' };
    input: Context;
  },
  /** the reason `other` needs a text */
  missingIn: ({ reason, text }) => {
    if (reason === '') return ['reason'];
    return reason === ('other' satisfies ReportReason) && text.trim() === '' ? ['text'] : [];
  },
}).extend({ actions: { setItem: assign({ item: (_, item: ReportedItem) => item }) } });

const about = ({ context, event }: { context: Context; event: EventObject }) => ({
  ...context.item,
  ...submittedFields<Field>({ event }),
});

/**
 * A report of a clip or an advertisement: reason chosen, sent, and the outcome. It starts when its sheet opens, and
 * keeps its item even if the stage changes.
 */
export const reportMachine = base.createMachine({
  id: 'report',
  context: ({ input }) => ({ ...emptyForm, item: input.item }),
  initial: 'editing',
  states: {
    // the form cannot be closed while it is sent: it is not known yet whether the server has the report
    ...formStates({ onDone: 'sent', on: onClosed, input: about }),
    sent: { on: onClosed },
    closed: {
      on: {
        'report.pressed': {
          target: 'editing',
          actions: { type: 'setItem', params: ({ event }) => event.item },
        },
      },
    },
  },
});
