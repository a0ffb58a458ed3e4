import { earning } from './invariants/earning.ts';
import type { Invariant, Watch } from './invariants/invariant.ts';
import { sending } from './invariants/sending.ts';
import { session } from './invariants/session.ts';
import { stage } from './invariants/stage.ts';
import { waiting } from './invariants/waiting.ts';
import { take } from './person.ts';
import { Records } from './records.ts';
import { names, type Scenario, textOf } from './steps.ts';
import { trace } from './trace.ts';
import { childOf, type Observer, type RunApp, rootOf, World } from './world.ts';

export const invariants: readonly Invariant[] = [
  ...earning,
  ...sending,
  ...session,
  ...stage,
  ...waiting,
];

const { WORLD_TRACE } = process.env;
const told = WORLD_TRACE ? [trace(new RegExp(WORLD_TRACE))] : [];

/** A violated invariant, with its text, the violation and the time. */
class InvariantViolation extends Error {}

const SECOND_MS = 1_000;
const DAY_MS = 24 * 60 * 60_000;
/** time between two steps of a person */
const STEP_MS = 700;

/** Creates a world with all invariants watching. */
function begin(run: RunApp, { chance }: Scenario) {
  const violations: string[] = [];
  const watches: Watch[] = [];
  let records: Records | null = null;
  const all = (act: (watch: Watch) => void) => {
    for (const watch of watches) act(watch);
  };
  const observe = (world: World): Observer => {
    const known = new Records(world);
    records = known;
    for (const invariant of [...invariants, ...told]) {
      const violated = (how: string) => {
        violations.push(
          `${invariant.says}\n  ${how}, at ${new Date(world.clock.nowMs).toISOString()}`,
        );
      };
      watches.push(invariant.watch({ world, records: known, violated }));
    }
    return {
      closed: (window) => all((watch) => watch.closed?.(window)),
      event: (window, event) => {
        // a killed page may still finish its work, without an observer
        if (!window.page.windowListener.isAlive) return;
        known.event(window, event);
        all((watch) => watch.event?.(window, event));
      },
      called: (window, asked) => all((watch) => watch.called?.(window, asked)),
      answered: (window, exchange) => {
        known.answered(exchange);
        all((watch) => watch.answered?.(window, exchange));
      },
      ended: (window, asked) => all((watch) => watch.ended?.(window, asked)),
      reloads: (window) => all((watch) => watch.reloads?.(window)),
      slept: () => all((watch) => watch.slept?.()),
      changed: () => all((watch) => watch.changed?.()),
    };
  };
  const world = new World(run, chance, observe);
  const check = () => {
    const [first] = violations;
    if (first) throw new InvariantViolation(first);
  };
  const pass = async (ms: number, then: () => void = () => undefined) => {
    for (let left = ms; left > 0; left -= SECOND_MS) {
      await world.clock.run(Math.min(left, SECOND_MS));
      all((watch) => watch.second?.());
      then();
      check();
    }
  };
  return { world, all, pass, check, records };
}

type Simulation = ReturnType<typeof begin>;

/** Restores network, storage and operator, and makes the front page visible. */
async function recover({ world, all, pass }: Simulation): Promise<void> {
  world.device.mode = 'good';
  world.server.rules.arePaused = false;
  world.setNetwork('whole');
  world.front.page.show(true);
  all((watch) => watch.acted?.());
  childOf(world.front, 'outbox')?.send({ type: 'send.pressed' });
  const since = world.clock.nowMs;
  await pass(60_000, () => all((watch) => watch.goodFor?.(world.clock.nowMs - since)));
}

/** Logs in and looks at the account, which reveals a session that the server has ended. */
async function visit({ world, pass }: Simulation, name: (typeof names)[number]): Promise<void> {
  await take(world, { do: 'log in', as: name }, pass);
  await pass(6_000);
  // a lost answer may have refused a claim because rewards were paused: its key gets the same answer for ever
  await take(world, { do: 'send now' }, pass);
  await pass(6_000);
  await take(world, { do: 'open', screen: 'mine' }, pass);
  await pass(4_000);
}

/** The current user looks at the account; then the other user does. */
async function visitAll(simulation: Simulation): Promise<void> {
  const { world, all } = simulation;
  const { user } = rootOf(world.front).context;
  const first = names[(user?.id ?? 1) - 1] ?? names[0];
  for (const name of [first, ...names.filter((each) => each !== first)]) {
    await visit(simulation, name);
    if (rootOf(world.front).context.isVisitor) await visit(simulation, name);
    all((watch) => watch.settled?.(names.indexOf(name) + 1));
  }
}

async function nextDay({ world, all, pass, check }: Simulation): Promise<void> {
  world.sleep(DAY_MS);
  await take(world, { do: 'open', screen: 'feed' }, pass);
  const since = world.clock.nowMs;
  await pass(95_000, () => all((watch) => watch.goodFor?.(world.clock.nowMs - since)));
  await take(world, { do: 'next' }, pass);
  await pass(8_000);
  all((watch) => watch.finished?.());
  check();
}

/** Runs a scenario to its end. */
export async function simulate(run: RunApp, one: Scenario): Promise<void> {
  const simulation = begin(run, one);
  const { world, all, pass } = simulation;
  const rejected = (error: unknown) => world.clock.faults.push(error);
  process.on('unhandledRejection', rejected);
  try {
    world.open();
    await pass(3_000);
    await take(world, { do: 'log in', as: 'anna' }, pass);
    await pass(2_000);
    await take(world, { do: 'open', screen: 'feed' }, pass);
    for (const step of one.steps) {
      all((watch) => watch.acted?.());
      await take(world, step, pass);
      await pass(STEP_MS);
    }
    await recover(simulation);
    await visitAll(simulation);
    await nextDay(simulation);
  } catch (error) {
    if (!(error instanceof InvariantViolation)) throw error;
    throw new Error(`${error.message}\nafter\n${textOf(one)}`);
  } finally {
    process.off('unhandledRejection', rejected);
    for (const window of [...world.windows]) world.close(window);
  }
}
