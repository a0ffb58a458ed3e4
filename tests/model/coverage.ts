import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { digests, readRecord, type Tried } from '../../scripts/mutants/record.ts';
import { invariants as worldInvariants } from '../world/simulate.ts';
import { notInBrowserTests, testsOf } from './browser-tests.ts';
import { oneSidedGuards, oneSidedGuardsOf } from './guards.ts';
import { allInvariants } from './invariants/every.ts';
import { allNodes, transitionsOf } from './model.ts';
import { models } from './models.ts';
import type { Walked } from './walks.ts';

const HEAD = `# Coverage

What the tests of each machine go through. Drawn by \`tests/model/machines.test.ts\` from its walks
(\`npm run docs\` draws it anew), and held against them in every run.

- **States, transitions**: come by in a walk on the live machine; **pairs**: two of them in a
  row, of which the second begins where the first has ended: all that two events in a row can cause in
  the models are walked; **guards**: seen to hold and to fail in the walks.
- **Delays**: states that end by themselves, held to their length to the millisecond in random runs
  (\`tests/model/invariants.test.ts\`, which fails where one was not waited out).
- **Invariants**: judged at every step of every walk and of random runs; those of the root are the invariants
  of the whole (\`tests/world/\`).
- **Shown in the product by**: the files of \`tests/browser/\` that rows of [states](../states.md) name for
  the machine; for a machine without one: why, and what shows it instead.
- **Faults caught**: of those planted by \`npm run test:mutants -- --path machines/ --record\`, all
  or a sample of them, without the equivalent ones and those that do not compile. In brackets: the
  machine has changed since.
`;

/** Figures of one machine. */
interface Covered {
  file: string;
  /** the model's name */
  model: string;
  machine: AnyStateMachine;
  states: Share;
  transitions: Share;
  pairs: number;
  guards: Share;
  delays: Share;
  /** states whose delays the random runs wait for (`lasts`) */
  lasting: string[];
  invariants: number;
  oneSidedGuards: string[];
}
type Share = readonly [number, number];

const fileNames = globSync('**/*.machine.ts', {
  cwd: join(import.meta.dirname, '../../machines'),
});

/** Returns the file of a model's machine, relative to `machines/`. */
function fileOf(model: string): string {
  const name = model.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const file = fileNames.find((each) => basename(each) === `${name}.machine.ts`);
  if (!file) throw new Error(`there is no machine ${name}`);
  return file;
}

const nameIn = (file: string) => basename(file, '.machine.ts');

function coveredBy(name: string, { missed, guardResults, pairs }: Walked): Covered {
  const machine = models[name]?.[0]?.machine as AnyStateMachine;
  const nodes = allNodes(machine.root);
  const missedOf = (kind: string) => missed.filter((each) => each.startsWith(`${kind} `)).length;
  const shareOf = (kind: string, all: number): Share => [all - missedOf(kind), all];
  const guards = transitionsOf(machine).filter(({ guard }) => guard).length;
  const oneSidedGuards = oneSidedGuardsOf(machine, guardResults);
  const lasting = Object.keys(allInvariants[name]?.lasts ?? {});
  const timed = nodes.filter(({ after }) => after.length > 0).length;
  return {
    file: fileOf(name),
    model: name,
    machine,
    // the root node is the machine itself
    states: shareOf('state', nodes.length - 1),
    transitions: shareOf('transition', transitionsOf(machine).length),
    pairs,
    guards: [guards - oneSidedGuards.length, guards],
    lasting,
    delays: [lasting.length, timed],
    invariants:
      name === 'app' ? worldInvariants.length : (allInvariants[name]?.invariants.length ?? 0),
    oneSidedGuards,
  };
}

const cell = (text: string) => text.replaceAll('|', '\\|');
const code = (text: string) => `\`${text}\``;

function share([seen, all]: Share): string {
  if (all === 0) return '–';
  return seen === all ? String(all) : `${seen} of ${all}`;
}

