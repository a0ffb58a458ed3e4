import type { PlacedBlock, Stack } from './blocks.ts';
import { PAD, WORDS_PAD } from './graph.ts';
import type { LaidOut, PlacedArrow, PlacedMark, PlacedState } from './layout.ts';
import { fonts } from './text.ts';

/** An SVG element; the drawn file and the live page are both made of these. */
export interface Shape {
  tag: 'g' | 'rect' | 'circle' | 'path' | 'text';
  attributes: Readonly<Record<string, string | number>>;
  /** the state or transitions that it shows */
  of?: { state?: string; transitions?: readonly string[] };
  children?: readonly Shape[];
  text?: string;
}

/** The length of an arrow's head, and the radius of its corners. */
const POINT = 7;
const ROUND = 8;

const group = (name: string, of: Shape['of'], children: readonly Shape[]): Shape => ({
  tag: 'g',
  attributes: { class: name },
  ...(of && { of }),
  children,
});

const rect = (
  name: string,
  x: number,
  y: number,
  width: number,
  height: number,
  rx: number,
): Shape => ({
  tag: 'rect',
  attributes: { class: name, x, y, width, height, rx },
});

function drawBlock(
  { transition, lines, x, y, width, height }: PlacedBlock,
  left: number,
  top: number,
): Shape {
  const texts = lines.map((line): Shape => {
    const { size, line: high } = fonts[line.font];
    return {
      tag: 'text',
      attributes: {
        class: `chart-${line.font} chart-tone-${line.tone}`,
        x: left + x + line.x,
        y: top + y + line.y + Math.round((high + size * 0.72) / 2),
        textLength: line.width,
        lengthAdjust: 'spacingAndGlyphs',
      },
      text: line.text,
    };
  });
  if (transition === null) return group('chart-words', undefined, texts);
  const back = rect('chart-lit-box', left + x - 4, top + y - 2, width + 8, height + 4, 4);
  return group('chart-transition', { transitions: [transition] }, [back, ...texts]);
}

const drawStack = ({ blocks }: Stack, x: number, y: number): Shape[] =>
  blocks.map((block) => drawBlock(block, x, y));

function drawState({ state, x, y, width, height }: PlacedState): Shape {
  const { id, kind, states, isDeep } = state;
  const name = `chart-state chart-${kind}${states.length > 0 ? ' chart-holder' : ''}`;
  if (kind === 'history') {
    const [cx, cy] = [x + width / 2, y + height / 2];
    const mark: Shape = {
      tag: 'text',
      attributes: {
        class: 'chart-event chart-tone-name',
        x: cx,
        y: cy + 4,
        'text-anchor': 'middle',
      },
      text: isDeep ? 'H*' : 'H',
    };
    const ring: Shape = { tag: 'circle', attributes: { class: 'chart-box', cx, cy, r: width / 2 } };
    return group(name, { state: id }, [ring, mark]);
  }
  const inner = kind === 'final' ? [rect('chart-box', x + 3, y + 3, width - 6, height - 6, 7)] : [];
  return group(name, { state: id }, [rect('chart-box', x, y, width, height, 10), ...inner]);
}

/** Draws a state's texts on a background, which hides the lines behind them. */
function drawHead({ state, head, x, y }: PlacedState): Shape[] {
  if (state.kind === 'history') return [];
  const [left, top] = [x + PAD, y + PAD];
  const backs = head.blocks.map((block) =>
    rect('chart-head-back', left + block.x - 2, top + block.y, block.width + 4, block.height, 3),
  );
  const name = `chart-head${state.states.length > 0 ? ' chart-holder' : ''}`;
  return [group(name, { state: state.id }, [...backs, ...drawStack(head, left, top)])];
}

function drawMark({ kind, words, x, y, width, height }: PlacedMark): Shape {
  if (!words) {
    const dot = { class: 'chart-dot', cx: x + width / 2, cy: y + height / 2, r: width / 2 - 1 };
    return { tag: 'circle', attributes: dot };
  }
  const pad = WORDS_PAD + 2;
  return group(`chart-mark chart-mark-${kind}`, undefined, [
    rect('chart-mark-box', x, y, width, height, 6),
    ...drawStack(words, x + pad, y + pad),
  ]);
}

/** The path of an arrow through these points, with round corners, up to its head. */
function pathOf(points: PlacedArrow['points']): string {
  return points
    .map((point, at) => {
      const before = points[at - 1];
      const after = points[at + 1];
      if (!before) return `M${point.x} ${point.y}`;
      if (!after) return `L${point.x} ${point.y}`;
      const towards = ({ x, y }: typeof point) => {
        const [dx, dy] = [x - point.x, y - point.y];
        const length = Math.hypot(dx, dy) || 1;
        const part = Math.min(ROUND, length / 2) / length;
        return `${Math.round((point.x + dx * part) * 10) / 10} ${Math.round((point.y + dy * part) * 10) / 10}`;
      };
      return `L${towards(before)}Q${point.x} ${point.y} ${towards(after)}`;
    })
    .join('');
}

function arrowheadPath(points: PlacedArrow['points']): string {
  const end = points.at(-1);
  const before = points.at(-2);
  if (!end || !before) return '';
  const [dx, dy] = [Math.sign(end.x - before.x), Math.sign(end.y - before.y)];
  const [backX, backY] = [end.x - dx * POINT, end.y - dy * POINT];
  const [sideX, sideY] = [dy * (POINT / 2 + 1), dx * (POINT / 2 + 1)];
  return `M${end.x} ${end.y}L${backX + sideX} ${backY + sideY}L${backX - sideX} ${backY - sideY}Z`;
}

function drawLine({ points, transitions }: PlacedArrow): Shape {
  return group('chart-arrow', { transitions }, [
    { tag: 'path', attributes: { class: 'chart-line', d: pathOf(points) } },
    { tag: 'path', attributes: { class: 'chart-point', d: arrowheadPath(points) } },
  ]);
}

function drawWords({ words, label }: PlacedArrow): Shape[] {
  if (!words || !label) return [];
  const { x, y, width, height } = label;
  return [
    group('chart-label', undefined, [
      rect('chart-label-box', x, y, width, height, 6),
      ...drawStack(words, x + WORDS_PAD, y + WORDS_PAD),
    ]),
  ];
}

/** All shapes of the chart, from back to front. */
export function draw({ states, marks, arrows }: LaidOut): Shape[] {
  return [
    ...states.map(drawState),
    ...arrows.map(drawLine),
    ...states.flatMap(drawHead),
    ...marks.map(drawMark),
    ...arrows.flatMap(drawWords),
  ];
}
