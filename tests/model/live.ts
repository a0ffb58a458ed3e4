import {
  type ActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  type AnyStateMachine,
  fromCallback,
  type InspectionEvent,
  type Snapshot,
} from 'xstate';
import { ROOT } from '../../machines/notify.ts';
import { join } from './mock-root.ts';
import {
  allNodes,
  type ExternalAction,
  type Model,
  type SentEvent,
  type StartedActor,
} from './model.ts';

/** The effects of one step on the world around a machine. */
export interface StepEffects {
  did: ExternalAction[];
  told: AnyEventObject[];
  sent: SentEvent[];
  began: StartedActor[];
}

export const noEffects = (): StepEffects => ({ did: [], told: [], sent: [], began: [] });

type Answer = { type: 'answer'; output: unknown } | { type: 'fail'; error: unknown };
type Waiting = Snapshot<unknown>;

const waiting: Waiting = { status: 'active', output: undefined, error: undefined };

/** A mock of a promise actor, which ends when it receives `answer` or `fail`. */
export const deferred: ActorLogic<Waiting, Answer> = {
  transition: (state, event) => {
    if (event.type === 'answer') return { status: 'done', output: event.output, error: undefined };
    if (event.type === 'fail') return { status: 'error', error: event.error, output: undefined };
    return state;
  },
  getInitialSnapshot: () => waiting,
  getPersistedSnapshot: (state) => state,
  restoreSnapshot: () => waiting,
};

export const isPromise = (logic: unknown) =>
  String((logic as { start: unknown }).start).includes('Promise');
/** Built-in actions (assign, emit, …) have a `type`; the app's own do not. */
const isOutside = (action: unknown) => typeof action === 'function' && !('type' in action);

/** Returns the machine with actors that the test ends, and with actions that are only recorded. */
export function withMocks({ machine, mocks }: Model, effects: () => StepEffects): AnyStateMachine {
  const sources = allNodes(machine.root).flatMap((node) => node.invoke);
  const actors = Object.fromEntries(
    Object.entries(machine.implementations.actors).map(([src, logic]) => {
      if (mocks?.[src]) return [src, mocks[src]];
      const isInvoked = sources.some((invoke) => invoke.src === src);
      const ends = isInvoked && 'start' in (logic as object) && isPromise(logic);
      // any other actor is a spawned one or a listener, which other tests cover
      return [src, ends ? deferred : fromCallback(() => undefined)];
    }),
  );
  const actions = Object.fromEntries(
    Object.entries(machine.implementations.actions)
      .filter(([, action]) => isOutside(action))
      .map(([type]) => [
        type,
        (_: unknown, params: unknown) => effects().did.push({ type, params }),
      ]),
  );
  return machine.provide({ actors, actions });
}

/** Is this the actor that the test has created, and not one of its children? */
export const isRoot = (actor: unknown) =>
  actor !== undefined && (actor as AnyActorRef)._parent === undefined;

/** Returns an inspector that records events to a machine's actors, and each started actor with its input. */
export const recording = (effects: () => StepEffects) => (inspected: InspectionEvent) => {
  if (inspected.type === '@xstate.actor' && !isRoot(inspected.actorRef)) {
    const { id, src, options } = inspected.actorRef as AnyActorRef & {
      options?: { input?: unknown };
    };
    // logic that was loaded later has no name in the machine's setup
    const name = typeof src === 'string' ? src : 'id' in src ? String(src.id) : id;
    effects().began.push({ id, src: name, input: options?.input });
  }
  if (inspected.type !== '@xstate.event' || !isRoot(inspected.sourceRef)) return;
  const { event, actorRef } = inspected;
  // `mockRoot` records the events for the root
  if (!event.type.startsWith('xstate.') && (actorRef as AnyActorRef).id !== ROOT)
    effects().sent.push({ to: (actorRef as AnyActorRef).id, event });
};

/** Ends an actor that a machine waits for, with the result in the event. */
export function end(actor: AnyActorRef, event: AnyEventObject): void {
  const waitingFor = actor.getSnapshot().children[event.actorId] as AnyActorRef | undefined;
  if (!waitingFor) throw new Error(`${event.actorId} is not running`);
  // the actor has ended already, without a change of the machine's state
  if (waitingFor.getSnapshot().status !== 'active') return;
  waitingFor.send(
    'error' in event
      ? { type: 'fail', error: event.error }
      : { type: 'answer', output: event.output },
  );
}

/** Adds the model's `neighbours` to the actor's system. */
export function joinNeighbours(actor: AnyActorRef, { neighbours = {} }: Model): void {
  for (const [name, snapshot] of Object.entries(neighbours)) {
    join(actor, { [name]: { getSnapshot: () => snapshot } });
  }
}
