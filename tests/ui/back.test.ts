import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { leaveLayers, openLayer, watchBack } from '../../src/ui/back.ts';

/** A fake window: the states of its history, and the current position. */
class Window extends EventTarget {
  states: unknown[] = ['before', null];
  at = 1;
  reloads = 0;
  readonly navigation = Object.defineProperties(new EventTarget(), {
    currentEntry: { get: () => ({ index: this.at }) },
    canGoForward: { get: () => this.at < this.states.length - 1 },
  });

  get state() {
    return this.states[this.at];
  }

  pushState(state: unknown): void {
    if (this.states.length > 20) throw new Error('history entries are added without end');
    this.at += 1;
    this.states.splice(this.at, Number.POSITIVE_INFINITY, state);
  }

  back(): void {
    this.go(-1);
  }

  go(steps: number): void {
    if (steps === 0) this.reloads += 1;
    else setTimeout(() => this.#arrive(this.at + steps));
  }

  #arrive(at: number): void {
    const from = { index: this.at };
    this.at = at;
    this.navigation.dispatchEvent(Object.assign(new Event('currententrychange'), { from }));
    this.dispatchEvent(Object.assign(new Event('popstate'), { state: this.state }));
  }
}

let frame: Window;
let closed: string[];

beforeEach(() => {
  vi.useFakeTimers();
  frame = new Window();
  closed = [];
  vi.stubGlobal('history', frame);
  vi.stubGlobal('navigation', frame.navigation);
  vi.stubGlobal('addEventListener', frame.addEventListener.bind(frame));
  watchBack();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settled = () => vi.advanceTimersByTimeAsync(0);

/** Opens a dialog that closes on Back. */
async function open(name: string): Promise<() => void> {
  const leave = openLayer(() => {
    closed.push(name);
    leave();
  });
  await settled();
  return leave;
}

test('each Back closes the topmost layer, and the next Back leaves the screen', async () => {
  await open('sheet');
  await open('dialog');
  const seen: unknown[] = [];
  for (let step = 0; step < 3; step += 1) {
    frame.back();
    await settled();
    seen.push([...closed, frame.state]);
  }
  expect(seen).toEqual([
    ['dialog', { layer: 1 }],
    ['dialog', 'sheet', null],
    ['dialog', 'sheet', 'before'],
  ]);
});

test('a layer closed by hand removes its history entry, and closes no other layer', async () => {
  await open('sheet');
  const closeDialog = await open('dialog');
  closeDialog();
  await settled();
  expect([frame.state, closed]).toEqual([{ layer: 1 }, []]);
  frame.back();
  await settled();
  expect([frame.state, closed]).toEqual([null, ['sheet']]);
});

test('leaving a screen first goes back to the screen’s own entry, without closing its layers', async () => {
  const leaveSheet = await open('sheet');
  const leaveDialog = await open('dialog');
  let isThere = false;
  const leaving = leaveLayers().then(() => {
    isThere = true;
  });
  expect(isThere).toBe(false);
  await settled();
  expect([isThere, frame.state, closed]).toEqual([true, null, []]);
  await leaving;
  // the screen's layers close together with the screen
  leaveSheet();
  leaveDialog();
  await settled();
  expect([frame.at, closed]).toEqual([1, []]);
});

test('a screen without layers is left at once, without a reload', async () => {
  let isThere = false;
  leaveLayers().then(() => {
    isThere = true;
  });
  await settled();
  expect([isThere, frame.reloads, frame.at]).toEqual([true, 0, 1]);
});

test('a browser that does not go back delays the next screen by at most one second', async () => {
  const leave = await open('sheet');
  vi.spyOn(frame, 'go').mockImplementation(() => undefined);
  let isThere = false;
  leaveLayers().then(() => {
    isThere = true;
  });
  await vi.advanceTimersByTimeAsync(999);
  expect(isThere).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isThere).toBe(true);
  // the browser's popstate event arrives after the timeout
  frame.dispatchEvent(Object.assign(new Event('popstate'), { state: null }));
  leave();
  await settled();
  expect(closed).toEqual([]);
});

/** Waits until a step, and the step by which back.ts answers it, are done. */
const passed = () => vi.advanceTimersByTimeAsync(5);

/** Goes back from a screen that was opened over a sheet to the screen below. */
async function goBackOverSheet(): Promise<void> {
  const leave = await open('sheet');
  frame.pushState(null);
  leave();
  await settled();
  frame.back();
  await passed();
}

test('an entry whose layer has closed is skipped in both directions', async () => {
  await goBackOverSheet();
  expect([frame.at, frame.state]).toEqual([1, null]);
  frame.go(1);
  await passed();
  expect([frame.at, frame.state, closed]).toEqual([3, null, []]);
});

test('an entry whose layer has closed leads back if no entry follows it', async () => {
  await open('sheet');
  for (const step of [-1, 1]) {
    frame.go(step);
    await passed();
  }
  expect([frame.at, closed]).toEqual([1, ['sheet']]);
});