function inProduct(name: string): string {
  const names = testsOf(name).map((file) => basename(file, '.test.ts'));
  return names.length > 0 ? names.join(', ') : `– ${notInBrowserTests[name] ?? ''}`;
}

const caughtOf = ({ tried, caught = 0, equivalent = 0, compiler = 0 }: Tried): Share => [
  caught,
  tried - equivalent - compiler,
];

function faults(tried: Tried | undefined, digest: string | undefined): string {
  if (!tried) return '';
  const [caught, all] = caughtOf(tried);
  const drawn = tried.tried < tried.made ? `, drawn of ${tried.made}` : '';
  const figure = `${caught} of ${all}${drawn}`;
  return tried.digest === digest ? figure : `(${figure})`;
}

const sum = (shares: readonly Share[]): Share =>
  shares.reduce<Share>(([a, b], [seen, all]) => [a + seen, b + all], [0, 0]);

/** Returns the sum as text, with the number of machines that it covers. */
const sumOf = (known: readonly Share[]) => `${share(sum(known))}, in ${known.length} machines`;

type Figures = Pick<
  Covered,
  'states' | 'transitions' | 'pairs' | 'guards' | 'delays' | 'invariants'
>;

const figures = ({ states, transitions, pairs, guards, delays, invariants }: Figures): string[] => [
  ...[states, transitions].map(share),
  String(pairs),
  ...[guards, delays].map(share),
  String(invariants),
];

function table(all: readonly Covered[]): string[] {
  const record = readRecord();
  const now = digests();
  const rows = all.map((covered) => {
    const name = nameIn(covered.file);
    const tried = faults(record[name], now.get(name));
    return [`[${name}](${name}.md)`, ...figures(covered), inProduct(covered.model), tried];
  });
  const sumOfAll = (kind: 'states' | 'transitions' | 'guards' | 'delays') =>
    sum(all.map((each) => each[kind]));
  const count = (kind: 'pairs' | 'invariants') =>
    all.reduce((known, each) => known + each[kind], 0);
  const sums = figures({
    states: sumOfAll('states'),
    transitions: sumOfAll('transitions'),
    pairs: count('pairs'),
    guards: sumOfAll('guards'),
    delays: sumOfAll('delays'),
    invariants: count('invariants'),
  });
  const caught = sumOf(Object.values(record).map(caughtOf));
  return [
    '| machine | states | transitions | pairs | guards | delays | invariants | shown in the product by | faults caught |',
    '|---|---|---|---|---|---|---|---|---|',
    ...[...rows, ['all', ...sums, '', caught]].map((row) => `| ${row.map(cell).join(' | ')} |`),
    '',
  ];
}

const listed = (title: string, lines: readonly string[]) =>
  lines.length > 0 ? [`## ${title}`, '', ...lines.map((line) => `- ${line}`), ''] : [];

/** Returns the states with a delay that no random run waits for. */
function untried({ machine, lasting }: Covered): string[] {
  const ids = lasting.map((path) => `${machine.id}.${path}`);
  const timed = allNodes(machine.root).filter(({ after }) => after.length > 0);
  return timed.map(({ id }) => id).filter((id) => !ids.includes(id));
}

/** Lists the guards and delays that are not fully covered, by name. */
function gaps(all: readonly Covered[]): string[] {
  return [
    ...listed(
      'Guards seen one way only',
      all
        .flatMap((each) => each.oneSidedGuards)
        .map((name) => `${code(name)}: ${oneSidedGuards[name] ?? ''}`),
    ),
    ...listed('States that no invariant waits out', all.flatMap(untried).map(code)),
  ];
}

/** Returns the text of `docs/machines/coverage.md`. */
export function drawCoverage(walk: (name: string) => Walked): string {
  const all = Object.keys(models)
    .map((name) => coveredBy(name, walk(name)))
    .sort((one, other) => (nameIn(one.file) < nameIn(other.file) ? -1 : 1));
  return [HEAD, ...table(all), ...gaps(all)].join('\n');
}
