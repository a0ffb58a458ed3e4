import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import type { RoutedEvent } from '../../machines/app/events.ts';
import { commandsFor, routes } from '../../machines/app/routes.ts';
import { claimTable } from '../../server/http/function-calls.ts';
import { allNodes } from '../model/model.ts';
import { routed } from '../model/models.app.ts';
import { models } from '../model/models.ts';
import { member } from '../model/samples.ts';
import { root } from './imports.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Tags that are read by a check of every machine: the file of the check, and its purpose. */
const generally: Readonly<Record<string, { by: string; why: string }>> = {
  busy: {
    by: 'tests/model/walks.ts',
    why: '`statesWithoutExit`: a state in which people wait ends by itself, by an answer or a delay',
  },
};

/** Senders that use only the events' names, with their purpose. */
const named: Readonly<Record<string, { by: string; why: string }>> = {
  payout: {
    by: 'server/domain/*.ts',
    why: 'the server asks the machine for the step that an event of this name takes (`transitionOf`)',
  },
};

/** Types of events that are concatenated, and all their values. */
const composed: Readonly<Record<string, readonly string[]>> = {
  '*.pressed': ['play.pressed', 'pause.pressed', 'next.pressed'],
  'eligibility.*': ['eligibility.known', 'eligibility.renewed'],
};

interface Source {
  text: string;
  lang: 'ts' | 'tsx';
}
const sourceOf = (file: string): Source => ({
  text: read(file),
  lang: file.endsWith('.tsx') ? 'tsx' : 'ts',
});

interface Node {
  type: string;
  [key: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

function nodesIn({ text, lang }: Source): Node[] {
  const found: Node[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk);
    if (!isNode(value)) return;
    found.push(value);
    for (const [key, inner] of Object.entries(value)) if (key !== 'type') walk(inner);
  };
  walk(parseAst(text, { lang }).body);
  return found;
}

/** Possible texts of an expression; in a template, `*` replaces each value. */
function textsOf(node: unknown): string[] {
  if (!isNode(node)) return [];
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node.type === 'ConditionalExpression') {
    return [node.consequent, node.alternate].flatMap(textsOf);
  }
  if (node.type === 'TemplateLiteral') {
    const parts = node.quasis as { value: { cooked: string } }[];
    return [parts.map(({ value }) => value.cooked).join('*')];
  }
  return textsOf(node.expression);
}

/**
 * The types of all events that are created, or the kinds or calls of other objects; type declarations
 * do not count.
 */
function madeIn(source: Source, field: 'type' | 'kind' | 'call' = 'type'): string[] {
  return nodesIn(source)
    .filter(({ type }) => type === 'ObjectExpression')
    .flatMap(({ properties }) => properties as Node[])
    .filter(({ key }) => isNode(key) && (key.name ?? key.value) === field)
    .flatMap(({ value }) => textsOf(value));
}

const literalsIn = (source: Source): string[] =>
  nodesIn(source)
    .filter(({ type }) => type === 'Literal')
    .flatMap(textsOf);

/** Events that are never created; XState's own are ignored. */
const unsentOf = ({ events }: Pick<AnyStateMachine, 'events'>, made: readonly string[]) =>
  events.filter((type) => !type.startsWith('xstate.') && !made.includes(type));

const asked = (source: string) =>
  [...source.matchAll(/\.hasTag\('(\w+)'\)/g)].map(([, tag]) => tag ?? '');

/** The file of a machine's selectors. */
function selectorsOf(name: string): string {
  const file = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const places = [`machines/${file}.selectors.ts`, `machines/${file}/${file}.selectors.ts`];
  return places.find((place) => existsSync(join(root, place))) ?? '';
}

const machines = Object.entries(models).map(([name, [model]]) => {
  if (!model) throw new Error(`${name} has no model`);
  return [name, model.machine] as const;
});

const tagsOf = (machine: AnyStateMachine) => [
  ...new Set(allNodes(machine.root).flatMap(({ tags }) => tags)),
];

test('the check distinguishes created events from events that are only declared', () => {
  const text = [
    "type Event = { type: 'a.declared' } | { type: 'b.c' };",
    "send({ type: isOn ? 'a.on' : 'a.off' } as const);",
    `send({ type: \`b.\${kind}\`, why });`,
    "const at = { 'c.taken': { actions: 'd' } };",
  ].join('\n');
  const made = madeIn({ text, lang: 'ts' });
  expect(made).toEqual(['a.on', 'a.off', 'b.*']);
  const events = ['a.declared', 'a.on', 'b.any', 'c.taken', 'xstate.init'];
  expect(unsentOf({ events }, made)).toEqual(['a.declared', 'b.any', 'c.taken']);
});

