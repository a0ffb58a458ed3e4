import { setup } from 'xstate';
import { listenerNotProvided, notProvided } from './not-provided.ts';
import { notify } from './notify.ts';
import { output } from './params.ts';
import type { Tag } from './tags.ts';

interface Context {
  isInstalled: boolean;
  /** nothing can be installed from here: another browser has to open the page */
  isBrowserNeeded: boolean;
}

type Event =
  /** the browser offers to install the app; the offer itself stays with the port */
  | { type: 'prompt.offered' }
  | { type: 'app.installed' }
  | { type: 'install.pressed' }
  | { type: 'copy.pressed' }
  | { type: 'guide.closed' };

export type InstallEmitted =
  /** the browser offers to install: it is not installed (any more) */
  | { type: 'install.offered' }
  /** a press was answered with the way to install by hand */
  | { type: 'install.guided' }
  | { type: 'install.linkCopied' }
  | { type: 'install.copyFailed' }
  /** the app was installed, at a press or from the browser's own menu; or a press came to nothing */
  | { type: 'install.ended'; isInstalled: boolean };

const base = setup({
  types: {} as { context: Context; events: Event; tags: Tag; input: Context },
  actors: {
    showPrompt: notProvided<'accepted' | 'dismissed'>('showPrompt'),
    /** the page's address, for another browser */
    copyLink: notProvided<void>('copyLink'),
    watchInstall: listenerNotProvided('watchInstall'),
  },
  // a prompt waits for a person, but not for ever; some browsers never say that they are done
  delays: { promptTimeout: 5 * 60_000, installTimeout: 60_000, copyTimeout: 5_000 },
  guards: {
    isInstalled: ({ context }) => context.isInstalled,
    isBrowserNeeded: ({ context }) => context.isBrowserNeeded,
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
 * The app on the home screen: whether the browser offers it, the one prompt that an offer is
 * good for, and how it ended. An offer is used up by prompting, whatever the answer; where there
 * is none a person is shown how to install by the browser's own means, or given the link for
 * another one.
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
        opening: { always: [{ guard: 'isBrowserNeeded', target: 'copying' }, { target: 'shown' }] },
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
    /** said yes; `app.installed` is still to come */
    accepted: {
      tags: ['busy'],
      on: { 'prompt.offered': offered },
      after: { installTimeout: { target: 'unavailable', actions: 'notifyNotInstalled' } },
    },
    dismissed: { on: { 'prompt.offered': offered, 'install.pressed': guided } },
    installed: {
      on: {
        // it was removed
        'prompt.offered': offered,
        'install.pressed': { actions: 'notifyInstalled' },
      },
    },
  },
});
