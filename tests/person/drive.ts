import type { Browser, Page } from 'playwright-core';
import { type AnyMachineSnapshot, transition } from 'xstate';
import { PHONE } from '../browser/support.ts';
import { nameOf, transitionsOf } from '../model/model.ts';
import { type AnyDriver, type Beginning, leavesOf, type Scene } from './driver.ts';
import { type Edge, explore, walksFrom } from './explore.ts';
import { TOKEN } from './facts.ts';
import { type Look, lookAt, takenBy, watchLive } from './live.ts';
import { openStand } from './stand.ts';

/** A quarter of an hour before UTC's day ends: elsewhere it is another one. */
const NOW_MS = Date.parse('2026-03-14T23:45:00.000Z');

/** How long screen and machine may take to agree, of the real time; a busy machine is slow. */
const PATIENCE_MS = 8_000;
/** After the first disagreement the rest is only told. */
const HASTE_MS = 400;
/** What React, a frame and a moment of a listener take, of the page's time. */
const MOMENT_MS = 40;

export interface Driven {
  /** how many steps were taken */
  steps: number;
  /** what the screen or the machine said otherwise than they should */
  faults: string[];
  /** of the driven machine, by the names of the walks */
  taken: Set<string>;
}

const plain = (value: unknown): Record<string, unknown> =>
  JSON.parse(JSON.stringify(value ?? null));

class Drive {
  readonly #driver: AnyDriver;
  readonly #page: Page;
  // biome-ignore lint/suspicious/noExplicitAny: of whatever world
  readonly #scene: Scene<any>;
  readonly driven: Driven = { steps: 0, faults: [], taken: new Set() };
  #said: string[] = [];

  // biome-ignore lint/suspicious/noExplicitAny: of whatever world
  constructor(driver: AnyDriver, scene: Scene<any>) {
    this.#driver = driver;
    this.#scene = scene;
    this.#page = scene.page;
  }

  /** Opens the page anew, as it is at the beginning. */
  async open(path: string): Promise<void> {
    const { page, stand } = this.#scene;
    await this.#gather();
    stand.release();
    if (page.url().startsWith('http')) await page.evaluate(() => localStorage.clear());
    await this.#scene.context.clearCookies();
    await this.#driver.arrange?.(this.#scene);
    await page.clock.resume();
    await page.goto(stand.url + path, { waitUntil: 'commit' });
    const until = Date.now() + PATIENCE_MS * 2;
    for (;;) {
      const look = await this.#look().catch(() => null);
      // what draws toasts comes with the last stage of starting, which asks for the configuration
      const last = await lookAt(page, ['ticker'], {}).catch(() => null);
      if (look?.state && last?.state) break;
      if (Date.now() > until) throw new Error(`${this.#driver.actor.join(' ')} does not run`);
      await page.waitForTimeout(20);
    }
    const now = await page.evaluate(() => Date.now());
    await page.clock.pauseAt(now + 1_000);
    this.#said = [];
    // what went before may have been watched or not
    await takenBy(page);
    // asked for anew it would say that a broken line is good again
    stand.hold('getAppConfig');
  }

