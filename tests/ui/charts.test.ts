import { DOMParser, type Element } from '@xmldom/xmldom';
import ELK from 'elkjs/lib/elk.bundled.js';
import { describe, expect, test } from 'vitest';
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { machines } from '../../scripts/charts.ts';
import type { Stack } from '../../src/debug/charts/blocks.ts';
import { PAD, WORDS_PAD } from '../../src/debug/charts/graph.ts';
import { type LaidOut, layOut } from '../../src/debug/charts/layout.ts';
import { chartOf } from '../../src/debug/charts/model.ts';
import { svgOf } from '../../src/debug/charts/svg.ts';
import { guardOf, labelOf } from '../../src/debug/charts/words.ts';
import { allNodes, transitionsOf } from '../model/model.ts';
import { foreignMachines } from './foreign-machines.ts';

const all: [string, AnyStateMachine][] = Object.entries({ ...machines, ...foreignMachines });
const drawn = new Map<string, LaidOut>();
for (const [name, machine] of all) drawn.set(name, await layOut(chartOf(machine), new ELK()));

function laidOutOf(name: string): LaidOut {
  const laidOut = drawn.get(name);
  if (!laidOut) throw new Error(`${name} was not laid out`);
  return laidOut;
}

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Named extends Rectangle {
  what: string;
}

const overlaps = (one: Rectangle, other: Rectangle) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

const holds = (outer: Rectangle, inner: Rectangle) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

const linesOf = ({ blocks }: Stack, left: number, top: number): Named[] =>
  blocks.flatMap((block) =>
    block.lines.map(({ text, font, x, y, width }) => ({
      ...{ what: text, x: left + block.x + x, y: top + block.y + y, width },
      height: font === 'name' ? 20 : font === 'event' ? 16 : 14,
    })),
  );

/** Every text with its rectangle, whose width `textLength` enforces. */
function textsOf({ states, marks, arrows }: LaidOut): Named[] {
  return [
    ...states.flatMap(({ state, head, x, y }) =>
      state.kind === 'history' ? [] : linesOf(head, x + PAD, y + PAD),
    ),
    ...marks.flatMap(({ words, x, y }) =>
      words ? linesOf(words, x + WORDS_PAD + 2, y + WORDS_PAD + 2) : [],
    ),
    ...arrows.flatMap(({ words, label }) =>
      words && label ? linesOf(words, label.x + WORDS_PAD, label.y + WORDS_PAD) : [],
    ),
  ];
}

const pairs = <Item>(items: readonly Item[]): [Item, Item][] =>
  items.flatMap((one, at) => items.slice(at + 1).map((other): [Item, Item] => [one, other]));

const elementsOf = (svg: string, name: string): Element[] =>
  [...new DOMParser().parseFromString(svg, 'image/svg+xml').getElementsByTagName('g')].filter(
    (element) => (element.getAttribute('class') ?? '').split(' ').includes(name),
  );

/** The ids and words of the drawn transitions. */
const writtenIn = (svg: string): [string, string][] =>
  elementsOf(svg, 'chart-transition').map((element) => [
    element.getAttribute('data-transitions') ?? '',
    [...element.getElementsByTagName('text')].map((text) => text.textContent).join(' '),
  ]);

/** Every transition of a machine, by its place in the definition. */
const definitionsOf = (machine: AnyStateMachine): [string, AnyTransitionDefinition][] =>
  allNodes(machine.root).flatMap((node) =>
    [...[...node.transitions.values()].flat(), ...(node.always ?? [])].map(
      (each, at): [string, AnyTransitionDefinition] => [`${node.id}:${at}`, each],
    ),
  );

const named = (action: unknown) =>
  typeof action === 'string' ? [action] : [(action as { type?: string }).type ?? 'inline'];

/** The words that must be readable at a transition. */
const wordsOf = ({ source, eventType, guard, actions }: AnyTransitionDefinition): string[] => [
  ...(eventType.startsWith('xstate.after.')
    ? ['after', ...lengthsOf(source, eventType)]
    : [labelOf(eventType)]),
  ...guardOf(guard).split(' ').filter(Boolean),
  ...actions.flatMap(named).filter((name) => !name.startsWith('xstate.')),
];

