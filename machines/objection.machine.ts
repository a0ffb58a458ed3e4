import { assign, type EventObject } from 'xstate';
import type { Objection } from '../contract/objection.ts';
import { emptyForm, type Fields, formSetup, formStates, submittedFields } from './form.ts';
import { notify } from './notify.ts';
import { output } from './params.ts';
import { onClosed } from './sheet.ts';

/** A refusal of money that somebody may object to, and what they have said against it. */
export interface ObjectedItem {
  kind: 'withdrawal' | 'correction' | 'block';
  /** null: of a block, which the account alone has */
  id: number | null;
  /** null: nothing was said yet, or nobody is told */
  objection: Objection | null;
}

/** Whoever is blocked has no session, and says who they are; of all else the form has a text alone. */
type Field = 'text' | 'username' | 'password';
interface Context {
  item: ObjectedItem;
}
type Sent = Pick<ObjectedItem, 'kind' | 'id'> & Fields<Field>;

/** An objection was made: what is shown of its case is old. */
export interface ObjectionEmitted {
  type: 'objection.made';
}

const base = formSetup({
  types: {} as {
    field: Field;
    sent: Sent;
    /** null: the server does not say */
    answer: Objection | null;
    context: Context;
    events: { type: 'objection.pressed'; item: ObjectedItem } | { type: 'dialog.closed' };
    input: Context;
  },
}).extend({
  guards: { isObjected: ({ context }) => context.item.objection !== null },
  actions: {
    /** A list may not have the answer yet that came here. */
    setItem: assign({
      item: ({ context: { item: known } }, item: ObjectedItem) =>
        item.objection === null && item.kind === known.kind && item.id === known.id ? known : item,
    }),
    setObjection: assign({
      item: ({ context }, objection: Objection | null) => ({ ...context.item, objection }),
    }),
    notifyMade: notify({ type: 'objection.made' } satisfies ObjectionEmitted),
  },
});

const about = ({ context: { item }, event }: { context: Context; event: EventObject }) => ({
  kind: item.kind,
  id: item.id,
  ...submittedFields<Field>({ event }),
});

/**
 * What somebody says against a refusal of money, once: written, sent, and what became of it. Sent
 * again after a lost answer it changes nothing: the server tells what it has.
 */
export const objectionMachine = base.createMachine({
  id: 'objection',
  context: ({ input }) => ({ ...emptyForm, item: input.item }),
  initial: 'opening',
  states: {
    opening: { always: [{ guard: 'isObjected', target: 'told' }, 'editing'] },
    // not closed before it is known whether the server has it
    ...formStates({
      onDone: { target: 'sent', actions: [{ type: 'setObjection', params: output }, 'notifyMade'] },
      on: onClosed,
      input: about,
    }),
    sent: { on: onClosed },
    /** it was made before */
    told: { on: onClosed },
    closed: {
      on: {
        'objection.pressed': {
          target: 'opening',
          actions: { type: 'setItem', params: ({ event }) => event.item },
        },
      },
    },
  },
});