  /** Takes one step and holds machine and screen against what they should be. */
  async step(
    { means }: Edge,
    before: AnyMachineSnapshot,
    next: AnyMachineSnapshot,
    way: string,
  ): Promise<boolean> {
    const { world } = this.#scene;
    const said = means.says?.(world, before) ?? [];
    await means.act(this.#scene);
    this.#said.push(...said);
    this.driven.steps += 1;
    return this.agree(next, way);
  }

  /** @returns whether the machine is where it should be, without which no walk goes on */
  async agree(snapshot: AnyMachineSnapshot, way: string): Promise<boolean> {
    const patience = this.driven.faults.length > 0 ? HASTE_MS : PATIENCE_MS;
    const until = Date.now() + patience;
    await this.#page.clock.runFor(MOMENT_MS);
    for (let turn = 0; ; turn += 1) {
      const look = await this.#look();
      // what was told meanwhile is part of the world
      const wanted = this.#wantedAt(snapshot);
      const found = this.#foundIn(look);
      const isSame = JSON.stringify(found) === JSON.stringify(wanted);
      if (isSame) return true;
      if (Date.now() > until) {
        this.#complain(way, found, wanted);
        this.#said = look.said;
        return JSON.stringify(found.machine) === JSON.stringify(wanted.machine);
      }
      if (turn % 10 === 9) await this.#page.clock.runFor(16);
      else await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  async #gather(): Promise<void> {
    const all = await takenBy(this.#page).catch(() => []);
    for (const { machine, transition } of all) {
      if (machine === this.#driver.machine.id) this.driven.taken.add(transition);
    }
  }

  close = () => this.#gather();

  #look = (): Promise<Look> => lookAt(this.#page, this.#driver.actor, this.#driver.places);

  #known(context: Record<string, unknown>): unknown {
    const known = { ...context };
    for (const key of this.#driver.unforeseen ?? []) delete known[key];
    return known;
  }

  #wantedAt(snapshot: AnyMachineSnapshot) {
    const leaves = leavesOf(snapshot.value);
    const seen = this.#driver.seen as Record<string, NonNullable<unknown>>;
    const sights = leaves.map((leaf) => {
      const sight = seen[leaf];
      if (typeof sight !== 'function') throw new Error(`no sight of ${leaf}`);
      return sight(this.#scene.world, snapshot) as Record<string, string | null>;
    });
    const read = Object.assign({}, ...sights) as Record<string, string | null>;
    return {
      machine: {
        value: snapshot.value,
        context: sorted(this.#known(plain(snapshot.context))),
      },
      screen: sorted(read),
      said: this.#said,
    };
  }

  #foundIn({ state, read, said }: Look) {
    const context = state && sorted(this.#known(state.context));
    return { machine: { value: state?.value ?? null, context }, screen: sorted(read), said };
  }

  #complain(way: string, found: object, wanted: object): void {
    const lines = differences('', wanted, found);
    this.driven.faults.push(`${way}\n${lines.join('\n')}`);
  }
}

/** The same with its keys in order: two ways to make it do not differ by that. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}

function differences(at: string, wanted: unknown, found: unknown): string[] {
  if (JSON.stringify(wanted) === JSON.stringify(found)) return [];
  const areBoth = [wanted, found].every(
    (each) => each !== null && typeof each === 'object' && !Array.isArray(each),
  );
  if (!areBoth) {
    const [is, should] = [JSON.stringify(found) ?? '', JSON.stringify(wanted) ?? ''];
    const apart = [...is].findIndex((sign, index) => sign !== should[index]);
    // of long texts what matters
    const from = Math.max(0, apart - 60);
    return [`  ${at}: ${is.slice(from, from + 200)}, not ${should.slice(from, from + 200)}`];
  }
  const keys = new Set([...Object.keys(wanted as object), ...Object.keys(found as object)]);
  return [...keys].flatMap((key) =>
    differences(
      `${at} ${key}`,
      (wanted as Record<string, unknown>)[key],
      (found as Record<string, unknown>)[key],
    ),
  );
}

/** The state after a step, from exactly where the machine is: a place of the plan stands for many. */
const follow = ({ machine }: AnyDriver, from: AnyMachineSnapshot, { means }: Edge) =>
  means.events.reduce<AnyMachineSnapshot>((at, event) => transition(machine, at, event)[0], from);

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
  );
  const context = await browser.newContext({
    ...PHONE,
    reducedMotion: 'reduce',
    timezoneId: driver.timezoneId,
    ...(driver.permissions && { permissions: [...driver.permissions] }),
  });
  await watchLive(context);
  if (!driver.isVisitor) {
    await context.addInitScript((token) => localStorage.setItem('token', token), TOKEN);
  }
  const page = await context.newPage();
  await page.clock.install({ time: NOW_MS });
  // biome-ignore lint/suspicious/noExplicitAny: of whatever world
  const scene: Scene<any> = {
    page,
    context,
    stand,
    world,
    pass: async (ms) => {
      passedMs += ms;
      await page.clock.runFor(ms);
    },
  };
  const drive = new Drive(driver, scene);
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
