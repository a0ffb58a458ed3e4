import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  initialTransition,
  transition,
} from 'xstate';
import { nameOf } from '../model/model.ts';
import { type AnyDriver, type Beginning, eventsAt, type Means } from './driver.ts';

export interface Edge {
  // biome-ignore lint/suspicious/noExplicitAny: of whatever world
  means: Means<any>;
  to: Place;
  /** those of its events, by the names of the walks */
  transitions: string[];
  /** what is new in it: the same means, transition and target are driven once */
  goal: string;
}

/** A state of the machine as the walks tell them apart. */
export interface Place {
  snapshot: AnyMachineSnapshot;
  edges: Edge[];
}

/** What a walk may reach at most: more is a driver whose facts have no end. */
const MOST_PLACES = 4_000;

function namesOf({ machine }: AnyDriver, snapshot: AnyMachineSnapshot, event: AnyEventObject) {
  return machine.getTransitionData(snapshot, event).map(nameOf);
}

/** Everything that can happen from a beginning on, by the machine alone: nothing is run. */
// biome-ignore lint/suspicious/noExplicitAny: of whatever world
export function explore(driver: AnyDriver, beginning: Beginning<any>): Place {
  const { machine, facts, isWithin } = driver;
  const all = [...driver.means, ...(beginning.means ?? [])];
  const known = new Map<string, Place>();
  const queue: Place[] = [];
  const place = (snapshot: AnyMachineSnapshot): Place => {
    const key = JSON.stringify([snapshot.value, facts(snapshot.context)]);
    const before = known.get(key);
    if (before) return before;
    const made = { snapshot, edges: [] };
    known.set(key, made);
    if (known.size > MOST_PLACES) throw new Error(`${machine.id}: too many states to walk`);
    if (isWithin?.(snapshot) !== false) queue.push(made);
    return made;
  };
  const next = (from: AnyMachineSnapshot, event: AnyEventObject) =>
    transition(machine, from, event)[0] as AnyMachineSnapshot;
  let [first] = initialTransition(machine, beginning.input) as [AnyMachineSnapshot, unknown];
  for (const event of beginning.first ?? []) first = next(first, event);
  const start = place(first);
  for (let from = queue.shift(); from; from = queue.shift()) {
    for (const means of all) {
      if (means.when?.(from.snapshot) === false) continue;
      const events = eventsAt(means, from.snapshot);
      const [event] = events;
      if (!event) continue;
      if (namesOf(driver, from.snapshot, event).length === 0) continue;
      let to = from.snapshot;
      const names: string[] = [];
      for (const each of events) {
        names.push(...namesOf(driver, to, each));
        to = next(to, each);
      }
      const goal = `${means.name}: ${names.join()} → ${JSON.stringify(to.value)}`;
      from.edges.push({ means, to: place(to), transitions: names, goal });
    }
  }
  return start;
}

/** The nearest edge whose goal was not reached yet, and the way there; null: there is none. */
function nearest(from: Place, reached: ReadonlySet<string>): Edge[] | null {
  const ways = new Map<Place, Edge[]>([[from, []]]);
  const queue = [from];
  for (let at = queue.shift(); at; at = queue.shift()) {
    const way = ways.get(at) ?? [];
    for (const edge of at.edges) {
      if (!reached.has(edge.goal)) return [...way, edge];
      if (ways.has(edge.to)) continue;
      ways.set(edge.to, [...way, edge]);
      queue.push(edge.to);
    }
  }
  return null;
}

/** A few long walks from the beginning that together reach every goal: a page is costly. */
export function walksFrom(start: Place): Edge[][] {
  const reached = new Set<string>();
  const walks: Edge[][] = [];
  for (;;) {
    const walk: Edge[] = [];
    let at = start;
    for (let way = nearest(at, reached); way; way = nearest(at, reached)) {
      for (const edge of way) reached.add(edge.goal);
      walk.push(...way);
      at = way.at(-1)?.to ?? at;
    }
    if (walk.length === 0) return walks;
    walks.push(walk);
  }
}
