import type { Page } from 'playwright-core';
import type { AnyMachineSnapshot } from 'xstate';
import { type AnyDriver, leavesOf, type Scene } from './driver.ts';
import type { Edge } from './explore.ts';
import { type Look, lookAt, takenBy } from './live.ts';

/** How long screen and machine may take to agree, of the real time; a busy machine is slow. */
const PATIENCE_MS = 20_000;

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

export class Drive {
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
    const runs = (actor: readonly string[]) =>
      lookAt(page, actor, {}).then(
        ({ state }) => state !== null,
        () => false,
      );
    // what draws toasts comes with the last stage of starting, which asks for the configuration
    for (const actor of [this.#driver.actor, ['ticker']]) {
      while (!(await runs(actor))) {
        if (Date.now() > until) throw new Error(`${actor.join(' ')} does not run`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
    await this.#pause(until);
    this.#said = [];
    // what went before may have been watched or not
    await takenBy(page);
    // asked for anew it would say that a broken line is good again
    const isAsked = () => stand.asked.some(({ name }) => name === 'getAppConfig');
    while (!isAsked() && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 5));
    stand.hold('getAppConfig');
  }

  /** Stops the page's clock; while a busy machine looks at it, it may go beyond where it shall stop. */
  async #pause(until: number): Promise<void> {
    const { clock } = this.#page;
    for (;;) {
      const now = await this.#page.evaluate(() => Date.now());
      try {
        return await clock.pauseAt(now + 1_000);
      } catch (error) {
        if (Date.now() > until) throw error;
      }
    }
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
