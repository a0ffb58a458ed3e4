import fc from 'fast-check';
import {
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
} from 'xstate';
import { end, joinNeighbours, noEffects, recording, type StepEffects, withMocks } from '../live.ts';
import { mockRoot } from '../mock-root.ts';
import { idsOf, type Model } from '../model.ts';
import {
  describeRun,
  findViolation,
  type InvariantCoverage,
  type Invariants,
  type Moment,
  noCoverage,
  type StateDuration,
} from './invariant.ts';
import { RunClock, type Timer } from './run-clock.ts';

interface Prepared {
  machine: AnyStateMachine;
  current: { effects: StepEffects };
}
const prepared = new WeakMap<Model, Prepared>();

/** Prepares a machine once, because providing it costs more than a run. */
function prepare(model: Model): Prepared {
  const known = prepared.get(model);
  if (known) return known;
  const current = { effects: noEffects() };
  const made = { machine: withMocks(model, () => current.effects), current };
  prepared.set(model, made);
  return made;
}

/** More transitions for one event mean an endless loop. */
const MAX_STEPS = 200;

/** Runs one actor of a machine; the run controls its events, the results of its actors, and its clock. */
class Driver {
  readonly moments: Moment[] = [];
  readonly clock: RunClock;
  #actor: AnyActorRef;
  #model: Model;
  #current: Prepared['current'];
  #failures: unknown[] = [];
  /** microsteps since the last event */
  #steps = 0;

  constructor(model: Model) {
    const { machine, current } = prepare(model);
    this.#model = model;
    this.#current = current;
    // actors of the initial state are created with the machine
    current.effects = noEffects();
    this.clock = new RunClock(() => {
      const { _scheduledEvents } = this.#actor.system.getSnapshot();
      const type = Object.values(_scheduledEvents).at(-1)?.event.type ?? '';
      return { type, moment: this.moments.length };
    });
    const trace = recording(() => current.effects);
    this.#actor = createActor(machine, {
      ...(model.input !== undefined && { input: model.input }),
      clock: this.clock as never,
      inspect: (inspected) => {
        trace(inspected);
        if (inspected.type === '@xstate.microstep') this.#steps += 1;
        if (this.#steps > MAX_STEPS) throw new Error('the machine takes transitions without end');
      },
    });
    joinNeighbours(this.#actor, model);
    this.#actor.subscribe({ error: (error: unknown) => this.#failures.push(error) });
    mockRoot(this.#actor, (news) => current.effects.told.push(news));
    this.#note({ type: 'xstate.init' }, () => this.#actor.start());
  }

  get snapshot(): AnyMachineSnapshot {
    return this.#actor.getSnapshot();
  }

  stop(): void {
    this.#actor.stop();
  }

  #note(event: AnyEventObject, happen: () => void): void {
    const before = this.moments.at(-1)?.after;
    happen();
    this.#steps = 0;
    const { effects } = this.#current;
    this.#current.effects = noEffects();
    const atMs = this.clock.nowMs;
    this.moments.push({ event, atMs, before, after: this.snapshot, ...effects });
    if (this.#failures.length > 0) throw this.#failures[0];
  }

  /** Returns the possible ends of the running actors. */
  #ends(): AnyEventObject[] {
    const running = Object.entries(this.snapshot.children as Record<string, AnyActorRef>);
    return running
      .filter(([, actor]) => actor.getSnapshot()?.status === 'active')
      .flatMap(([actorId]) => {
        const { done = [], error = [] } = this.#model.outcomes[actorId] ?? {};
        return [
          ...done.map((output) => ({ type: `xstate.done.actor.${actorId}`, output, actorId })),
          ...error.map((why) => ({ type: `xstate.error.actor.${actorId}`, error: why, actorId })),
        ];
      });
  }

  /** Turns a random number into a step: mostly an event that the state takes, an actor's end, or a delay. */
  choose(choice: number): void {
    this.clock.pass((choice >> 12) % 4 === 0 ? 700 : 0);
    const kind = choice % 8;
    const timer = kind >= 6 ? this.clock.next() : undefined;
    if (timer) this.#waitOut(timer);
    else this.#happenOne(kind, choice >> 3);
  }

