import { type AnyStateMachine, type EventObject, type MachineContext, spawnChild } from 'xstate';

interface Options {
  id: string;
  systemId?: string;
  input: unknown;
}

/** Starts an actor of a machine whose code was fetched later: no setup of its parent names it. */
export const spawnFetched = <Context extends MachineContext, Event extends EventObject>(
  machine: AnyStateMachine,
  options: Options,
) =>
  spawnChild<Context, EventObject, undefined, Event, never>(
    machine,
    options as { systemId?: string; input: unknown },
  );
