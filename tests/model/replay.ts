import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import {
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  createActor,
} from 'xstate';
import { type GuardResults, watchGuards } from './guards.ts';
import {
  end,
  isRoot,
  joinNeighbours,
  noEffects,
  recording,
  type StepEffects,
  withMocks,
} from './live.ts';
import { mockRoot } from './mock-root.ts';
import {
  idsOf,
  isDelayed,
  type Model,
  nameOf,
  type Step,
  transitionsOf,
  type WalkStep,
} from './model.ts';

/** Creates a clock whose timers the walk fires, in any order. */
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
    /** fires the running timer at place `at` among those of this length */
    fire: (delayMs: number, at: number) => {
      const due = [...timers].filter(([, timer]) => timer.delayMs === delayMs).at(at);
      if (!due) throw new Error(`no timer of ${delayMs} ms is running`);
      timers.delete(due[0]);
      due[1].fire();
    },
  };
}

/** Gives each named delay a different length, so that a walk can distinguish the timers. */
const lengthsOf = (machine: AnyStateMachine): Record<string, number> =>
  Object.fromEntries(Object.keys(machine.implementations.delays).map((name, at) => [name, at + 1]));

function delayOf(snapshot: AnyMachineSnapshot, type: string, lengths: Record<string, number>) {
  const nodes = snapshot._nodes as AnyStateNode[];
  const found = nodes.flatMap(({ after }) => after).find(({ eventType }) => eventType === type);
  const length = lengths[String(found?.delay)];
  if (length === undefined) throw new Error(`${type} is no named delay of this state`);
  return length;
}

/** Returns the place of an event's timer among those of one length: two states may share a delay. */
function placeOf({ system }: AnyActorRef, type: string, delayMs: number): number {
  const waiting = Object.values(system.getSnapshot()._scheduledEvents);
  return waiting
    .filter(({ delay }) => delay === delayMs)
    .findIndex(({ event }) => event.type === type);
}

/** Shared by all walks of a model: providing a machine costs more than a walk. */
export interface Replayer {
  /**
   * Plays one walk on a live actor, and compares its last state with the model's; the states before are
   * the last ones of other walks.
   * @returns the steps of the live actor; do not keep their snapshots, which contain all started actors
   */
  replay(steps: readonly Step[]): WalkStep[];
  /** Plays a walk whose last event is refused by a guard, and checks that this event changes nothing. */
  replayRefused(steps: readonly Step[]): WalkStep[];
}

/**
 * @param taken gets the transitions that were taken
 * @param guardResults gets the results of the guards
 */
export function createReplayer(
  model: Model,
  taken: Set<AnyTransitionDefinition>,
  guardResults: GuardResults,
): Replayer {
  const current = { effects: noEffects() };
  const lengths = lengthsOf(model.machine);
  const machine = withMocks(model, () => current.effects).provide({ delays: lengths });
  watchGuards(machine, guardResults);
  const byName = new Map(transitionsOf(model.machine).map((each) => [nameOf(each), each]));
  const noted = new WeakSet<AnyTransitionDefinition>();
  const onMicrostep = (transitions: readonly AnyTransitionDefinition[]) => {
    for (const each of transitions) {
      if (noted.has(each)) continue;
      noted.add(each);
      const known = byName.get(nameOf(each));
      if (known) taken.add(known);
    }
  };
  const playing = (check: Check) => (steps: readonly Step[]) => {
    current.effects = noEffects();
    return play(startLive(model, machine, onMicrostep, current), steps, lengths, check);
  };
  return { replay: playing(endsAsPlanned), replayRefused: playing(endsUnchanged) };
}

interface Live {
  actor: AnyActorRef;
  manual: ReturnType<typeof createManualClock>;
  failures: unknown[];
  /** of the step that is being taken */
  current: { effects: StepEffects };
}

function startLive(
  model: Model,
  machine: AnyStateMachine,
  onMicrostep: (transitions: readonly AnyTransitionDefinition[]) => void,
  current: Live['current'],
): Live {
  const manual = createManualClock();
  const trace = recording(() => current.effects);
  const actor = createActor(machine, {
    ...(model.input !== undefined && { input: model.input }),
    clock: manual.clock as never,
    inspect: (inspected) => {
      trace(inspected);
      // the actor takes its first microsteps while it is created
      if (inspected.type !== '@xstate.microstep' || !isRoot(inspected.actorRef)) return;
      onMicrostep(inspected._transitions);
    },
  });
  joinNeighbours(actor, model);
  mockRoot(actor, (news) => current.effects.told.push(news));
  const failures: unknown[] = [];
  actor.subscribe({ error: (error: unknown) => failures.push(error) });
  return { actor, manual, failures, current };
}

/** Compares the steps of the live machine with those of the walk. */
type Check = (live: readonly WalkStep[], steps: readonly Step[]) => void;

const endsAsPlanned: Check = (live, steps) => {
  const { value, context } = (live.at(-1) as WalkStep).to;
  const end = steps.at(-1)?.state;
  // cheaper than `toEqual`, which is used only to report a difference
  if (isDeepStrictEqual([value, context], [end?.value, end?.context])) return;
  const way = live.map(({ event }) => event.type);
  expect({ value, context, way }).toEqual({ value: end?.value, context: end?.context, way });
};

const endsUnchanged: Check = (live) => {
  const [before, { to, did, told, sent }] = live.slice(-2) as [WalkStep, WalkStep];
  expect({ value: to.value, context: to.context, did, told, sent }).toEqual({
    ...{ value: before.to.value, context: before.to.context },
    ...{ did: [], told: [], sent: [] },
  });
};

function play(
  { actor, manual, failures, current }: Live,
  steps: readonly Step[],
  lengths: Record<string, number>,
  check: Check,
): WalkStep[] {
  const fire = (type: string) => {
    const delayMs = delayOf(actor.getSnapshot(), type, lengths);
    manual.fire(delayMs, placeOf(actor, type, delayMs));
  };
  actor.start();
  const live: WalkStep[] = [];
  for (const { event } of steps) {
    const from = live.at(-1)?.to;
    if (event.type !== 'xstate.init') perform(actor, event, fire);
    const to = actor.getSnapshot();
    live.push({ event, from: from ? idsOf(from) : [], to, ...current.effects });
    current.effects = noEffects();
  }
  if (failures.length > 0) expect(failures).toEqual([]);
  check(live, steps);
  actor.stop();
  return live;
}

/** Performs one event of a walk: fires its timer, ends its actor, or sends it. */
function perform(actor: AnyActorRef, event: AnyEventObject, fire: (type: string) => void): void {
  if (isDelayed(event.type)) fire(event.type);
  else if ('actorId' in event) end(actor, event);
  else actor.send(event);
}