  #happenOne(kind: number, which: number): void {
    const { events } = this.#model;
    const ends = kind >= 4 ? this.#ends() : [];
    const taken = kind >= 1 ? events.filter((event) => this.snapshot.can(event)) : [];
    const pool = [ends, taken, events].find((each) => each.length > 0) ?? [];
    const event = pool[which % pool.length];
    if (event) this.#happen(event);
  }

  #happen(event: AnyEventObject): void {
    this.#note(event, () => {
      // a stopped machine gets no events
      if (this.snapshot.status !== 'active') return;
      if ('actorId' in event) end(this.#actor, event);
      else this.#actor.send(event);
    });
  }

  /** Waits until a delay ends: it first advances to its limit without firing, then fires. */
  #waitOut(timer: Timer): void {
    this.clock.pass(timer.dueMs - this.clock.nowMs);
    this.#note({ type: timer.type }, () => this.clock.fire(timer));
  }
}

/** Coverage of the runs. */
export interface RunCoverage extends InvariantCoverage {
  /** states whose delay has passed, to the millisecond */
  waited: Set<string>;
  /** actors that were started, by their sources */
  began: Set<string>;
}

/** Checks the delay of each state in `lasts`; returns the first fault as text, or null. */
function wrongLengthOf(driver: Driver, lasts: Record<string, StateDuration>, waited: Set<string>) {
  const { machine, context } = driver.snapshot;
  const ids = idsOf(driver.snapshot);
  const { type } = driver.moments.at(-1)?.event ?? { type: '' };
  if (type.startsWith('xstate.after.')) waited.add(type.split('.').slice(4).join('.'));
  for (const [path, lasting] of Object.entries(lasts)) {
    if (!ids.includes(`${machine.id}.${path}`)) continue;
    const timers = [...driver.clock.timers.values()];
    const timer = timers.find((each) => each.type.endsWith(`.${machine.id}.${path}`));
    if (!timer) return `${path} does not end by itself`;
    const lengthMs = typeof lasting === 'number' ? lasting : lasting(context);
    const isNew = timer.moment === driver.moments.length - 1;
    if (isNew && timer.lengthMs !== lengthMs) {
      return `${path} lasts ${timer.lengthMs} ms, not ${lengthMs} ms`;
    }
  }
  return null;
}

function live(
  model: Model,
  { invariants, lasts = {} }: Invariants,
  choices: readonly number[],
  coverage: RunCoverage,
) {
  const driver = new Driver(model);
  let seen = 0;
  for (const choice of [null, ...choices]) {
    if (choice !== null) driver.choose(choice);
    if (driver.moments.length === seen) continue;
    seen = driver.moments.length;
    for (const { src } of driver.moments.at(-1)?.began ?? []) coverage.began.add(src);
    const length = wrongLengthOf(driver, lasts, coverage.waited);
    if (length) throw new Error(`${length}\n  ${describeRun(driver.moments)}`);
    const violation = findViolation(invariants, driver.moments, coverage);
    if (violation) throw new Error(violation);
  }
  driver.stop();
}

const seed = Number(process.env.INVARIANT_SEED ?? 12);
const numRuns = Number(process.env.INVARIANT_RUNS ?? 60);

/** @throws Error with the shortest run found that breaks an invariant, and its seed */
export function runRandomly(models: readonly Model[], invariants: Invariants): RunCoverage {
  const coverage: RunCoverage = { ...noCoverage(), waited: new Set(), began: new Set() };
  for (const model of [...models, ...(invariants.runs ?? [])]) {
    const choices = fc.array(fc.nat(0xffff), { minLength: 1, maxLength: 60, size: 'max' });
    const property = fc.property(choices, (each) => live(model, invariants, each, coverage));
    fc.assert(property, { seed, numRuns, endOnFailure: false });
  }
  return coverage;
}
