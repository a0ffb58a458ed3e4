import { setup } from 'xstate';
import { missing, missingListener } from './missing.ts';
import type { Tag } from './tags.ts';

interface Context {
  isInstalled: boolean;
  /** the platform has no prompt: a person installs by the browser's own menu */
  isManual: boolean;
}

type Event =
  /** the browser offers to install the app; the offer itself stays with the port */
  { type: 'prompt.offered' } | { type: 'app.installed' } | { type: 'install.pressed' };

/**
 * The app on the home screen: whether the browser offers it, the one prompt that an offer is
 * good for, and how it ended. An offer is used up by prompting, whatever the answer.
 */
export const installMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    tags: {} as Tag,
    input: {} as Context,
  },
  actors: {
    showPrompt: missing<'accepted' | 'dismissed'>('showPrompt'),
    watchInstall: missingListener('watchInstall'),
  },
  // a prompt waits for a person, but not for ever
  delays: { promptLimit: 5 * 60_000 },
  guards: {
    isInstalled: ({ context }) => context.isInstalled,
    isAccepted: (_, outcome: 'accepted' | 'dismissed') => outcome === 'accepted',
  },
}).createMachine({
  id: 'install',
  context: ({ input }) => input,
  invoke: { id: 'watchInstall', src: 'watchInstall' },
  on: { 'app.installed': '.installed' },
  initial: 'deciding',
  states: {
    deciding: {
      always: [{ guard: 'isInstalled', target: 'installed' }, { target: 'unavailable' }],
    },
    unavailable: { on: { 'prompt.offered': 'installable' } },
    installable: { tags: ['actionable'], on: { 'install.pressed': 'prompting' } },
    prompting: {
      tags: ['busy'],
      invoke: {
        id: 'showPrompt',
        src: 'showPrompt',
        onDone: [
          {
            guard: { type: 'isAccepted', params: ({ event }) => event.output },
            target: 'accepted',
          },
          { target: 'dismissed' },
        ],
        onError: 'dismissed',
      },
      after: { promptLimit: 'dismissed' },
    },
    /** said yes; `app.installed` follows */
    accepted: { on: { 'prompt.offered': 'installable' } },
    dismissed: { on: { 'prompt.offered': 'installable' } },
    installed: { tags: ['settled'] },
  },
});
