import { assign, not, setup, stateIn } from 'xstate';
import type { PageVisibility } from './attention.ts';
import { notProvided } from './not-provided.ts';
import { notify } from './notify.ts';
import { output } from './params.ts';
import type { Tag } from './tags.ts';

/** The shared clip; absent: an invitation. */
interface Shared {
  videoId?: number | undefined;
}

interface Context extends Omit<PageVisibility, 'type'>, Shared {
  hiddenAtMs: number;
}

type Event =
  | PageVisibility
  | { type: 'share.pressed' }
  | ({ type: 'copy.pressed' } & Shared)
  | ({ type: 'send.pressed' } & Shared)
  | { type: 'dialog.closed' }
  /** another screen was opened: a share begun on this one ends */
  | { type: 'screen.left' };

export type ShareEmitted =
  | { type: 'share.linkCopied' }
  | { type: 'share.copyFailed' }
  /** the user was away long enough to have shared, and not too long */
  | ({ type: 'share.succeeded'; day: string } & Shared)
  | { type: 'share.failed' };

/** Spec section 4: away this long, both ends included, counts as a share. */
const SHORTEST_AWAY_MS = 2_000;
const LONGEST_AWAY_MS = 60_000;

const base = setup({
  types: {} as { context: Context; events: Event; tags: Tag },
  actors: {
    copyLink: notProvided<void>('copyLink'),
    sendLink: notProvided<'sent' | 'dismissed'>('sendLink'),
  },
  // a user who leaves later than this does not leave for the share
  delays: { copyTimeout: 5_000, visibilityDebounce: 100, unusedTimeout: LONGEST_AWAY_MS },
  guards: {
    isVisible: ({ context }) => context.isVisible,
    countsAsShare: ({ context: { atMs, hiddenAtMs } }) =>
      atMs - hiddenAtMs >= SHORTEST_AWAY_MS && atMs - hiddenAtMs <= LONGEST_AWAY_MS,
    wasDismissed: (_, outcome: 'sent' | 'dismissed') => outcome === 'dismissed',
  },
  actions: {
    setVisibility: assign((_, { isVisible, atMs, day }: PageVisibility) => ({
      isVisible,
      atMs,
      day,
    })),
    setShared: assign({ videoId: (_, { videoId }: Shared) => videoId }),
    setHidden: assign({ hiddenAtMs: ({ context }) => context.atMs }),
    forget: assign({ hiddenAtMs: 0 }),
    notifyCopied: notify({ type: 'share.linkCopied' }),
    notifyCopyFailed: notify({ type: 'share.copyFailed' }),
    notifySucceeded: notify(({ context }) => ({
      type: 'share.succeeded',
      day: context.day,
      videoId: context.videoId,
    })),
    notifyFailed: notify({ type: 'share.failed' }),
  },
});

const setShared = { type: 'setShared', params: ({ event }: { event: Shared }) => event } as const;
const pressed = {
  'copy.pressed': { target: '#share.copying', actions: setShared },
  'send.pressed': { target: '#share.sending', actions: setShared },
} as const;

/** Time away is the only sign of a share: no page can know where the link went. */
const watching = base.createStateConfig({
  initial: 'present',
  on: { 'dialog.closed': '#share.closed', ...pressed },
  states: {
    present: {
      always: { guard: not('isVisible'), target: 'leaving', actions: 'setHidden' },
      // the link was not used: this is no failure, and leaving later has another reason
      after: { unusedTimeout: '#share.choosing' },
    },
    /** a page that is hidden for less than the debounce was not left */
    leaving: {
      always: { guard: 'isVisible', target: 'present' },
      after: { visibilityDebounce: 'away' },
    },
    away: { always: { guard: 'isVisible', target: 'returning' } },
    returning: {
      always: { guard: not('isVisible'), target: 'away' },
      after: { visibilityDebounce: 'returned' },
    },
    returned: {
      always: [
        { guard: 'countsAsShare', target: '#share.closed', actions: ['notifySucceeded', 'forget'] },
        { target: '#share.choosing', actions: ['forget', 'notifyFailed'] },
      ],
    },
  },
});

/**
 * Sharing a link: the way is chosen, then the user's absence is measured. An absence of 2 to 60
 * seconds counts as a share, otherwise the share has failed. It ends without a result if the user
 * does not leave within a minute, or opens another screen.
 */
export const shareMachine = base.createMachine({
  id: 'share',
  context: { isVisible: true, atMs: 0, day: '', hiddenAtMs: 0 },
  initial: 'closed',
  on: {
    'screen.left': { target: '.closed', actions: 'forget' },
    'visibility.changed': { actions: { type: 'setVisibility', params: ({ event }) => event } },
  },
  states: {
    // where the link is already shown, its buttons work at once
    closed: { on: { 'share.pressed': 'choosing', ...pressed } },
    choosing: { on: { 'dialog.closed': 'closed', ...pressed } },
    copying: {
      tags: ['busy'],
      invoke: {
        id: 'copyLink',
        src: 'copyLink',
        onDone: { target: 'watching', actions: 'notifyCopied' },
        onError: { target: 'choosing', actions: 'notifyCopyFailed' },
      },
      after: { copyTimeout: { target: 'choosing', actions: 'notifyCopyFailed' } },
    },
    /** the system's share sheet is open; the app that the user picks hides this page */
    sending: {
      ...watching,
      invoke: {
        id: 'sendLink',
        src: 'sendLink',
        onDone: [
          {
            guard: { type: 'wasDismissed', params: output },
            target: 'choosing',
            actions: ['forget', 'notifyFailed'],
          },
          // the page was not hidden yet; otherwise the user's return decides whether the share counts
          { guard: stateIn({ sending: 'present' }), target: 'sent' },
        ],
        onError: { target: 'choosing', actions: ['forget', 'notifyFailed'] },
      },
    },
    /** the share sheet is closed, and the picked app did not hide the page */
    sent: watching,
    watching,
  },
});
