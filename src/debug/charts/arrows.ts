import { type Stack, stackOf, transitionBlock } from './blocks.ts';
import { type ChartState, type ChartTransition, statesIn } from './model.ts';

/** A small sign that a state contains beside its child states. */
export interface Mark {
  id: string;
  /** id of the state that contains it */
  within: string;
  /** start of a state, transition of all its child states, or fork into several states */
  kind: 'initial' | 'anywhere' | 'fork';
  words: Stack | null;
}

/** A line from one state or mark to another, with its text. */
export interface Arrow {
  id: string;
  source: string;
  target: string;
  transitions: readonly string[];
  words: Stack | null;
}

/** Parts of a chart beside the states themselves. */
export interface Arrows {
  arrows: readonly Arrow[];
  marks: readonly Mark[];
  /** by state id: transitions without an arrow */
  staying: ReadonlyMap<string, readonly ChartTransition[]>;
}

/** Maximum height of an arrow's text: more than a state's, because the candidates of an event are one list. */
const MAX_LABEL_HEIGHT = 400;

const initialId = (state: string) => `${state}:initial`;

/** Look-up of states and their parents. */
function placesOf(root: ChartState) {
  const states = new Map(statesIn(root).map((state) => [state.id, state]));
  const parents = new Map(
    statesIn(root).flatMap((state) => state.states.map((inner) => [inner.id, state.id] as const)),
  );
  const get = (id: string) => {
    const state = states.get(id);
    if (!state) throw new Error(`no state ${id}`);
    return state;
  };
  return {
    get,
    parentOf: (id: string) => parents.get(id) ?? id,
    /** whether `inner` is the state `outer`, or a descendant of it */
    isIn: (inner: string, outer: string) => {
      for (let id: string | undefined = inner; id !== undefined; id = parents.get(id)) {
        if (id === outer) return true;
      }
      return false;
    },
  };
}

type Places = ReturnType<typeof placesOf>;

/** End of an arrow: the state, or its start if the arrow comes from within the state; null: not drawable. */
function endOf(places: Places, source: string, target: string): string | null {
  const { kind } = places.get(target);
  if (!places.isIn(source, target) || (source === target && kind === 'atomic')) return target;
  return kind === 'compound' ? initialId(target) : null;
}

const isDrawable = (places: Places, { source, targets }: ChartTransition) =>
  targets.length > 0 && targets.every((target) => endOf(places, source, target) !== null);

const wordsOf = (transitions: readonly ChartTransition[]) =>
  stackOf(
    transitions.map((each) => transitionBlock(each)),
    MAX_LABEL_HEIGHT,
  );

/** The transitions from one state to the same targets: one arrow, with the text of each. */
function arrowsOf(places: Places, source: string, group: readonly ChartTransition[]) {
  const [{ targets }] = group as [ChartTransition];
  const ends = targets.flatMap((target) => endOf(places, source, target) ?? []);
  const transitions = group.map(({ id }) => id);
  const id = `${source}>${targets.join(',')}`;
  const isAnywhere =
    targets.some((target) => places.isIn(target, source)) && places.get(source).states.length > 0;
  const [end = ''] = ends;
  if (!isAnywhere && ends.length === 1) {
    const words = wordsOf(group);
    return { marks: [], arrows: [{ id, source, target: end, transitions, words }] };
  }
  const mark: Mark = {
    id: `${id}:mark`,
    within: isAnywhere ? source : places.parentOf(source),
    kind: isAnywhere ? 'anywhere' : 'fork',
    words: wordsOf(group),
  };
  const lead = { id, source, target: mark.id, transitions, words: null };
  const tails = ends.map((target, at) => ({
    ...{ id: `${id}:${at}`, source: mark.id, target, transitions },
    words: null,
  }));
  return { marks: [mark], arrows: [...(isAnywhere ? [] : [lead]), ...tails] };
}

/** Text of the actions of a state's initial transition. */
function beginningWords({ id: source }: ChartState, actions: readonly string[]): Stack | null {
  if (actions.length === 0) return null;
  const begins = { id: null, source, targets: [], event: 'begins', guard: '', actions };
  return stackOf([transitionBlock({ ...begins, isReentering: false })]);
}

/** The dot where a compound state starts, with its arrow. */
function beginningOf(state: ChartState): { marks: Mark[]; arrows: Arrow[] } {
  const { id, kind, initial } = state;
  if (!initial) return { marks: [], arrows: [] };
  const source = kind === 'history' ? id : initialId(id);
  const words = beginningWords(state, initial.actions);
  const arrow = { id: `${source}>`, source, target: initial.target, transitions: [], words };
  if (kind === 'history') return { marks: [], arrows: [arrow] };
  return { marks: [{ id: source, within: id, kind: 'initial', words: null }], arrows: [arrow] };
}

/** Every transition, as an arrow or in the list of its state. */
export function drawnArrows(root: ChartState): Arrows {
  const places = placesOf(root);
  const states = statesIn(root);
  const moving = states.flatMap(({ transitions }) =>
    transitions.filter((each) => isDrawable(places, each)),
  );
  const groups = Map.groupBy(moving, ({ source, targets }) => `${source}>${targets.join(',')}`);
  const parts = [
    ...states.map(beginningOf),
    ...[...groups.values()].map((group) =>
      arrowsOf(places, (group[0] as ChartTransition).source, group),
    ),
  ];
  return {
    arrows: parts.flatMap(({ arrows }) => arrows),
    marks: parts.flatMap(({ marks }) => marks),
    staying: new Map(
      states.map(({ id, transitions }) => [
        id,
        transitions.filter((each) => !isDrawable(places, each)),
      ]),
    ),
  };
}
