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
    /** the timer of this length that was set as the `at`th of those that run */
    fire: (delayMs: number, at: number) => {
      const due = [...timers].filter(([, timer]) => timer.delayMs === delayMs).at(at);
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
        ({ self }) =>
          new Promise((resolve, reject) => {
            running.set(self.id, { resolve, reject });
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

/** Among the timers of one length, that of an event: two states may wait for the same delay. */
function placeOf({ system }: AnyActorRef, type: string, delayMs: number): number {
  const waiting = Object.values(system.getSnapshot()._scheduledEvents);
  return waiting
    .filter(({ delay }) => delay === delayMs)
    .findIndex(({ event }) => event.type === type);
}

/** What one walk leaves behind; emptied before the next. */
interface Traces {
  running: Map<string, Deferred>;
  did: string[];
  told: AnyEventObject[];
}

/** What all walks of a model share: providing a machine costs more than a walk. */
export interface Replayer {
  /**
   * Plays one walk on a live actor and holds its end against the model's; what comes before is the
   * end of another walk.
   * @returns what the actor went through, did and told
   */
  replay(steps: readonly Step[]): Promise<Passage[]>;
}

/** @param taken gathers the transitions that were taken */
export function createReplayer(model: Model, taken: Set<AnyTransitionDefinition>): Replayer {
  const traces: Traces = { running: new Map(), did: [], told: [] };
  const machine = withDeferred(model, traces.running, (action) => traces.did.push(action));
  const lengths = lengthsOf(model.machine);
  const byName = new Map(transitionsOf(model.machine).map((each) => [nameOf(each), each]));
  const onMicrostep = (transitions: readonly AnyTransitionDefinition[]) => {
    for (const each of transitions) {
      const known = byName.get(nameOf(each));
      if (known) taken.add(known);
    }
  };
  return {
    replay: (steps) => {
      traces.running.clear();
      traces.did = [];
      traces.told = [];
      return replay(startLive(model, machine, onMicrostep), steps, traces, lengths);
    },
  };
}

interface Live {
  actor: AnyActorRef;
  manual: ReturnType<typeof createManualClock>;
  failures: unknown[];
}

function startLive(
  { input }: Model,
  machine: AnyStateMachine,
  onMicrostep: (transitions: readonly AnyTransitionDefinition[]) => void,
): Live {
  const manual = createManualClock();
  const current: { actor?: AnyActorRef } = {};
  const actor = createActor(machine, {
    ...(input !== undefined && { input }),
    clock: manual.clock as never,
    inspect: (inspected) => {
      if (inspected.type !== '@xstate.microstep') return;
      // the first steps are taken while the actor is being made
      if (current.actor && inspected.actorRef !== current.actor) return;
      onMicrostep(inspected._transitions);
    },
  });
  current.actor = actor;
  const failures: unknown[] = [];
  actor.subscribe({ error: (error: unknown) => failures.push(error) });
  return { actor, manual, failures };
}

async function replay(
  { actor, manual, failures }: Live,
  steps: readonly Step[],
  traces: Traces,
  lengths: Record<string, number>,
): Promise<Passage[]> {
  const fire = (type: string) => {
    const delayMs = delayOf(actor.getSnapshot(), type, lengths);
    manual.fire(delayMs, placeOf(actor, type, delayMs));
  };
  actor.on('*', (news: AnyEventObject) => traces.told.push(news));
  actor.start();
  const passages: Passage[] = [];
  for (const { event, state } of steps) {
    const from = passages.at(-1)?.to;
    if (event.type !== 'xstate.init') await perform(actor, event, fire, traces.running);
    const { did, told } = traces;
    passages.push({ event: event.type, from: from ? idsOf(from) : [], to: state, did, told });
    traces.did = [];
    traces.told = [];
  }
  expect(failures).toEqual([]);
  const { value, context } = actor.getSnapshot();
  const end = passages.at(-1)?.to;
  const way = passages.map(({ event }) => event);
  expect({ value, context, way }).toEqual({ value: end?.value, context: end?.context, way });
  actor.stop();
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
