import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import {
  type ExternalAction,
  idsOf,
  type Model,
  type SentEvent,
  type StartedActor,
  type WalkStep,
} from '../model.ts';

/** One step of a run: its event with all effects. */
export interface Moment {
  event: AnyEventObject;
  /** by the run's clock; 0 in a walk */
  atMs: number;
  before: AnyMachineSnapshot | undefined;
  after: AnyMachineSnapshot;
  did: readonly ExternalAction[];
  told: readonly AnyEventObject[];
  sent: readonly SentEvent[];
  began: readonly StartedActor[];
}

/** Coverage of the checked invariants. */
export interface InvariantCoverage {
  /** invariants that applied to at least one moment */
  judged: Set<string>;
  /** states that invariants asked about, by their paths */
  asked: Set<string>;
}

export const noCoverage = (): InvariantCoverage => ({ judged: new Set(), asked: new Set() });

/** A machine's run up to a moment: invariants judge this moment, and may read the earlier ones. */
export class Run {
  readonly moments: readonly Moment[];
  readonly now: Moment;
  #ids: { before: Set<string>; after: Set<string> };
  #coverage: InvariantCoverage;

  constructor(moments: readonly Moment[], coverage: InvariantCoverage) {
    this.moments = moments;
    this.#coverage = coverage;
    this.now = moments.at(-1) as Moment;
    const { before, after } = this.now;
    this.#ids = { before: new Set(before && idsOf(before)), after: new Set(idsOf(after)) };
  }

  get event() {
    return this.now.event;
  }
  get context() {
    return this.now.after.context;
  }
  /** the context before this moment; undefined at the beginning */
  get known() {
    return this.now.before?.context;
  }
  /** the run up to the previous moment */
  get past() {
    return this.moments.slice(0, -1);
  }
  #has(ids: Set<string>, paths: readonly string[]) {
    const { id } = this.now.after.machine;
    for (const path of paths) this.#coverage.asked.add(path);
    return paths.some((path) => ids.has(`${id}.${path}`));
  }
  /** is the machine in one of these states now, by their paths within the machine? */
  is(...paths: string[]) {
    return this.#has(this.#ids.after, paths);
  }
  was(...paths: string[]) {
    return this.#has(this.#ids.before, paths);
  }
  hasEntered(...paths: string[]) {
    return this.is(...paths) && !this.was(...paths);
  }
  on(...types: string[]) {
    return types.includes(this.event.type);
  }
  /** has an actor, by its id, just ended successfully? */
  gets(actor: string) {
    return this.on(`xstate.done.actor.${actor}`);
  }
  loses(actor: string) {
    return this.on(`xstate.error.actor.${actor}`);
  }
  /** has a delay of the state passed in this moment? */
  delayEnded(path: string) {
    const { id } = this.now.after.machine;
    return (
      this.event.type.startsWith('xstate.after.') && this.event.type.endsWith(`.${id}.${path}`)
    );
  }
  /** events sent to the root in this moment */
  tells(...types: string[]) {
    return this.now.told.filter(({ type }) => types.includes(type));
  }
  /** all events sent to the root so far */
  told(...types: string[]) {
    return this.moments.flatMap(({ told }) => told).filter(({ type }) => types.includes(type));
  }
  does(type: string) {
    return this.now.did.filter((deed) => deed.type === type);
  }
  sends(...types: string[]) {
    return this.now.sent.filter(({ event }) => types.includes(event.type));
  }
  /** actors of this source that were started in this moment */
  begins(src: string) {
    return this.now.began.filter((each) => each.src === src);
  }
  /** input of the first actor of this source that was started in this moment */
  given<Input = Record<string, unknown>>(src: string) {
    return (this.begins(src)[0]?.input ?? {}) as Input;
  }
  /** actors of this source that were started so far */
  began(src: string) {
    return this.moments.flatMap(({ began }) => began).filter((each) => each.src === src);
  }
  /** the last earlier moment for which `isMeant` holds */
  lastly(isMeant: (moment: Moment) => boolean) {
    return this.past.findLast(isMeant);
  }
  /** has `isMeant` held in the past, and `isOver` never since? */
  since(isMeant: (moment: Moment) => boolean, isOver: (moment: Moment) => boolean) {
    const past = this.past;
    return past.findLastIndex(isMeant) > past.findLastIndex(isOver);
  }
  /** is an actor, by its id, running now? */
  runs(id: string) {
    return this.now.after.children[id] !== undefined;
  }
}

/** A rule for a machine, independent of its code. */
export interface Invariant {
  says: string;
  /** undefined: the invariant does not apply to this moment */
  judge: (run: Run) => boolean | undefined;
}

/**
 * @param when the moments to which the invariant applies
 * @param then the condition in each of them
 */
export const invariant = (
  says: string,
  when: (run: Run) => boolean,
  then: (run: Run) => boolean,
): Invariant => ({ says, judge: (run) => (when(run) ? then(run) : undefined) });

/** An invariant that applies to every moment. */
export const always = (says: string, then: (run: Run) => boolean): Invariant => ({
  says,
  judge: then,
});

/** The longest duration of a state in milliseconds; may depend on the context. */
export type StateDuration = number | ((context: AnyMachineSnapshot['context']) => number);

/** The invariants of one machine, from the specification or a decision. */
export interface Invariants {
  invariants: readonly Invariant[];
  /**
   * every state that a delay ends, with the delay's length written by hand, so that the tests notice a
   * change
   */
  lasts?: Record<string, StateDuration>;
  /** states with a delay or a call for which people do not wait; all other such states have the tag `busy` */
  calm?: readonly string[];
  /** states that invoke a machine, which ends by itself */
  machines?: readonly string[];
  /** further models for the random runs, to reach states that are rare otherwise */
  runs?: readonly Model[];
}

/** Returns the moments of a walk. */
export const momentsOf = (walk: readonly WalkStep[]): Moment[] =>
  walk.map(({ to, from: _, ...passage }, at) => ({
    ...passage,
    atMs: 0,
    before: walk[at - 1]?.to,
    after: to,
  }));

/** Are two values equal as JSON? */
export const same = (one: unknown, other: unknown) => shown(one) === shown(other);

/** Is the moment's event of one of these types? */
export const isOn =
  (...types: string[]) =>
  ({ event }: Moment) =>
    types.includes(event.type);

const shown = (value: unknown) => JSON.stringify(value) ?? '';

/** Returns a run as readable text. */
export const describeRun = (moments: readonly Moment[]): string =>
  moments
    .map(({ event: { type, ...rest }, atMs, after, told, did, sent }) => {
      const made = [...told.map(shown), ...did.map(shown), ...sent.map(shown)];
      const payload = Object.keys(rest).length > 0 ? ` ${shown(rest)}` : '';
      return [`${atMs} ms  ${type}${payload}`, `→ ${shown(after.value)}`, ...made].join('\n      ');
    })
    .join('\n  ');

/** Returns the first invariant that the last of the moments breaks, with the run as text; null: none. */
export function findViolation(
  invariants: readonly Invariant[],
  moments: readonly Moment[],
  coverage: InvariantCoverage,
): string | null {
  const run = new Run(moments, coverage);
  for (const { says, judge } of invariants) {
    const verdict = judge(run);
    if (verdict !== undefined) coverage.judged.add(says);
    if (verdict === false) return `${says}\n  ${describeRun(moments)}`;
  }
  return null;
}
