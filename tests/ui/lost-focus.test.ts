import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { focusIfLost, watchFocus } from '../../src/ui/lost-focus.ts';

/** Something that can have the focus, as long as it is on the screen. */
class Control {
  isThere = true;
  getClientRects = () => (this.isThere ? [{}] : []);
}

const frame = new EventTarget();

beforeEach(() => {
  vi.stubGlobal('Element', Control);
  vi.stubGlobal('addEventListener', frame.addEventListener.bind(frame));
  watchFocus();
});
afterEach(() => {
  frame.dispatchEvent(new Event('pointerdown'));
  vi.unstubAllGlobals();
});

const enter = (target: unknown) =>
  frame.dispatchEvent(Object.defineProperty(new Event('focusin'), 'target', { value: target }));

/** Whether what comes now takes the focus. */
function comes(): boolean {
  const focus = vi.fn();
  focusIfLost({ focus } as never);
  return focus.mock.calls.length > 0;
}

test('what comes takes the focus when what had it is gone, and from nobody else', () => {
  expect(comes()).toBe(false);
  const button = new Control();
  enter(button);
  expect(comes()).toBe(false);
  button.isThere = false;
  expect(comes()).toBe(true);
});

test('who has put a finger somewhere else since keeps what has the focus', () => {
  const button = new Control();
  enter(button);
  button.isThere = false;
  frame.dispatchEvent(new Event('pointerdown'));
  expect(comes()).toBe(false);
});
