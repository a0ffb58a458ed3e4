import { assign, type EventObject } from 'xstate';
import type { Objection } from '../contract/objection.ts';
import { emptyForm, type Fields, formSetup, formStates, submittedFields } from './form.ts';
import { notify } from './notify.ts';
import { output } from './params.ts';
import { onClosed } from './sheet.ts';

/** A refusal of money that a user may object to, and the objection made. */
export interface ObjectedItem {
  kind: 'withdrawal' | 'correction' | 'block';
  /** null: a block, of which an account has one at most */
  id: number | null;
  /** null: none was made yet, or the server does not send it */
  objection: Objection | null;
}

/** A blocked user has no session and sends name and password; other objections have only a text. */
type Field = 'text' | 'username' | 'password';
interface Context {
  item: ObjectedItem;
}
type Sent = Pick<ObjectedItem, 'kind' | 'id'> & Fields<Field>;

/** An objection was made: the shown list with its item is outdated. */
export interface ObjectionEmitted {
  type: 'objection.made';
}

const base = formSetup({
  types: {} as {
    field: Field;
    sent: Sent;
    /** null: the server does not send it */
    answer: Objection | null;
    context: Context;
    events: { type: 'objection.pressed'; item: ObjectedItem } | { type: 'dialog.closed' };
    input: Context;
  },
}).extend({
  guards: { isObjected: ({ context }) => context.item.objection !== null },
  actions: {
    /** Keeps the known objection if the list was loaded before the objection was made. */
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
 * A user's objection to a refusal of money, made once: written, sent, and its outcome. Sending it
 * again after a lost answer changes nothing: the server returns the stored objection.
 */
export const objectionMachine = base.createMachine({
  id: 'objection',
  context: ({ input }) => ({ ...emptyForm, item: input.item }),
  initial: 'opening',
  states: {
    opening: { always: [{ guard: 'isObjected', target: 'told' }, 'editing'] },
    // the form cannot be closed while it is sent: it is not known yet whether the server has the objection
    ...formStates({
      onDone: { target: 'sent', actions: [{ type: 'setObjection', params: output }, 'notifyMade'] },
      on: onClosed,
      input: about,
    }),
    sent: { on: onClosed },
    /** an objection was made before: its state is shown */
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
