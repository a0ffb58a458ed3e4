import { expect } from 'vitest';
import {
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
import {
  allNodes,
  idsOf,
  isDelayed,
  type Model,
  nameOf,
  type Passage,
  type Step,
  transitionsOf,
} from './model.ts';

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

/** The machine with actors that end when the walk says so and actions that are only noted. */
function withDeferred(
  { machine, stands }: Model,
  running: Map<string, Deferred>,
  note: (action: string) => void,
): AnyStateMachine {
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
      .map(([name]) => [name, () => note(name)]),
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

/**
 * Plays one walk on a live actor and holds every state against the model's.
 * @returns what the actor went through, did and told
 */
export async function replay(
  model: Model,
  steps: Step[],
  taken: Set<AnyTransitionDefinition>,
): Promise<Passage[]> {
  const running = new Map<string, Deferred>();
  let did: string[] = [];
  let told: AnyEventObject[] = [];
  const machine = withDeferred(model, running, (action) => did.push(action));
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
  live.on('*', (news: AnyEventObject) => told.push(news));
  live.start();
  const passages: Passage[] = [];
  let expected = initialTransition(model.machine, model.input as never)[0];
  for (const { event } of steps) {
    const from = passages.length > 0 ? idsOf(expected) : [];
    if (event.type !== 'xstate.init') {
      expected = transition(model.machine, expected, event as never)[0];
      await perform(live, event, (type) => manual.fire(lengthOf(type)), running);
    }
    expect(failures).toEqual([]);
    const { value, context } = live.getSnapshot();
    const wanted = { value: expected.value, context: expected.context, after: event.type };
    expect({ value, context, after: event.type }).toEqual(wanted);
    passages.push({ event: event.type, from, to: expected, did, told });
    did = [];
    told = [];
  }
  live.stop();
  return passages;
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
