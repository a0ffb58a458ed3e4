import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type AnyMachineSnapshot, transition } from 'xstate';
import { PHONE } from '../browser/support.ts';
import { nameOf, transitionsOf } from '../model/model.ts';
import { awaitedIn, isAwaited, watchCalls } from './awaited.ts';
import { Drive, type Driven } from './drive-page.ts';
import { type AnyDriver, type Beginning, eventsAt, type Scene } from './driver.ts';
import { type Edge, explore, walksFrom } from './explore.ts';
import { TOKEN } from './facts.ts';
import { watchLive } from './live.ts';
import { openStand, type Stand } from './stand.ts';

/** A quarter of an hour before UTC's day ends: elsewhere it is another one. */
const NOW_MS = Date.parse('2026-03-14T23:45:00.000Z');

/** The state after a step, from exactly where the machine is: a place of the plan stands for many. */
const follow = ({ machine }: AnyDriver, from: AnyMachineSnapshot, { means }: Edge) =>
  eventsAt(means, from).reduce<AnyMachineSnapshot>(
    (at, event) => transition(machine, at, event)[0],
    from,
  );

/** How long the answers that the stand-in gives by itself may take, of the real time. */
const ANSWERS_MS = 20_000;

/** Waits for all answers but those that a test gives: a call would run out of the page's time. */
async function answered(page: Page, stand: Stand): Promise<void> {
  const until = Date.now() + ANSWERS_MS;
  for (;;) {
    const awaited = await awaitedIn(page);
    if (awaited.every(stand.holds) || Date.now() > until) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** How the page's time goes on. @param count for what else has to know it */
const timeOf = (page: Page, stand: Stand, count: (ms: number) => void) => ({
  pass: async (ms: number) => {
    await answered(page, stand);
    count(ms);
    await page.clock.runFor(ms);
  },
  sleep: async (ms: number) => {
    await answered(page, stand);
    count(ms);
    await page.clock.fastForward(ms);
  },
});

async function openContext(driver: AnyDriver, browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...PHONE,
    reducedMotion: 'reduce',
    timezoneId: driver.timezoneId,
    ...(driver.permissions && { permissions: [...driver.permissions] }),
  });
  await watchLive(context);
  await watchCalls(context);
  if (!driver.isVisitor) {
    await context.addInitScript((token) => localStorage.setItem('token', token), TOKEN);
  }
  return context;
}

/** Drives all walks of one beginning on one page. */
async function driveFrom(
  driver: AnyDriver,
  // biome-ignore lint/suspicious/noExplicitAny: of whatever world
  beginning: Beginning<any>,
  browser: Browser,
): Promise<Driven> {
  const world = beginning.begin();
  let passedMs = 0;
  const stand = await openStand(
    () => scene.world.answers,
    () => new Date(NOW_MS + passedMs),
    (call) => isAwaited(scene.page, call),
  );
  const context = await openContext(driver, browser);
  const page = await context.newPage();
  await page.clock.install({ time: NOW_MS });
  // biome-ignore lint/suspicious/noExplicitAny: of whatever world
  const scene: Scene<any> = {
    page,
    context,
    stand,
    world,
    ...timeOf(page, stand, (ms) => {
      passedMs += ms;
    }),
  };
  const drive = new Drive({ ...driver, actor: beginning.actor ?? driver.actor }, scene);
  const start = explore(driver, beginning);
  try {
    for (const walk of walksFrom(start)) {
      scene.world = beginning.begin();
      await drive.open(beginning.path ?? driver.path);
      const way = [beginning.name];
      if (!(await drive.agree(start.snapshot, way.join()))) break;
      let at = start.snapshot;
      for (const edge of walk) {
        way.push(edge.means.name);
        const next = follow(driver, at, edge);
        const isThere = await drive
          .step(edge, at, next, way.slice(-6).join(' > '))
          .catch((error: unknown) => {
            drive.driven.faults.push(`${way.join(' > ')}\n  ${String(error)}`);
            return false;
          });
        // what tells two states apart was not all: the rest of the walk leads elsewhere
        if (!isThere) break;
        if (JSON.stringify(next.value) !== JSON.stringify(edge.to.snapshot.value)) {
          drive.driven.faults.push(`${way.join(' > ')}: not where it was planned`);
          break;
        }
        at = next;
      }
    }
    await drive.close();
  } finally {
    await context.close();
    await stand.close();
  }
  return drive.driven;
}

/** Drives a machine from all its beginnings. */
export async function driveAll(driver: AnyDriver, browser: Browser): Promise<Driven> {
  const all: Driven = { steps: 0, faults: [], taken: new Set() };
  for (const beginning of driver.beginnings) {
    const { steps, faults, taken } = await driveFrom(driver, beginning, browser);
    all.steps += steps;
    all.faults.push(...faults);
    for (const each of taken) all.taken.add(each);
  }
  return all;
}

/** Transitions that the walks will take, known without a page; what follows of itself is not asked. */
export function planOf(driver: AnyDriver): Set<string> {
  const walks = driver.beginnings.flatMap((beginning) => walksFrom(explore(driver, beginning)));
  const ofEvents = walks.flat().flatMap(({ transitions }) => transitions);
  const ofItself = transitionsOf(driver.machine)
    .filter(({ eventType }) => !eventType)
    .map(nameOf)
    .filter((name) => !(name in driver.undriven));
  return new Set([...ofEvents, ...ofItself, ...(driver.unplanned ?? [])]);
}

/** Transitions that were neither taken nor given a reason, and reasons that are no longer true. */
export function gapsOf({ machine, undriven }: AnyDriver, taken: ReadonlySet<string>): string[] {
  const names = new Set(transitionsOf(machine).map(nameOf));
  return [
    ...[...names]
      .filter((name) => !taken.has(name) && !(name in undriven))
      .map((name) => `nobody drives ${name}`),
    ...Object.keys(undriven)
      .filter((name) => !names.has(name))
      .map((name) => `there is no ${name}`),
    ...Object.keys(undriven)
      .filter((name) => taken.has(name))
      .map((name) => `is driven after all: ${name}`),
  ];
}
