import type { ElkExtendedEdge, ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js';
import type { Arrow, Arrows, Mark } from './arrows.ts';
import { headOf, type Stack } from './blocks.ts';
import { type ChartState, statesIn } from './model.ts';

/** Padding between the edge of a box and its content. */
export const PAD = 12;
/** Padding around the text of an arrow. */
export const WORDS_PAD = 5;
/** Size of the dot where a state starts. */
const DOT = 12;
const HISTORY = 26;

/** Direction of a layout, and elkjs' way to break cycles. */
export interface LayoutVariant {
  direction: 'DOWN' | 'RIGHT';
  cycles: 'DEPTH_FIRST' | 'GREEDY';
}

const layered = ({ direction, cycles }: LayoutVariant): LayoutOptions => ({
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

/** Places the initial dot first. */
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

/** A machine as a graph of the layout library. */
export function graphOf(root: ChartState, drawn: Arrows, variant: LayoutVariant): ElkNode {
  const insides = new Map(
    statesIn(root).map((state) => [state.id, new Set(statesIn(state).map(({ id }) => id))]),
  );
  for (const { id, within } of drawn.marks) {
    for (const inner of insides.values()) if (inner.has(within)) inner.add(id);
  }
  const isWithin = (id: string, state: string) => insides.get(state)?.has(id) === true;
  /** no arrow crosses the border of a region, so the regions may be placed anywhere */
  const hasIndependentRegions = ({ kind, states }: ChartState) =>
    kind === 'parallel' &&
    drawn.arrows.every(({ source, target }) =>
      states.every(({ id }) => isWithin(source, id) === isWithin(target, id)),
    );
  /** elkjs lays a graph out from left to right and turns it, but does not turn the minimum size of its boxes */
  const isTurned = (state: ChartState) =>
    state !== root && !hasIndependentRegions(state) && variant.direction === 'DOWN';
  const nodeOf = (state: ChartState): ElkNode => {
    const { id, kind, states } = state;
    if (kind === 'history') return { id, width: HISTORY, height: HISTORY };
    const size = sizeOf(headOf(state, drawn.staying.get(id) ?? []), PAD);
    if (states.length === 0) return { id, ...size };
    /** an arrow belongs to the innermost state that contains both of its ends */
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
        ...(hasIndependentRegions(state) ? packed : layered(variant)),
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
