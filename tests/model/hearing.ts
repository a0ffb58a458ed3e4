import { type AnyActorRef, type AnyEventObject, createActor, fromCallback } from 'xstate';
import { ROOT } from '../../machines/notify.ts';

/** An owner that does nothing about what it is told. */
export const someOwner = (): AnyActorRef => createActor(fromCallback(() => undefined)).start();

/** Makes others known in the system of an actor, by their names there. */
export function join({ system }: AnyActorRef, others: Readonly<Record<string, unknown>>): void {
  const names = system as unknown as { _set: (name: string, actor: unknown) => void };
  for (const [name, actor] of Object.entries(others)) names._set(name, actor);
}

/** Takes the place of the root machine in the system of an actor, and hears what it is sent. */
export function hearAsRoot<Event extends AnyEventObject = AnyEventObject>(
  actor: AnyActorRef,
  hear: (event: Event) => void,
): void {
  const root = fromCallback<AnyEventObject>(({ receive }) =>
    receive((event) => hear(event as Event)),
  );
  join(actor, { [ROOT]: createActor(root, { id: ROOT }).start() });
}
