import { type AnyStateMachine, type EventObject, type MachineContext, spawnChild } from 'xstate';

interface Options {
  id: string;
  systemId?: string;
  input: unknown;
}

/** Starts an actor whose machine was loaded later: the parent's `setup` does not name it. */
export const spawnFetched = <Context extends MachineContext, Event extends EventObject>(
  machine: AnyStateMachine,
  options: Options,
) =>
  spawnChild<Context, EventObject, undefined, Event, never>(
    machine,
    options as { systemId?: string; input: unknown },
  );
