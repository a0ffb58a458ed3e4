import { assign, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import type { Statement } from '../contract/statement.calls.ts';
import { failsTo } from './failure.ts';
import { actionNotProvided, notProvided } from './not-provided.ts';
import { output } from './params.ts';
import type { Tag } from './tags.ts';

interface Context {
  /** the chosen year; null: the present one */
  year: number | null;
  /** the newest answer; it stays while another year is loaded */
  statement: Statement | null;
  failure: CallFailure | null;
}

type Picked = { type: 'year.picked'; year: number };
type Event =
  | { type: 'open.pressed' }
  | Picked
  | { type: 'retry.pressed' }
  | { type: 'file.pressed' }
  | { type: 'print.pressed' }
  | { type: 'dialog.closed' };

const base = setup({
  types: {} as { context: Context; events: Event; tags: Tag },
  actors: { loadStatement: notProvided<Statement, number | null>('loadStatement') },
  actions: {
    setYear: assign({ year: (_, year: number) => year }),
    setStatement: assign({ statement: (_, statement: Statement) => statement }),
    setFailure: assign({ statement: null, failure: (_, failure: CallFailure) => failure }),
    /** the next user must not see the statement */
    forgetStatement: assign({ year: null, statement: null, failure: null }),
    saveFile: actionNotProvided<Statement | null>('saveFile'),
    print: actionNotProvided('print'),
  },
});

const picks = {
  'year.picked': {
    target: 'loading',
    // the last picked year wins
    reenter: true,
    actions: { type: 'setYear', params: ({ event }: { event: Picked }) => event.year },
  },
} as const;

const leaves = { 'dialog.closed': { target: 'closed', actions: 'forgetStatement' } } as const;

/** A member's statement: earnings and payouts of a year, to read, save and print. It starts when its sheet opens. */
export const statementMachine = base.createMachine({
  id: 'statement',
  context: { year: null, statement: null, failure: null },
  initial: 'loading',
  states: {
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'loadStatement',
        src: 'loadStatement',
        input: ({ context }) => context.year,
        onDone: { target: 'shown', actions: { type: 'setStatement', params: output } },
        onError: failsTo('lost', ['setFailure']),
      },
      on: { ...picks, ...leaves },
    },
    shown: {
      on: {
        ...picks,
        ...leaves,
        'file.pressed': {
          actions: { type: 'saveFile', params: ({ context }) => context.statement },
        },
        'print.pressed': { actions: 'print' },
      },
    },
    lost: { on: { ...leaves, 'retry.pressed': 'loading' } },
    closed: { on: { 'open.pressed': 'loading' } },
  },
});