function lengthsOf(node: AnyStateNode, eventType: string): string[] {
  const delay = node.after.find((after) => after.eventType === eventType)?.delay;
  const length = typeof delay === 'string' ? node.machine.implementations.delays[delay] : delay;
  if (typeof length !== 'number') return ['computed'];
  const seconds = length / 1_000;
  return [
    length < 1_000 ? `${length} ms` : seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`,
  ];
}

describe.each(all)('the chart of %s', (name, machine) => {
  const laidOut = laidOutOf(name);
  const svg = svgOf(name, laidOut, '');

  test('draws every transition once, and no other', () => {
    const written = writtenIn(svg);
    const definitions = definitionsOf(machine);
    expect(definitions.map(([, each]) => each)).toEqual(transitionsOf(machine));
    expect(written.map(([id]) => id).sort()).toEqual(definitions.map(([id]) => id).sort());
    const texts = new Map(written);
    const unread = definitions.flatMap(([id, each]) =>
      wordsOf(each)
        .filter((word) => !texts.get(id)?.includes(word))
        .map((word) => `${id} does not say ${word}: ${texts.get(id)}`),
    );
    expect(unread).toEqual([]);
  });

  test('draws every state as a box inside the box of its parent', () => {
    const boxes = new Map(laidOut.states.map((box) => [box.state.id, box]));
    expect([...boxes.keys()].sort()).toEqual(
      allNodes(machine.root)
        .map(({ id }) => id)
        .sort(),
    );
    const strays = allNodes(machine.root).filter(({ id, parent }) => {
      const [own, outer] = [boxes.get(id), boxes.get(parent?.id ?? id)];
      return !own || !outer || !holds(outer, own);
    });
    expect(strays.map(({ id }) => id)).toEqual([]);
  });
});

describe.each(all)('the layout of the chart of %s:', (name, machine) => {
  const laidOut = laidOutOf(name);

  test('every arrow ends at its state, or at the mark of its initial state', () => {
    const ends = new Map(
      [...laidOut.states.map((box) => ({ ...box, id: box.state.id })), ...laidOut.marks].map(
        (box) => [box.id, box],
      ),
    );
    const lost = laidOut.arrows.filter(({ source, target, points }) => {
      const [start, end] = [points.at(0), points.at(-1)];
      const near = (id: string, point: typeof start) => {
        const box = ends.get(id);
        if (!box || !point) return false;
        const [dx, dy] = [point.x - box.x, point.y - box.y];
        const isOn = [dx, dx - box.width, dy, dy - box.height].some((each) => Math.abs(each) <= 2);
        return isOn && dx >= -2 && dy >= -2 && dx <= box.width + 2 && dy <= box.height + 2;
      };
      return !near(source, start) || !near(target, end);
    });
    expect(lost.map(({ id, points }) => [id, points])).toEqual([]);
    const states = new Set(allNodes(machine.root).map(({ id }) => id));
    const endsOf = (id: string) =>
      laidOut.arrows
        .filter(({ transitions }) => transitions.includes(id))
        .map(({ target }) => target.replace(/:initial$/, ''))
        .filter((target) => states.has(target));
    const wrong = definitionsOf(machine).filter(([id, { source, target = [] }]) => {
      // the chart shows the re-entry of a parallel state in words, without an arrow
      const isInWords = target.some((each) => each === source && each.type === 'parallel');
      return String(endsOf(id)) !== (isInWords ? '' : String(target.map((each) => each.id)));
    });
    expect(wrong.map(([id]) => id)).toEqual([]);
  });

  test('no text overlaps another or leaves its box', () => {
    const texts = textsOf(laidOut);
    expect(texts.length).toBeGreaterThan(0);
    const clashes = pairs(texts).filter(([one, other]) => overlaps(one, other));
    expect(clashes.map((pair) => pair.map(({ what }) => what))).toEqual([]);
    const whole = { x: 0, y: 0, width: laidOut.width, height: laidOut.height };
    expect(texts.filter((text) => !holds(whole, text)).map(({ what }) => what)).toEqual([]);
    const leaves = laidOut.states.filter(({ state }) => state.states.length === 0);
    const spilt = leaves.flatMap(({ state, head, ...box }) =>
      state.kind === 'history'
        ? []
        : linesOf(head, box.x + PAD, box.y + PAD).filter((line) => !holds(box, line)),
    );
    expect(spilt).toEqual([]);
    const labels = laidOut.arrows.flatMap(({ label, id }) =>
      label ? [{ ...label, what: id }] : [],
    );
    const covering = labels.filter((label) => leaves.some((box) => overlaps(box, label)));
    expect(covering.map(({ what }) => what)).toEqual([]);
  });
});
