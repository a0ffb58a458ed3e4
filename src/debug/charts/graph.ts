import type { ElkExtendedEdge, ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js';
import type { Arrow, Arrows, Mark } from './arrows.ts';
import { headOf, type Stack } from './blocks.ts';
import { type ChartState, statesIn } from './model.ts';

/** Between a box's edge and what is in it. */
export const PAD = 12;
/** Around the words of an arrow. */
export const WORDS_PAD = 5;
/** Of the dot that a state begins at. */
const DOT = 12;
const HISTORY = 26;

/** Two ways to look at a graph, and two to tell its ways back from its ways on. */
export interface Manner {
  direction: 'DOWN' | 'RIGHT';
  cycles: 'DEPTH_FIRST' | 'GREEDY';
}

const layered = ({ direction, cycles }: Manner): LayoutOptions => ({
  'elk.algorithm': 'layered',
  'elk.direction': direction,
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.edgeLabels.centerLabelPlacementStrategy': 'MEDIAN_LAYER',
  'elk.layered.cycleBreaking.strategy': cycles,
  'elk.randomSeed': '1',
  'elk.spacing.nodeNode': '22',
  'elk.spacing.edgeNode': '14',
  'elk.spacing.edgeEdge': '12',
  'elk.spacing.edgeLabel': '4',
  'elk.spacing.nodeSelfLoop': '14',
  'elk.layered.spacing.nodeNodeBetweenLayers': '26',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '10',
});

const packed: LayoutOptions = {
  'elk.algorithm': 'rectpacking',
  'elk.hierarchyHandling': 'SEPARATE_CHILDREN',
  'elk.aspectRatio': '1.5',
  'elk.spacing.nodeNode': '16',
};

const sizeOf = ({ width, height }: Stack, pad: number) => ({
  width: width + 2 * pad,
  height: height + 2 * pad,
});

/** What is begun with stands first. */
const first: LayoutOptions = { 'elk.layered.layering.layerConstraint': 'FIRST' };

function markNode({ id, words }: Mark): ElkNode {
  if (words) return { id, ...sizeOf(words, WORDS_PAD + 2) };
  return { id, width: DOT, height: DOT, layoutOptions: first };
}

function edgeOf({ id, source, target, words }: Arrow): ElkExtendedEdge {
  const label = words && {
    id: `${id}:words`,
    text: ' ',
    ...sizeOf(words, WORDS_PAD),
    layoutOptions: { 'elk.edgeLabels.placement': 'CENTER', 'elk.edgeLabels.inline': 'true' },
  };
  return { id, sources: [source], targets: [target], labels: label ? [label] : [] };
}

/** A machine as the layout library takes it. */
export function graphOf(root: ChartState, drawn: Arrows, manner: Manner): ElkNode {
  const insides = new Map(
    statesIn(root).map((state) => [state.id, new Set(statesIn(state).map(({ id }) => id))]),
  );
  for (const { id, within } of drawn.marks) {
    for (const inner of insides.values()) if (inner.has(within)) inner.add(id);
  }
  const isWithin = (id: string, state: string) => insides.get(state)?.has(id) === true;
  /** regions that no arrow leaves or enters may lie anywhere */
  const isLoose = ({ kind, states }: ChartState) =>
    kind === 'parallel' &&
    drawn.arrows.every(({ source, target }) =>
      states.every(({ id }) => isWithin(source, id) === isWithin(target, id)),
    );
  /** elkjs lays a graph out from left to right and turns it, but not the least size of its boxes */
  const isTurned = (state: ChartState) =>
    state !== root && !isLoose(state) && manner.direction === 'DOWN';
  const nodeOf = (state: ChartState): ElkNode => {
    const { id, kind, states } = state;
    if (kind === 'history') return { id, width: HISTORY, height: HISTORY };
    const size = sizeOf(headOf(state, drawn.staying.get(id) ?? []), PAD);
    if (states.length === 0) return { id, ...size };
    /** an arrow belongs to the innermost state that holds both of its ends */
    const isHolder = ({ source, target }: Arrow) =>
      isWithin(source, id) &&
      isWithin(target, id) &&
      !states.some(
        (inner) =>
          isWithin(source, inner.id) &&
          isWithin(target, inner.id) &&
          (source !== inner.id || target !== inner.id),
      );
    return {
      id,
      children: [
        ...drawn.marks.filter(({ within }) => within === id).map(markNode),
        ...states.map(nodeOf),
      ],
      edges: drawn.arrows.filter(isHolder).map(edgeOf),
      layoutOptions: {
        ...(isLoose(state) ? packed : layered(manner)),
        'elk.padding': `[top=${size.height},left=${PAD},bottom=${PAD},right=${PAD}]`,
        'elk.nodeSize.constraints': '[MINIMUM_SIZE]',
        'elk.nodeSize.minimum': isTurned(state)
          ? `(${size.height},${size.width})`
          : `(${size.width},${size.height})`,
      },
    };
  };
  return {
    id: '',
    children: [nodeOf(root)],
    layoutOptions: {
      'elk.json.shapeCoords': 'ROOT',
      'elk.json.edgeCoords': 'ROOT',
      'elk.algorithm': 'box',
      'elk.hierarchyHandling': 'SEPARATE_CHILDREN',
      'elk.padding': '[top=0,left=0,bottom=0,right=0]',
    },
  };
}
