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

/** The root machine's actor, and the outside world as its children get it. */
export interface System {
  root: Root;
  effects: Effects;
}

interface Surroundings {
  /** fetches a module: what its children are made of */
  loadModule: (input: ModuleInput, system: System) => Promise<readonly ChildStart[]>;
  /** puts the app on the screen */
  draw: (system: System) => Promise<void>;
  /** who looks on, in development */
  watch: Watch;
}

/** Makes the one actor that all others are children of; it has not started yet. */
export function createRoot({ loadModule, draw, watch }: Surroundings): System {
  const effects = createEffects({
    // not what is stored: another window may have logged somebody else in
    token: () => selectChild('auth')(root.getSnapshot())?.getSnapshot().context.token ?? null,
    onSessionEnded: async (token) => {
      // an open dialog goes with its session: the log-in takes the place of the screen, not of it
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
