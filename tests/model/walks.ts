import { getAdjacencyMap, getShortestPaths } from '@xstate/graph';
import { expect } from 'vitest';
import {
  type AnyActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  createActor,
  fromCallback,
  fromPromise,
  initialTransition,
  transition,
} from 'xstate';

/** What a machine's walks need to know that the machine itself does not say. */
export interface Model {
  machine: AnyStateMachine;
  input?: unknown;
  /** what people and listeners may send; those that a state does not take are left out */
  events: readonly AnyEventObject[];
  /** for each promise actor, what it may end with */
  outcomes: Record<string, { done?: readonly unknown[]; error?: readonly unknown[] }>;
  /** what plays the part of an actor that is a machine of its own, where its snapshot is read */
  stands?: Record<string, AnyActorLogic>;
  /** what of the context tells two states apart; the states' names always do */
  facts?: (snapshot: AnyMachineSnapshot) => unknown;
  /** keeps the exploration finite where a counter has no end */
  isWithin?: (snapshot: AnyMachineSnapshot) => boolean;
}

interface Step {
  event: AnyEventObject;
  state: AnyMachineSnapshot;
}

const allNodes = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(allNodes),
];

function transitionsOf(machine: AnyStateMachine): AnyTransitionDefinition[] {
  return allNodes(machine.root).flatMap((node) => [
    ...[...node.transitions.values()].flat(),
    ...(node.always ?? []),
  ]);
}

const nameOf = ({ source, eventType, target, guard }: AnyTransitionDefinition) => {
  const guarded = guard
    ? ` [${typeof guard === 'string' ? guard : 'type' in guard ? String(guard.type) : 'inline'}]`
    : '';
  const to = target?.map(({ id }) => id).join(', ') ?? '(stays)';
  return `${source.id} --${eventType || 'always'}${guarded}--> ${to}`;
};

const isDelayed = (type: string) => type.startsWith('xstate.after.');

/** Every event that can come next: the model's own, an actor's end, a delay's. */
function eventsAt(model: Model) {
  return (snapshot: AnyMachineSnapshot): AnyEventObject[] => {
    const nodes = snapshot._nodes as AnyStateNode[];
    const ends = nodes.flatMap((node) =>
      node.invoke.flatMap(({ id }) => {
        const outcome = model.outcomes[id];
        return [
          ...(outcome?.done ?? []).map((output) => ({
            type: `xstate.done.actor.${id}`,
            output,
            actorId: id,
          })),
          ...(outcome?.error ?? []).map((error) => ({
            type: `xstate.error.actor.${id}`,
            error,
            actorId: id,
          })),
        ];
      }),
    );
    const delays = nodes.flatMap((node) =>
      node.after.map(({ eventType }) => ({ type: eventType })),
    );
    const known = model.events.filter((event) => snapshot.can(event));
    return model.isWithin?.(snapshot) === false ? [] : [...known, ...ends, ...delays];
  };
}

function exploration(model: Model) {
  return {
    events: eventsAt(model),
    ...(model.input !== undefined && { input: model.input }),
    serializeState: (snapshot: AnyMachineSnapshot) =>
      JSON.stringify([snapshot.value, model.facts?.(snapshot)]),
    limit: 50_000,
  } as never;
}

/** A clock whose timers go off when the walk says so, whichever is due first. */
function createManualClock() {
  const timers = new Map<number, { fire: () => void; delayMs: number }>();
  let lastId = 0;
  return {
    clock: {
      setTimeout: (fire: () => void, delayMs: number) => {
        lastId += 1;
        timers.set(lastId, { fire, delayMs });
        return lastId;
      },
      clearTimeout: (id: number) => {
        timers.delete(id);
      },
    },
    /** the newest timer of this length */
    fire: (delayMs: number) => {
      const due = [...timers].filter(([, timer]) => timer.delayMs === delayMs).at(-1);
      if (!due) throw new Error(`no timer of ${delayMs} ms is running`);
      timers.delete(due[0]);
      due[1].fire();
    },
  };
}

interface Deferred {
  resolve: (output: unknown) => void;
  reject: (error: unknown) => void;
}

/** The machine with actors that end when the walk says so and actions that do nothing. */
function withDeferred({ machine, stands }: Model, running: Map<string, Deferred>): AnyStateMachine {
  const sources = allNodes(machine.root).flatMap((node) => node.invoke);
  const actors = Object.fromEntries(
    Object.entries(machine.implementations.actors).map(([src, logic]) => {
      const invoked = sources.find((invoke) => invoke.src === src);
      if (stands?.[src]) return [src, stands[src]];
      // spawned, not invoked: an actor of its own that has tests of its own
      if (!invoked || !('start' in (logic as object) && isPromise(logic))) {
        return [src, fromCallback(() => undefined)];
      }
      const deferred = fromPromise(
        () =>
          new Promise((resolve, reject) => {
            running.set(invoked.id, { resolve, reject });
          }),
      );
      return [src, deferred];
    }),
  );
  const actions = Object.fromEntries(
    Object.entries(machine.implementations.actions)
      .filter(([, action]) => isOutside(action))
      .map(([name]) => [name, () => undefined]),
  );
  return machine.provide({ actors, actions, delays: lengthsOf(machine) });
}

const isPromise = (logic: unknown) =>
  String((logic as { start: unknown }).start).includes('Promise');