test.each(Object.entries(generally))('a check of every machine reads the tag %s', (tag, { by }) => {
  expect(asked(read(by))).toContain(tag);
});

/** The names of the actions or guards in a chart. */
function namesIn(asked: unknown): string[] {
  if (typeof asked === 'string') return [asked];
  if (Array.isArray(asked)) return asked.flatMap(namesIn);
  if (asked === undefined) return [];
  // `and`, `or` and `not` are functions with a list of guards
  const { type, guards } = asked as { type?: unknown; guards?: unknown };
  return [type, guards].flatMap(namesIn);
}

const usedIn = (machine: AnyStateMachine) =>
  allNodes(machine.root).flatMap((node) => {
    const transitions = [...node.transitions.values(), node.always ?? [], node.initial].flat();
    return [
      ...[node.entry, node.exit].flatMap(namesIn),
      ...transitions.flatMap(({ actions, guard }) => [...namesIn(actions), ...namesIn(guard)]),
    ];
  });

describe.each(machines)('%s', (name, machine) => {
  test('declares no action and no guard that its chart does not use', () => {
    const { actions, guards } = machine.implementations;
    const used = usedIn(machine);
    const declared = [...Object.keys(actions), ...Object.keys(guards)];
    expect(declared.filter((each) => !used.includes(each))).toEqual([]);
  });

  test('has only tags that are read, and its selectors read only tags that it has', () => {
    const file = selectorsOf(name);
    const own = file ? asked(read(file)) : [];
    const tags = tagsOf(machine);
    expect(tags.filter((tag) => !generally[tag] && !own.includes(tag))).toEqual([]);
    expect(own.filter((tag) => !tags.includes(tag))).toEqual([]);
  });
});

test('the list has exactly the tags of the machines', () => {
  const [, list = ''] = /type Tag =([^;]+);/.exec(read('machines/tags.ts')) ?? [];
  const listed = [...list.matchAll(/'(\w+)'/g)].map(([, tag]) => tag);
  expect(listed.sort()).toEqual([...new Set(machines.flatMap(([, each]) => tagsOf(each)))].sort());
});

const files = globSync('{machines,src}/**/*.{ts,tsx}', { cwd: root });
const made = files.flatMap((file) => madeIn(sourceOf(file)));

test('every event type that is concatenated is listed with its values', () => {
  const found = made.filter((type) => type.includes('*'));
  expect([...new Set(found)].sort()).toEqual(Object.keys(composed).sort());
});

/**
 * The sender does not matter: several machines may take the same event, and the walks' drivers check
 * each route.
 */
test('no machine takes an event that is never sent', () => {
  const unsent = machines.flatMap(([name, machine]) => {
    const others = globSync(named[name]?.by ?? [], { cwd: root });
    const literals = others.flatMap((file) => literalsIn(sourceOf(file)));
    const sent = [...made, ...Object.values(composed).flat(), ...literals];
    return unsentOf(machine, sent).map((type) => `${name} ${type}`);
  });
  expect(unsent).toEqual([]);
});

/** Machines of the child actors whose id names no model. */
const common = ['resource', 'list'];

test('no machine is sent an event that it does not take', () => {
  const takes = (id: string, type: string) =>
    [id, id.replace(/-.*/, ''), ...(models[id] ? [] : common)].some((name) =>
      models[name]?.[0]?.machine.events.includes(type),
    );
  const sent = routed
    .filter((event): event is RoutedEvent => event.type in routes)
    .flatMap((event) => commandsFor(event, member))
    .flatMap((command) => ('to' in command ? [command] : []));
  expect(sent.length).toBeGreaterThan(100);
  const lost = sent.filter(({ to, event }) => !takes(to, event.type));
  expect(lost.map(({ to, event }) => `${to} ${event.type}`)).toEqual([]);
});

test('every toast of the list is shown somewhere', () => {
  const [, union = ''] = /type ToastText =(.*?)\n\n/s.exec(read('machines/app/toasts.ts')) ?? [];
  const kinds = [...union.matchAll(/'(\w+)'/g)].map(([, kind = '']) => kind);
  expect(kinds).toContain('linkCopied');
  const shown = files.flatMap((file) => madeIn(sourceOf(file), 'kind'));
  expect(kinds.filter((kind) => !shown.includes(kind))).toEqual([]);
});

test('every claim call of the server is made somewhere in the app', () => {
  const earned = files.flatMap((file) => madeIn(sourceOf(file), 'call'));
  expect(Object.keys(claimTable).filter((call) => !earned.includes(call))).toEqual([]);
});
