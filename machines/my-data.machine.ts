import { assertEvent, assign, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import type { DataFormat } from '../contract/my-data.calls.ts';
import { failsTo } from './failure.ts';
import { notProvided } from './not-provided.ts';
import { field } from './params.ts';
import { onClosed } from './sheet.ts';
import type { Tag } from './tags.ts';

interface Context {
  /** the format last asked for */
  format: DataFormat | null;
  failure: CallFailure | null;
}

type Event =
  | { type: 'open.pressed' }
  | { type: 'save.pressed'; format: DataFormat }
  | { type: 'dialog.closed' };

const base = setup({
  types: {} as { context: Context; events: Event; tags: Tag },
  actors: { saveData: notProvided<void, DataFormat>('saveData') },
  actions: {
    setFormat: assign({ format: (_, format: DataFormat) => format }),
    setFailure: assign({ failure: (_, failure: CallFailure) => failure }),
  },
});

const asks = {
  'save.pressed': { target: 'saving', actions: { type: 'setFormat', params: field('format') } },
  ...onClosed,
} as const;

const fails = failsTo('failed', ['setFailure']);

/** The export of all data about a member, saved as a file. It starts when its sheet opens. */
export const myDataMachine = base.createMachine({
  id: 'myData',
  context: { format: null, failure: null },
  initial: 'opened',
  states: {
    opened: { on: asks },
    saving: {
      tags: ['busy'],
      invoke: {
        id: 'saveData',
        src: 'saveData',
        input: ({ event }) => {
          assertEvent(event, 'save.pressed');
          return event.format;
        },
        onDone: 'saved',
        onError: fails,
      },
      // closing the sheet cancels the file
      on: onClosed,
    },
    saved: { on: asks },
    failed: { on: asks },
    closed: { on: { 'open.pressed': 'opened' } },
  },
});
