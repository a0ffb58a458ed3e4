import { type AnyActorRef, type AnyEventObject, createActor, fromCallback } from 'xstate';
import { ROOT } from '../../machines/notify.ts';

/** Starts an actor that ignores all events, for use as an `owner`. */
export const idleOwner = (): AnyActorRef => createActor(fromCallback(() => undefined)).start();

/** Registers other actors in an actor's system, by their names there. */
export function join({ system }: AnyActorRef, others: Readonly<Record<string, unknown>>): void {
  const names = system as unknown as { _set: (name: string, actor: unknown) => void };
  for (const [name, actor] of Object.entries(others)) names._set(name, actor);
}

/** Registers a mock of the root machine in an actor's system; `hear` gets the events for the root. */
export function mockRoot<Event extends AnyEventObject = AnyEventObject>(
  actor: AnyActorRef,
  hear: (event: Event) => void,
): void {
  const root = fromCallback<AnyEventObject>(({ receive }) =>
    receive((event) => hear(event as Event)),
  );
  join(actor, { [ROOT]: createActor(root, { id: ROOT }).start() });
}
