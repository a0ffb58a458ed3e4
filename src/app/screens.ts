import { type Actor, type AnyActorLogic, createActor, type InputFrom } from 'xstate';
import type { Watch } from './inspector.ts';
import type { News, NewsDesk } from './news.ts';

/** How a screen's actor is made: once a session, when it is first looked at. */
export interface Blueprint<Logic extends AnyActorLogic> {
  name: string;
  make: () => { logic: Logic; input: InputFrom<Logic> };
}

export interface ScreenActors {
  /** the running actor; the same one until the session changes */
  take<Logic extends AnyActorLogic>(blueprint: Blueprint<Logic>): Actor<Logic>;
  /** every actor that runs now */
  running(): Actor<AnyActorLogic>[];
  /** another person, or nobody: what belonged to the last one ends */
  drop(): void;
  /** rises with every `drop` */
  epoch(): number;
  subscribe(listener: () => void): () => void;
}

/**
 * Screens' actors live here and not in React: a hidden screen's effects are taken down, but its
 * clip, its list and its half-filled form stay as they were.
 */
export function createScreenActors(news: NewsDesk, watch: Watch): ScreenActors {
  const actors = new Map<string, Actor<AnyActorLogic>>();
  const listeners = new Set<() => void>();
  let epoch = 0;
  return {
    take: <Logic extends AnyActorLogic>({ name, make }: Blueprint<Logic>) => {
      const known = actors.get(name);
      if (known) return known as Actor<Logic>;
      const { logic, input } = make();
      const actor = createActor<AnyActorLogic>(logic, { input, id: name, ...watch });
      actors.set(name, actor);
      actor.on('*', (event) => news.publish(event as News));
      actor.start();
      return actor as Actor<Logic>;
    },
    running: () => [...actors.values()],
    drop: () => {
      for (const actor of actors.values()) actor.stop();
      actors.clear();
      epoch += 1;
      for (const listener of [...listeners]) listener();
    },
    epoch: () => epoch,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
