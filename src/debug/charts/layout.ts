import type { ELK, ElkEdgeSection, ElkNode } from 'elkjs/lib/elk-api.js';
import { type Arrow, type Arrows, drawnArrows, type Mark } from './arrows.ts';
import { headOf, type Stack } from './blocks.ts';
import { graphOf, type LayoutVariant } from './graph.ts';
import { type ChartState, statesIn } from './model.ts';

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Point {
  x: number;
  y: number;
}

/** A state as a box, with its text at the top. */
export interface PlacedState extends Rectangle {
  state: ChartState;
  head: Stack;
}

/** A dot, or a box with text, with its position. */
export interface PlacedMark extends Rectangle, Mark {}

/** A line with an arrowhead at its end, and the position of its text. */
export interface PlacedArrow extends Arrow {
  points: readonly Point[];
  label: Rectangle | null;
}

/** A machine with the position of each part: outer states precede their child states. */
export interface LaidOut {
  width: number;
  height: number;
  states: readonly PlacedState[];
  marks: readonly PlacedMark[];
  arrows: readonly PlacedArrow[];
}

/** The layout library: elkjs, in this thread or in a worker. */
export type Layouter = Pick<ELK, 'layout'>;

const nodesIn = (node: ElkNode): ElkNode[] => [node, ...(node.children ?? []).flatMap(nodesIn)];

const placeOf = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<Rectangle>): Rectangle => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
});

const pointsOf = ({ startPoint, bendPoints = [], endPoint }: ElkEdgeSection): Point[] =>
  [startPoint, ...bendPoints, endPoint].map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }));

function readGraph(laidOut: ElkNode, root: ChartState, drawn: Arrows): LaidOut {
  const nodes = new Map(nodesIn(laidOut).map((node) => [node.id, node]));
  const edges = new Map(
    [...nodes.values()].flatMap(({ edges = [] }) => edges.map((edge) => [edge.id, edge] as const)),
  );
  const at = (id: string) => placeOf(nodes.get(id) ?? {});
  const { width, height } = at(root.id);
  return {
    width,
    height,
    states: statesIn(root).map((state) => ({
      ...at(state.id),
      state,
      head: headOf(state, drawn.staying.get(state.id) ?? []),
    })),
    marks: drawn.marks.map((mark) => ({ ...mark, ...at(mark.id) })),
    arrows: drawn.arrows.map((arrow) => {
      const edge = edges.get(arrow.id);
      const [label] = edge?.labels ?? [];
      return {
        ...arrow,
        points: (edge?.sections ?? []).flatMap(pointsOf),
        label: label && arrow.words ? placeOf(label) : null,
      };
    }),
  };
}

/**
 * Layouts in order of readability: a chart is read from its start down; a later layout is tried when the
 * earlier layouts are too large. `penalty`: a factor, lower is better.
 */
const layoutVariants: readonly (LayoutVariant & { penalty: number })[] = [
  { direction: 'DOWN', cycles: 'DEPTH_FIRST', penalty: 1 },
  { direction: 'RIGHT', cycles: 'DEPTH_FIRST', penalty: 1.1 },
  { direction: 'DOWN', cycles: 'GREEDY', penalty: 1.2 },
  { direction: 'RIGHT', cycles: 'GREEDY', penalty: 1.3 },
];

/** Factor by which a chart exceeds a page, which is taller than wide: a larger chart is hard to read. */
const sizePenalty = ({ width, height }: LaidOut) => Math.max(width / 1_400, height / 1_900);

/** Lays out a machine, in the most readable of several ways. */
export async function layOut(root: ChartState, layouter: Layouter): Promise<LaidOut> {
  const drawn = drawnArrows(root);
  const ways: { penalty: number; laidOut: LaidOut }[] = [];
  for (const { penalty, ...variant } of layoutVariants) {
    const laidOut = readGraph(await layouter.layout(graphOf(root, drawn, variant)), root, drawn);
    ways.push({ penalty: penalty * sizePenalty(laidOut), laidOut });
    // a chart that fits on a page is good enough
    if (sizePenalty(laidOut) <= 1) break;
  }
  const [best] = ways.sort((left, right) => left.penalty - right.penalty);
  if (!best) throw new Error('nothing was laid out');
  return best.laidOut;
}
