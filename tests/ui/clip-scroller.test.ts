import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClipScroller } from '../../src/ports/clip-scroller.ts';

const HEIGHT = 600;

/** The scrolling part of an element. */
class FakeScroller extends EventTarget {
  scrollTop = 0;
  clientHeight = HEIGHT;
  readonly scrollTo = vi.fn();
  /** scrolls, as a finger does, to `heights` times the scroller's height */
  drag(heights: number): void {
    this.scrollTop = heights * HEIGHT;
    this.dispatchEvent(new Event('scroll'));
  }
}

const frame = new EventTarget();
let isDialogOpen = false;
let isStill = false;

beforeEach(() => {
  [isDialogOpen, isStill] = [false, false];
  vi.useFakeTimers();
  vi.stubGlobal('document', { querySelector: () => (isDialogOpen ? {} : null) });
  vi.stubGlobal('matchMedia', () => ({ matches: isStill }));
  vi.stubGlobal('addEventListener', frame.addEventListener.bind(frame));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Starts a scroller at `heights` times its height; `told` lists the events that it reports. */
function start(heights = 0) {
  const told: string[] = [];
  const element = new FakeScroller();
  element.scrollTop = heights * HEIGHT;
  const port = createClipScroller();
  port.attach(element as unknown as HTMLElement);
  const { scrollTo, stop } = port.run((event) =>
    told.push('index' in event ? `${event.type} ${event.index}` : event.type),
  );
  return { element, port, scrollTo, stop, told };
}

const press = (init: object) =>
  frame.dispatchEvent(Object.assign(new Event('keydown', { cancelable: true }), init));

test('a swipe begins the next clip, and settles on it past the middle', () => {
  const { element, told } = start();
  for (const heights of [0.01, 0.03, 0.3, 0.49, 0.51, 0.8, 1]) element.drag(heights);
  expect(told).toEqual(['swipe.began 1', 'swipe.settled 1']);
});

test('a swipe begins after a fiftieth of the height', () => {
  const { element, told } = start();
  element.drag(0.019);
  expect(told).toEqual([]);
  element.drag(0.02);
  expect(told).toEqual(['swipe.began 1']);
});

test('a released swipe returns, and a swipe back begins the previous clip', () => {
  const { element, told } = start(2);
  for (const heights of [2.2, 2.01, 2, 1.9, 2]) element.drag(heights);
  expect(told).toEqual(['swipe.began 3', 'swipe.returned 3', 'swipe.began 1', 'swipe.returned 1']);
});

test('a swipe whose finger hesitates does not return', () => {
  const { element, told } = start();
  for (const heights of [0.3, 0.2, 0.4]) element.drag(heights);
  expect(told).toEqual(['swipe.began 1']);
});

test('a hidden scroller reports no events', () => {
  const { element, told } = start(2);
  element.clientHeight = 0;
  element.drag(0);
  press({ key: 'ArrowDown' });
  expect(told).toEqual([]);
});

test('an element attached again keeps its position, and a new element begins at its top', () => {
  const { element, port, told } = start();
  element.scrollTop = 3 * HEIGHT;
  port.attach(null);
  port.attach(element as unknown as HTMLElement);
  element.drag(3);
  expect(told).toEqual([]);
  const other = new FakeScroller();
  port.attach(other as unknown as HTMLElement);
  element.drag(1);
  expect(told).toEqual([]);
  other.drag(1);
  expect(told).toEqual(['swipe.settled 1']);
});

const WHEEL_REST_MS = 160;

test('a wheel gesture of any length moves by one clip, and zooms the page with Ctrl', () => {
  const { element, told } = start();
  const turn = (deltaY: number, ctrlKey = false) => {
    const event = new Event('wheel', { cancelable: true });
    element.dispatchEvent(Object.assign(event, { deltaY, ctrlKey }));
    return event.defaultPrevented;
  };
  expect([turn(40), turn(30)]).toEqual([true, true]);
  vi.advanceTimersByTime(WHEEL_REST_MS - 1);
  turn(10);
  vi.advanceTimersByTime(WHEEL_REST_MS - 1);
  turn(1);
  expect(told).toEqual(['next.pressed']);
  vi.advanceTimersByTime(WHEEL_REST_MS);
  turn(-5);
  expect(told).toEqual(['next.pressed', 'previous.pressed']);
  vi.advanceTimersByTime(WHEEL_REST_MS);
  // with Ctrl the browser handles the event, and zooms the page
  expect(turn(5, true)).toBe(false);
  expect(told).toHaveLength(2);
});

test('arrow and page keys change the clip, but not under a dialog or with a modifier key', () => {
  const { stop, told } = start();
  for (const key of ['ArrowDown', 'PageDown', 'ArrowUp', 'PageUp', 'a']) press({ key });
  const pressed = ['next.pressed', 'next.pressed', 'previous.pressed', 'previous.pressed'];
  expect(told).toEqual(pressed);
  for (const held of ['altKey', 'ctrlKey', 'metaKey']) press({ key: 'ArrowDown', [held]: true });
  isDialogOpen = true;
  press({ key: 'ArrowDown' });
  isDialogOpen = false;
  stop();
  press({ key: 'ArrowDown' });
  expect(told).toEqual(pressed);
});

test.each([
  [false, 'smooth'],
  [true, 'instant'],
])('scrolling to a clip is instant if reduced motion is preferred: %s', (wantsNone, behavior) => {
  isStill = wantsNone;
  const { element, scrollTo } = start();
  scrollTo(2);
  expect(element.scrollTo).toHaveBeenCalledWith({ top: 2 * HEIGHT, behavior });
});
