import type { InspectionEvent, SnapshotFrom } from 'xstate';
import type { appMachine } from '../../machines/app/app.machine.ts';
import { selectChild } from '../../machines/app/app.selectors.ts';
import type { ChildId } from '../../machines/app/children.ts';
import type { System } from '../../src/app/system/root.ts';
import { Clock } from './clock.ts';
import { Device } from './device.ts';
import type { NetworkState } from './network.ts';
import { type Exchange, Server } from './server/server.ts';
import { type Globals, globalsOf } from './window/globals.ts';
import type * as app from './window/main.ts';
import { Page } from './window/page.ts';

/** A page's request. */
export interface Asked {
  path: string;
  token: string | null;
  key: string | null;
  input: Record<string, unknown>;
}

/** A window with the running app. */
export interface Window {
  page: Page;
  system: System;
  app: typeof app;
}

/** Callbacks about all windows. */
export interface Observer {
  closed(window: Window): void;
  /** an actor gets an event */
  event(window: Window, event: InspectionEvent): void;
  called(window: Window, asked: Asked): void;
  answered(window: Window, exchange: Exchange): void;
  /** a call has ended in any way */
  ended(window: Window, asked: Asked): void;
  /** the app requests a reload */
  reloads(window: Window): void;
  /** the device has woken: no time has passed for its windows */
  slept(): void;
  /** a timer has fired, or a run begins */
  changed(): void;
}

/** Random numbers from 0 to below 1 by a seed. */
function chanceOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const START_MS = Date.parse('2026-03-02T17:00:00.000Z');

export type RunApp = (globals: Globals) => typeof app;

/** A phone with its windows, its network and its server. */
export class World {
  readonly isAlive = true;
  readonly clock = new Clock(START_MS);
  readonly device = new Device();
  readonly server = new Server(() => this.clock.nowMs);
  readonly windows: Window[] = [];
  readonly chance: () => number;
  network: NetworkState = 'whole';
  networkSinceMs = 0;
  readonly #run: RunApp;
  readonly #observer: Observer;

  constructor(run: RunApp, seed: number, observe: (world: World) => Observer) {
    this.#run = run;
    this.chance = chanceOf(seed);
    this.#observer = observe(this);
    this.clock.onChange(() => this.#observer.changed());
  }

  /** Fills an array with random numbers, as `crypto.getRandomValues` does. */
  draw = (numbers: Uint32Array) => numbers.map(() => Math.floor(this.chance() * 0xffff_ffff));

  /** The visible window. */
  get front(): Window {
    return this.windows[0] as Window;
  }

  /** Opens a window in front of the others. */
  open(path = '/', isReloaded = false): Window {
    for (const { page } of this.windows) page.show(false);
    const page = new Page(this, path, isReloaded);
    const app = this.#run(globalsOf(page));
    const inspect = (event: InspectionEvent) => this.#observer.event(window, event);
    // the observer needs the window before its system exists
    const window = { page, app } as Window;
    this.windows.unshift(window);
    page.reloadByApp = () => {
      this.#observer.reloads(window);
      this.reload(window);
    };
    window.system = app.begin(inspect);
    window.system.effects.clipScroller.attach(page.scroller as unknown as HTMLElement);
    return window;
  }

  /** Kills the window's process. */
  close(window: Window): void {
    this.#observer.closed(window);
    this.windows.splice(this.windows.indexOf(window), 1);
    this.device.close(window.page.windowListener);
  }

  reload(window: Window): void {
    const { path } = window.page.history.entry;
    this.close(window);
    this.open(path, true);
  }

  toFront(window: Window): void {
    this.windows.splice(this.windows.indexOf(window), 1);
    for (const { page } of this.windows) page.show(false);
    this.windows.unshift(window);
    window.page.show(true);
  }

  /** The device sleeps, and a person wakes it. */
  sleep(ms: number): void {
    this.clock.sleep(ms);
    this.#observer.slept();
    for (const { page } of this.windows) page.shownAtMs = this.clock.nowMs;
    this.front.page.wake();
  }

  setNetwork(network: NetworkState): void {
    const isOnline = network !== 'off';
    const isChanged = this.device.isOnline !== isOnline;
    if (this.network !== network) this.networkSinceMs = this.clock.nowMs;
    this.network = network;
    this.device.isOnline = isOnline;
    if (!isChanged) return;
    for (const { page } of this.windows) page.target.tell(isOnline ? 'online' : 'offline');
  }

  watchCall(page: Page, asked: Asked): void {
    const window = this.#windowOf(page);
    if (window) this.#observer.called(window, asked);
  }

  endCall(page: Page, asked: Asked): void {
    const window = this.#windowOf(page);
    if (window) this.#observer.ended(window, asked);
  }

  heard(page: Page, exchange: Exchange): void {
    exchange.heardAtMs ??= this.clock.nowMs;
    const window = this.#windowOf(page);
    if (window) this.#observer.answered(window, exchange);
  }

  #windowOf = (page: Page) => this.windows.find((window) => window.page === page);
}

type RootSnapshot = SnapshotFrom<typeof appMachine>;

export const rootOf = ({ system }: Window): RootSnapshot => system.root.getSnapshot();

/** A running child of a window's root. */
export const childOf = <Id extends ChildId>(window: Window, id: Id) =>
  selectChild(id)(rootOf(window));