/** Built-in actions (assign, emit, …) carry their kind; the ones the app provides do not. */
const isOutside = (action: unknown) => typeof action === 'function' && !('type' in action);

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Gives each named delay a length of its own, so that a walk can tell the timers apart. */
const lengthsOf = (machine: AnyStateMachine): Record<string, number> =>
  Object.fromEntries(Object.keys(machine.implementations.delays).map((name, at) => [name, at + 1]));

function delayOf(snapshot: AnyMachineSnapshot, type: string, lengths: Record<string, number>) {
  const nodes = snapshot._nodes as AnyStateNode[];
  const found = nodes.flatMap(({ after }) => after).find(({ eventType }) => eventType === type);
  const length = lengths[String(found?.delay)];
  if (length === undefined) throw new Error(`${type} is no named delay of this state`);
  return length;
}

/** Plays one walk on a live actor and holds every state against the model's. */
async function replay(model: Model, steps: Step[], taken: Set<AnyTransitionDefinition>) {
  const running = new Map<string, Deferred>();
  const machine = withDeferred(model, running);
  const manual = createManualClock();
  const lengths = lengthsOf(model.machine);
  const lengthOf = (type: string) => delayOf(live.getSnapshot(), type, lengths);
  const byName = new Map(transitionsOf(model.machine).map((each) => [nameOf(each), each]));
  const actor: { current?: AnyActorRef } = {};
  const live = createActor(machine, {
    ...(model.input !== undefined && { input: model.input }),
    clock: manual.clock as never,
    inspect: (inspected) => {
      if (inspected.type !== '@xstate.microstep') return;
      // the first steps are taken while the actor is being made
      if (actor.current && inspected.actorRef !== actor.current) return;
      for (const each of inspected._transitions) {
        const known = byName.get(nameOf(each));
        if (known) taken.add(known);
      }
    },
  });
  actor.current = live;
  const failures: unknown[] = [];
  live.subscribe({ error: (error: unknown) => failures.push(error) });
  live.start();
  let expected = initialTransition(model.machine, model.input as never)[0];
  for (const { event } of steps) {
    if (event.type !== 'xstate.init') {
      expected = transition(model.machine, expected, event as never)[0];
      await perform(live, event, (type) => manual.fire(lengthOf(type)), running);
    }
    expect(failures).toEqual([]);
    const { value, context } = live.getSnapshot();
    const told = { value: expected.value, context: expected.context, after: event.type };
    expect({ value, context, after: event.type }).toEqual(told);
  }
  live.stop();
}

/** Makes one event of a walk happen the way it happens in the app. */
async function perform(
  actor: AnyActorRef,
  event: AnyEventObject,
  fire: (type: string) => void,
  running: Map<string, Deferred>,
): Promise<void> {
  if (isDelayed(event.type)) {
    fire(event.type);
  } else if ('actorId' in event) {
    const deferred = running.get(event.actorId);
    if (!deferred) throw new Error(`${event.actorId} is not running`);
    if ('error' in event) deferred.reject(event.error);
    else deferred.resolve(event.output);
    await settle();
  } else {
    actor.send(event);
  }
}

/** One walk an edge: the shortest way to its state, then the edge. */
function walksOf(model: Model): Step[][] {
  const paths = getShortestPaths(model.machine, exploration(model));
  const map = getAdjacencyMap(model.machine, exploration(model));
  return paths.flatMap(({ steps, state }) => {
    const key = JSON.stringify([state.value, model.facts?.(state as AnyMachineSnapshot)]);
    const edges = Object.values(map[key as never]?.transitions ?? {}) as Step[];
    return edges.map((edge) => [...(steps as Step[]), edge]);
  });
}

export interface Walked {
  walks: number;
  states: AnyMachineSnapshot[];
  /** states, events and transitions that no walk came by */
  missed: string[];
}

/**
 * Generates one walk for every edge of the machine's graph, replays each on a live actor with
 * deferred actors and a simulated clock, and tells what was not covered.
 * @param models the same machine from all its beginnings
 */
export async function walkEveryEdge(models: readonly Model[]): Promise<Walked> {
  const [{ machine }] = models as [Model];
  const taken = new Set<AnyTransitionDefinition>();
  const walks: Step[][] = [];
  for (const model of models) {
    const own = walksOf(model);
    for (const steps of own) await replay(model, steps, taken);
    walks.push(...own);
  }
  const states = walks.flatMap((steps) => steps.map(({ state }) => state));
  const visited = new Set(states.flatMap(({ _nodes }) => _nodes.map(({ id }: AnyStateNode) => id)));
  const passed = new Set([...taken].flatMap(({ source, target }) => [source, ...(target ?? [])]));
  const sent = new Set(walks.flatMap((steps) => steps.map(({ event }) => event.type)));
  const missed = [
    ...allNodes(machine.root)
      .filter((node) => !visited.has(node.id) && !passed.has(node) && node.type !== 'history')
      .map(({ id }) => `state ${id}`),
    ...machine.events.filter((type) => !sent.has(type)).map((type) => `event ${type}`),
    ...transitionsOf(machine)
      .filter((each) => !taken.has(each))
      .map((each) => `transition ${nameOf(each)}`),
  ];
  return { walks: walks.length, states, missed };
}

/** A state that makes people wait must end without them: by an answer or by a delay. */
export function withoutWayOut(states: readonly AnyMachineSnapshot[]): string[] {
  const stuck = states.filter((state) => {
    if (!state.hasTag('busy')) return false;
    const busy = (state._nodes as AnyStateNode[]).filter(({ tags }) => tags.includes('busy'));
    return busy.some((node) => !node.after.length && !node.always?.length);
  });
  return [...new Set(stuck.map(({ value }) => JSON.stringify(value)))];
}
