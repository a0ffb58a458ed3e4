import { emit, setup } from 'xstate';
import { missing } from './missing.ts';
import type { Tag } from './tags.ts';

type Event =
  | { type: 'share.pressed' }
  | { type: 'copy.pressed' }
  | { type: 'send.pressed' }
  | { type: 'dialog.closed' };

export type ShareNews =
  | { type: 'share.linkCopied' }
  | { type: 'share.copyFailed' }
  | { type: 'share.failed' };

/**
 * Sharing a link: a dialog that copies it or hands it to the system's own share sheet, which
 * may take as long as the person likes.
 */
export const shareMachine = setup({
  types: {
    context: {} as Record<string, never>,
    events: {} as Event,
    emitted: {} as ShareNews,
    tags: {} as Tag,
  },
  actors: {
    copyLink: missing<void>('copyLink'),
    sendLink: missing<'sent' | 'dismissed'>('sendLink'),
  },
  delays: { copyLimit: 5_000, sendLimit: 10 * 60_000 },
}).createMachine({
  id: 'share',
  context: {},
  initial: 'closed',
  states: {
    // a screen that shows the link has its own button for copying it
    closed: { on: { 'share.pressed': 'choosing', 'copy.pressed': 'copying' } },
    choosing: {
      tags: ['actionable'],
      on: { 'copy.pressed': 'copying', 'send.pressed': 'sending', 'dialog.closed': 'closed' },
    },
    copying: {
      tags: ['busy'],
      invoke: {
        id: 'copyLink',
        src: 'copyLink',
        onDone: { target: 'closed', actions: emit({ type: 'share.linkCopied' }) },
        onError: { target: 'choosing', actions: emit({ type: 'share.copyFailed' }) },
      },
      after: { copyLimit: { target: 'choosing', actions: emit({ type: 'share.copyFailed' }) } },
    },
    sending: {
      on: { 'dialog.closed': 'closed' },
      invoke: {
        id: 'sendLink',
        src: 'sendLink',
        onDone: [
          { guard: ({ event }) => event.output === 'sent', target: 'closed' },
          { target: 'choosing' },
        ],
        onError: { target: 'choosing', actions: emit({ type: 'share.failed' }) },
      },
      after: { sendLimit: 'choosing' },
    },
  },
});
