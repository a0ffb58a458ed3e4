import { describe, expect, test } from 'vitest';
import type { AnyStateNode } from 'xstate';
import { allInvariants } from './invariants/every.ts';
import { runRandomly } from './invariants/runs.ts';
import { isPromise } from './live.ts';
import { allNodes, type Model } from './model.ts';
import { models } from './models.ts';

const names = Object.keys(models);

const pathOf = ({ id }: AnyStateNode) => id.slice(id.indexOf('.') + 1);

test('every machine has at least four invariants', () => {
  // the root's invariants are in tests/world/
  const alone = names.filter((name) => name !== 'app');
  const few = alone.filter((name) => (allInvariants[name]?.invariants.length ?? 0) < 4);
  expect(few).toEqual([]);
});

/** States that no invariant asks about by their paths (`is`, `was`). */
const spared: Readonly<Record<string, string[]>> = {
  outbox: ['persisting.settled', 'sending.settling'],
  rendition: ['small', 'medium', 'large'],
  theme: ['followingSystem.light'],
  feed: ['stage.empty'],
  nowPlaying: ['session.empty'],
  appUpdate: ['available.inUse'],
};

/** Returns the innermost states in which a machine can stay, by their paths. */
function placesIn([model]: readonly Model[]): string[] {
  const nodes = model ? allNodes(model.machine.root).slice(1) : [];
  const isPlace = ({ states, type, always }: AnyStateNode) =>
    Object.keys(states).length === 0 &&
    type !== 'history' &&
    !always?.some(({ guard }) => guard === undefined);
  return nodes.filter(isPlace).map(pathOf);
}

/** Returns the states that wait for promise actors, which end by themselves: `src/app/system/adapters.ts`. */
function callsIn([model]: readonly Model[]) {
  if (!model) return [];
  const { actors } = model.machine.implementations;
  return allNodes(model.machine.root).flatMap((node) => {
    const calls = node.invoke.filter(({ src }) => isPromise(actors[String(src)]));
    return calls.map(({ id }) => ({ node, id }));
  });
}

/** Is the state left after any failure of its actor, or entered again, which starts the actor again? */
function endsOnError({ node, id }: ReturnType<typeof callsIn>[number]) {
  const last = node.transitions.get(`xstate.error.actor.${id}`)?.at(-1);
  if (!last || last.guard !== undefined) return false;
  const isWithin = (each: AnyStateNode) => `${each.id}.`.startsWith(`${node.id}.`);
  return last.reenter || last.target?.some((each) => !isWithin(each)) === true;
}

/** Actors whose failure does not end their state, because the state waits for something else. */
const dispensable: Readonly<Record<string, string[]>> = {
  // only dates the figures that are shown until the user is loaded again
  auth: ['readKnownAt'],
};

describe.each(names)('%s', (name) => {
  const beginnings = models[name] ?? [];
  const invariants = allInvariants[name] ?? { invariants: [] };
  const lasting = Object.keys(invariants.lasts ?? {}).sort();
  const ending = [
    ...new Set([
      ...lasting,
      ...(invariants.machines ?? []),
      ...callsIn(beginnings).map(({ node }) => pathOf(node)),
    ]),
  ].sort();

  test('keeps its invariants, and ends each state in time, in random runs', () => {
    const { judged, waited, asked, began } = runRandomly(beginnings, invariants);
    // each invariant must have applied to at least one moment
    expect(
      invariants.invariants.map(({ says }) => says).filter((says) => !judged.has(says)),
    ).toEqual([]);
    expect(lasting.filter((state) => !waited.has(state))).toEqual([]);
    const states = name === 'app' ? [] : placesIn(beginnings);
    const unasked = states.filter((state) => !asked.has(state) && !ending.includes(state));
    expect({ 'no invariant asks about': unasked }).toEqual({
      'no invariant asks about': spared[name] ?? [],
    });
    const declared = Object.keys(beginnings[0]?.machine.implementations.actors ?? {});
    expect(declared.filter((src) => !began.has(src))).toEqual([]);
  });

  test('has the tag busy exactly in the states that end by themselves, except the calm ones', () => {
    const [model] = beginnings;
    const nodes = model ? allNodes(model.machine.root) : [];
    const busy = nodes.filter(({ tags }) => tags.includes('busy')).map(pathOf);
    const calm = invariants.calm ?? [];
    expect(calm.filter((state) => !ending.includes(state))).toEqual([]);
    expect(busy.sort()).toEqual(ending.filter((state) => !calm.includes(state)));
  });

  test('leaves the state of an actor that fails, or starts the actor again', () => {
    const stuck = callsIn(beginnings).filter((call) => !endsOnError(call));
    expect(stuck.map(({ id }) => id)).toEqual(dispensable[name] ?? []);
  });

  test('has exactly the delays of its table', () => {
    const [model] = beginnings;
    const timed = model ? allNodes(model.machine.root).filter(({ after }) => after.length > 0) : [];
    expect(timed.map(pathOf).sort()).toEqual(lasting);
  });
});
