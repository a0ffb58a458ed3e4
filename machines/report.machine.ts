import { assertEvent, assign, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import type { Reported, ReportReason } from '../contract/report-reasons.ts';
import { failsTo } from './failure.ts';
import { notProvided } from './not-provided.ts';
import type { Tag } from './tags.ts';

/** What a report is about. */
export interface ReportedItem {
  kind: Reported;
  id: number;
}

/** As chosen and typed. */
interface Said {
  /** empty: none is chosen */
  reason: ReportReason | '';
  text: string;
}

interface Context {
  item: ReportedItem;
  /** what was left empty */
  missing: readonly (keyof Said)[];
  failure: CallFailure | null;
}

type Event =
  | { type: 'report.pressed'; item: ReportedItem }
  | ({ type: 'report.submitted' } & Said)
  | { type: 'dialog.closed' };

/** Something else is said in words. */
const missingOf = ({ reason, text }: Said): (keyof Said)[] => {
  if (reason === '') return ['reason'];
  return reason === 'other' && text.trim() === '' ? ['text'] : [];
};

const base = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    input: {} as { item: ReportedItem },
    tags: {} as Tag,
  },
  actors: { sendReport: notProvided<void, ReportedItem & Said>('sendReport') },
  guards: { isWhole: (_, said: Said) => missingOf(said).length === 0 },
  actions: {
    setItem: assign({ item: (_, item: ReportedItem) => item }),
    setMissing: assign({ missing: (_, said: Said) => missingOf(said) }),
    setFailure: assign({ failure: (_, failure: CallFailure) => failure }),
  },
});

const said = ({ event }: { event: Said }) => event;

const asks = {
  'report.submitted': [
    { guard: { type: 'isWhole', params: said }, target: 'sending' },
    { target: 'incomplete', actions: { type: 'setMissing', params: said } },
  ],
  'dialog.closed': 'closed',
} as const;

const fails = failsTo('refused', ['setFailure']);

/**
 * What somebody says is wrong with a clip or an advertisement: chosen, sent, and what became of it. It
 * starts as it is opened, and stays with what it was opened about, whatever comes onto the stage.
 */
export const reportMachine = base.createMachine({
  id: 'report',
  context: ({ input }) => ({ item: input.item, missing: [], failure: null }),
  initial: 'choosing',
  states: {
    choosing: { on: asks },
    incomplete: { on: asks },
    /** not closed before it is known whether the server has it; the call has its own timeout */
    sending: {
      tags: ['busy'],
      invoke: {
        id: 'sendReport',
        src: 'sendReport',
        input: ({ context, event }) => {
          assertEvent(event, 'report.submitted');
          return { ...context.item, reason: event.reason, text: event.text };
        },
        onDone: 'sent',
        onError: fails,
      },
    },
    /** nothing was taken: another try may be made */
    refused: { on: asks },
    sent: { on: { 'dialog.closed': 'closed' } },
    closed: {
      on: {
        'report.pressed': {
          target: 'choosing',
          actions: { type: 'setItem', params: ({ event }) => event.item },
        },
      },
    },
  },
});
