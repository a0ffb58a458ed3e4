import { setup } from 'xstate';
import { listenerNotProvided, notProvided } from './not-provided.ts';
import { notify } from './notify.ts';
import { output } from './params.ts';
import type { Tag } from './tags.ts';

interface Context {
  isInstalled: boolean;
  /** this browser cannot install the app: another browser has to open the page */
  needsOtherBrowser: boolean;
}

type Event =
  /** the browser offers to install the app; the port keeps the offer */
  | { type: 'prompt.offered' }
  | { type: 'app.installed' }
  | { type: 'install.pressed' }
  | { type: 'copy.pressed' }
  | { type: 'guide.closed' };

export type InstallEmitted =
  /** the browser offers to install: the app is not installed, or no longer */
  | { type: 'install.offered' }
  /** a press has opened the guide to install by hand */
  | { type: 'install.guided' }
  | { type: 'install.linkCopied' }
  | { type: 'install.copyFailed' }
  /** the app was installed, at a press or by the browser's own menu; or a press has failed to install it */
  | { type: 'install.ended'; isInstalled: boolean };

const base = setup({
  types: {} as { context: Context; events: Event; tags: Tag; input: Context },
  actors: {
    showPrompt: notProvided<'accepted' | 'dismissed'>('showPrompt'),
    /** copies the page's address, for another browser */
    copyLink: notProvided<void>('copyLink'),
    watchInstall: listenerNotProvided('watchInstall'),
  },
  // limits for an unanswered prompt, an installation that the browser never reports, and the clipboard
  delays: { promptTimeout: 5 * 60_000, installTimeout: 60_000, copyTimeout: 5_000 },
  guards: {
    isInstalled: ({ context }) => context.isInstalled,
    needsOtherBrowser: ({ context }) => context.needsOtherBrowser,
    isAccepted: (_, outcome: 'accepted' | 'dismissed') => outcome === 'accepted',
  },
  actions: {
    notifyOffered: notify({ type: 'install.offered' }),
    notifyGuided: notify({ type: 'install.guided' }),
    notifyCopied: notify({ type: 'install.linkCopied' }),
    notifyCopyFailed: notify({ type: 'install.copyFailed' }),
    notifyInstalled: notify({ type: 'install.ended', isInstalled: true }),
    notifyNotInstalled: notify({ type: 'install.ended', isInstalled: false }),
  },
});

const offered = { target: 'installable', actions: 'notifyOffered' } as const;
const guided = { target: 'guiding', actions: 'notifyGuided' } as const;
const copyFailed = { target: 'shown', actions: 'notifyCopyFailed' } as const;
const dismissed = { target: 'dismissed', actions: 'notifyNotInstalled' } as const;

/**
 * Installation of the app: the browser's offer, the one prompt that an offer allows, and its
 * outcome. Prompting uses up the offer, even if the user declines; without an offer, the user gets
 * a guide to install by hand, or the link for another browser.
 */
export const installMachine = base.createMachine({
  id: 'install',
  context: ({ input }) => input,
  invoke: { id: 'watchInstall', src: 'watchInstall' },
  on: {
    'app.installed': { target: '.installed', actions: 'notifyInstalled' },
    'prompt.offered': { actions: 'notifyOffered' },
  },
  initial: 'deciding',
  states: {
    deciding: {
      always: [{ guard: 'isInstalled', target: 'installed' }, { target: 'unavailable' }],
    },
    unavailable: { on: { 'prompt.offered': offered, 'install.pressed': guided } },
    guiding: {
      on: {
        'guide.closed': 'unavailable',
        'prompt.offered': offered,
        'install.pressed': { actions: 'notifyGuided' },
        'copy.pressed': '.copying',
      },
      initial: 'opening',
      states: {
        opening: {
          always: [{ guard: 'needsOtherBrowser', target: 'copying' }, { target: 'shown' }],
        },
        copying: {
          invoke: {
            id: 'copyLink',
            src: 'copyLink',
            onDone: { target: 'shown', actions: 'notifyCopied' },
            onError: copyFailed,
          },
          after: { copyTimeout: copyFailed },
        },
        shown: {},
      },
    },
    installable: { on: { 'install.pressed': 'prompting' } },
    prompting: {
      tags: ['busy'],
      invoke: {
        id: 'showPrompt',
        src: 'showPrompt',
        onDone: [{ guard: { type: 'isAccepted', params: output }, target: 'accepted' }, dismissed],
        onError: dismissed,
      },
      after: { promptTimeout: dismissed },
    },
    /** accepted by the user; `app.installed` is still pending */
    accepted: {
      tags: ['busy'],
      on: { 'prompt.offered': offered },
      after: { installTimeout: { target: 'unavailable', actions: 'notifyNotInstalled' } },
    },
    dismissed: { on: { 'prompt.offered': offered, 'install.pressed': guided } },
    installed: {
      on: {
        // the app was removed
        'prompt.offered': offered,
        'install.pressed': { actions: 'notifyInstalled' },
      },
    },
  },
});
