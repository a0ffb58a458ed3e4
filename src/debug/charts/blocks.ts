import type { ChartState, ChartTransition } from './model.ts';
import { type Font, fonts, measure, wrap } from './text.ts';

/** One text of a block; several texts may share a row. */
interface Line {
  text: string;
  font: Font;
  /** meaning of the colour */
  tone: 'name' | 'event' | 'guard' | 'action' | 'entry' | 'invoke' | 'tag';
  x: number;
  /** top of the line */
  y: number;
  width: number;
}

/** Lines with their size. */
export interface Block {
  /** id of the block's transition */
  transition: string | null;
  lines: readonly Line[];
  width: number;
  height: number;
}

/** A block with its position in its container. */
export interface PlacedBlock extends Block {
  x: number;
  y: number;
}

/** Blocks below and beside each other, with their size. */
export interface Stack {
  blocks: readonly PlacedBlock[];
  width: number;
  height: number;
}

const MAX_WIDTH = 250;
const GAP = 6;
const COLUMN_GAP = 20;
/** Maximum height of a list; a higher one is split into columns. */
const MAX_HEIGHT = 260;
/** The same for a list above child states, whose box is wide enough for more columns. */
const MAX_HEIGHT_ABOVE = 100;

type Row = Pick<Line, 'text' | 'font' | 'tone'>;

/** Rows below each other; the texts of a row beside each other. */
function blockOf(rows: readonly (readonly Row[])[], transition: string | null): Block {
  const lines: Line[] = [];
  let y = 0;
  let width = 0;
  for (const row of rows) {
    let x = 0;
    for (const part of row) {
      const own = measure(part.text, part.font);
      lines.push({ ...part, x, y, width: own });
      x += own + 6;
    }
    width = Math.max(width, x - 6);
    y += Math.max(...row.map(({ font }) => fonts[font].line));
  }
  return { transition, lines, width, height: y };
}

/** `a, b, c` in as many lines as needed. */
function listRows(mark: string, items: readonly string[], tone: Line['tone']): Row[][] {
  if (items.length === 0) return [];
  const last = items.length - 1;
  const words = items.map((item, at) => (at < last ? `${item},` : item));
  const lines = wrap([`${mark}${words[0]}`, ...words.slice(1)], 'detail', MAX_WIDTH);
  return lines.map((text) => [{ text, font: 'detail', tone }]);
}

/**
 * Text of a transition: event, guard, actions.
 * @param leads target of the transition, if no arrow shows it
 */
export function transitionBlock(
  transition: Omit<ChartTransition, 'id'> & { id: string | null },
  leads: readonly string[] = [],
): Block {
  const { event, guard, actions, isReentering, id } = transition;
  const title: Row = { text: event, font: 'event', tone: 'event' };
  const words = guard === '' ? [] : wrap(`[${guard}]`.split(' '), 'detail', MAX_WIDTH);
  const held: Row[] = words.map((text) => ({ text, font: 'detail', tone: 'guard' }));
  const [first] = held;
  const fits =
    held.length === 1 &&
    first &&
    measure(event, 'event') + measure(first.text, 'detail') <= MAX_WIDTH;
  const head = fits ? [[title, first]] : [[title], ...held.map((row) => [row])];
  const done = [...(isReentering ? ['enter again'] : []), ...actions];
  const rows = [...head, ...listRows('/ ', done, 'action'), ...listRows('→ ', leads, 'action')];
  return blockOf(rows, id);
}

/** Text of a state: name, tags, actions and actors. */
function headBlock({ name, kind, tags, entry, exit, invokes }: ChartState): Block {
  const marks = [...(kind === 'parallel' ? ['all at once'] : []), ...tags.map((tag) => `#${tag}`)];
  const title: Row = { text: name, font: 'name', tone: 'name' };
  const [first, ...others] = wrap(marks, 'detail', MAX_WIDTH);
  const rows: Row[][] = [
    [title, ...(first ? [{ text: first, font: 'detail', tone: 'tag' } as const] : [])],
    ...others.map((text): Row[] => [{ text, font: 'detail', tone: 'tag' }]),
    ...listRows('runs ', invokes, 'invoke'),
    ...listRows('entry / ', entry, 'entry'),
    ...listRows('exit / ', exit, 'entry'),
  ];
  return blockOf(rows, null);
}

/** Blocks in as many columns as keep the list low. */
export function stackOf(blocks: readonly Block[], most = MAX_HEIGHT): Stack {
  const total = blocks.reduce((sum, { height }) => sum + height + GAP, -GAP);
  const share = total / Math.max(1, Math.ceil(total / most));
  const placed: PlacedBlock[] = [];
  let [x, y, width, tallest] = [0, 0, 0, 0];
  for (const block of blocks) {
    if (y > 0 && y + block.height > share + block.height / 2)
      [x, y, width] = [x + width + COLUMN_GAP, 0, 0];
    placed.push({ ...block, x, y });
    width = Math.max(width, block.width);
    y += block.height + GAP;
    tallest = Math.max(tallest, y - GAP);
  }
  return { blocks: placed, width: x + width, height: tallest };
}

/** Texts at the top of a state's box: its head, and its transitions without an arrow. */
export function headOf(state: ChartState, staying: readonly ChartTransition[]): Stack {
  const head = headBlock(state);
  if (staying.length === 0) return stackOf([head], Number.POSITIVE_INFINITY);
  const most = state.states.length > 0 ? MAX_HEIGHT_ABOVE : MAX_HEIGHT;
  const list = stackOf(
    staying.map((each) => transitionBlock(each, each.targets)),
    most,
  );
  const below = head.height + GAP + 4;
  return {
    blocks: [
      { ...head, x: 0, y: 0 },
      ...list.blocks.map((block) => ({ ...block, y: block.y + below })),
    ],
    width: Math.max(head.width, list.width),
    height: below + list.height,
  };
}
