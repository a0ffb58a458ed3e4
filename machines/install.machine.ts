import { setup } from 'xstate';
import { missing, missingListener } from './missing.ts';
import type { Tag } from './tags.ts';

interface Context {
  isInstalled: boolean;
}

type Event =
  /** the browser offers to install the app; the offer itself stays with the port */
  | { type: 'prompt.offered' }
  | { type: 'app.installed' }
  | { type: 'install.pressed' }
  | { type: 'guide.closed' };

/**
 * The app on the home screen: whether the browser offers it, the one prompt that an offer is
 * good for, and how it ended. An offer is used up by prompting, whatever the answer; where there
 * is none a person is shown how to install by the browser's own means.
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
  // a prompt waits for a person, but not for ever; some browsers never say that they are done
  delays: { promptLimit: 5 * 60_000, installLimit: 60_000 },
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
    unavailable: { on: { 'prompt.offered': 'installable', 'install.pressed': 'guiding' } },
    guiding: {
      tags: ['actionable'],
      on: { 'guide.closed': 'unavailable', 'prompt.offered': 'installable' },
    },
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
    accepted: {
      tags: ['busy'],
      on: { 'prompt.offered': 'installable' },
      after: { installLimit: 'unavailable' },
    },
    dismissed: { on: { 'prompt.offered': 'installable', 'install.pressed': 'guiding' } },
    installed: { tags: ['settled'] },
  },
});
