import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  createActor,
  fromCallback,
  initialTransition,
  type StateValue,
  transition,
} from 'xstate';
import { valueText } from '../charts/words.ts';
import { masked } from '../masked.ts';
import type { Step } from './recorder.ts';

type Data = Record<string, unknown>;

/** One event, and its outcome. */
export interface ScenarioStep {
  event: AnyEventObject;
  state: StateValue;
  /** the changed fields of the context */
  changes: Data;
  /** names of the actions with effects */
  does: readonly string[];
}

/** A recorded session of a machine as data, secrets masked; it can be replayed and compared. */
export interface Scenario {
  /** id of the machine */
  machine: string;
  /** the machine's state when the recording began; null: the first step starts the machine */
  begins: {
    state: StateValue;
    context: Data;
    children: readonly string[];
    history: Readonly<Record<string, readonly string[]>>;
  } | null;
  steps: readonly ScenarioStep[];
}

/** A value as JSON, secrets masked. */
const dataOf = (value: unknown) => JSON.parse(JSON.stringify(masked(value) ?? null));

/** Data of an event. A child's snapshot is mostly code, so it is reduced to status, value and context. */
function eventData({ snapshot, ...event }: AnyEventObject): AnyEventObject {
  if (!event.type.startsWith('xstate.snapshot.')) return dataOf({ ...event, snapshot });
  const { status, value, context } = (snapshot ?? {}) as Data;
  return dataOf({ ...event, snapshot: { status, value, context } });
}

function changesBetween(before: Data, after: Data): Data {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, after[name] ?? null]));
}

function scenarioStep(
  event: AnyEventObject,
  before: AnyMachineSnapshot | null,
  after: AnyMachineSnapshot,
  does: readonly string[],
): ScenarioStep {
  const changes = changesBetween(before ? dataOf(before.context) : {}, dataOf(after.context));
  return { event, state: after.value, changes, does };
}

/** The last steps without a gap: each begins with the snapshot that the previous one ended with. */
function lastContiguousSteps(steps: readonly Step[]): readonly Step[] {
  const first = steps.findLastIndex(({ before }, at) => before !== steps[at - 1]?.snapshot);
  return steps.slice(Math.max(0, first));
}

function beginningOf({ value, context, children, historyValue }: AnyMachineSnapshot) {
  const history = Object.entries(historyValue).map(([id, nodes]) => [
    id,
    (nodes as AnyStateNode[]).map((node) => node.id),
  ]);
  return {
    state: value,
    context: dataOf(context),
    children: Object.keys(children),
    history: Object.fromEntries(history),
  };
}

/** The recording of an actor; null: none. */
export function scenarioOf(recorded: readonly Step[]): Scenario | null {
  const steps = lastContiguousSteps(recorded);
  const [first] = steps;
  if (!first) return null;
  return {
    machine: first.snapshot.machine.id,
    begins: first.before && beginningOf(first.before),
    steps: steps.map(({ event, before, snapshot, did }) =>
      scenarioStep(eventData(event), before, snapshot, did),
    ),
  };
}

const noopActor = fromCallback(() => undefined);

function restoredSnapshot(machine: AnyStateMachine, begins: NonNullable<Scenario['begins']>) {
  const { state, context, children, history } = begins;
  const historyValue = Object.fromEntries(
    Object.entries(history).map(([id, ids]) => [
      id,
      ids.map((each) => machine.getStateNodeById(each)),
    ]),
  );
  const snapshot = machine.resolveState({ value: state, context, historyValue });
  // children are replayed by the events that they sent; they only need to accept events
  return {
    ...snapshot,
    children: Object.fromEntries(children.map((id) => [id, createActor(noopActor, { id })])),
  } as AnyMachineSnapshot;
}

/** Replays a scenario's events on a machine, without any of its actors, timers or effects. */
export function replayed(machine: AnyStateMachine, { begins, steps }: Scenario): ScenarioStep[] {
  let snapshot: AnyMachineSnapshot | null = begins ? restoredSnapshot(machine, begins) : null;
  return steps.map(({ event }) => {
    const before = snapshot;
    const [after, actions] = before
      ? transition(machine, before, event)
      : initialTransition(machine, event.input);
    snapshot = after;
    const does = actions
      .map(({ type }) => type)
      .filter((name) => name in machine.implementations.actions);
    return scenarioStep(event, before, after, does);
  });
}

/** How a replay differs from the recording; null: it does not. */
export function replayDifference(machine: AnyStateMachine, scenario: Scenario): string | null {
  try {
    const again = replayed(machine, scenario);
    const at = scenario.steps.findIndex(
      (step, index) => JSON.stringify(step) !== JSON.stringify(again[index]),
    );
    if (at === -1) return null;
    return `step ${at + 1}, ${scenario.steps[at]?.event.type}, comes out otherwise: ${JSON.stringify(again[at])}`;
  } catch (error) {
    return String(error);
  }
}

/** The states of a scenario, each once. */
const wayOf = ({ steps }: Scenario) =>
  [...new Set(steps.map(({ state }) => valueText(state)))].join(' → ');

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** A scenario as a test file for `tests/model/`. */
export function testOf(path: string, scenario: Scenario): string {
  const { machine, begins, steps } = scenario;
  return [
    "import { test } from 'vitest';",
    "import { expectReplay } from './recorded.ts';",
    '',
    `/** ${path.replaceAll('*/', '')}, recorded at /Demo/machines; secrets are masked. */`,
    `test(${quoted(`${machine}: ${wayOf(scenario)}`)}, () => {`,
    '  expectReplay({',
    `    machine: ${quoted(machine)},`,
    `    begins: ${JSON.stringify(begins)},`,
    '    steps: [',
    ...steps.map((step) => `      ${JSON.stringify(step)},`),
    '    ],',
    '  });',
    '});',
    '',
  ].join('\n');
}
