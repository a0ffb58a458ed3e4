import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import { appMachine } from '../../../machines/app/app.machine.ts';
import { selectChild } from '../../../machines/app/app.selectors.ts';
import type { ChildStart, ModuleInput } from '../../../machines/app/events.ts';
import { leaveLayers } from '../../ui/back.ts';
import { provideAuth } from '../actors/auth.actors.ts';
import { provideOutbox } from '../actors/outbox.actors.ts';
import { createEffects, type Effects } from './effects.ts';
import type { Watch } from './inspector.ts';
import { createPage } from './page.ts';

export type Root = ActorRefFrom<typeof appMachine>;

/** The root machine's actor, and the effects that its children use. */
export interface System {
  root: Root;
  effects: Effects;
}

interface Surroundings {
  /** loads a module and returns its children */
  loadModule: (input: ModuleInput, system: System) => Promise<readonly ChildStart[]>;
  /** renders the app */
  draw: (system: System) => Promise<void>;
  /** the inspector, in development */
  watch: Watch;
}

/** Creates the root actor, from which all others descend; it is not started yet. */
export function createRoot({ loadModule, draw, watch }: Surroundings): System {
  const effects = createEffects({
    // not the stored token: another window may have logged in as another user
    token: () => selectChild('auth')(root.getSnapshot())?.getSnapshot().context.token ?? null,
    onSessionEnded: async (token) => {
      // closes open dialogs: the log-in must replace the screen's history entry, not theirs
      await leaveLayers();
      root.send({ type: 'session.ended', token });
    },
  });
  const root: Root = createActor(
    appMachine.provide({
      actors: {
        auth: provideAuth(effects),
        outbox: provideOutbox(effects),
        runPage: createPage(effects, () => draw(system)),
        loadModule: fromPromise(({ input }) => loadModule(input, system)),
      },
    }),
    { id: 'app', systemId: 'app', input: { idPrefix: effects.idPrefix() }, ...watch },
  );
  const system: System = { root, effects };
  return system;
}
