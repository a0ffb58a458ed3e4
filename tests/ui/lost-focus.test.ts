import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { focusIfLost, watchFocus } from '../../src/ui/lost-focus.ts';

/** A fake element; `isThere`: it is visible. */
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

/** Returns whether an element that appears now takes the focus. */
function takesFocus(): boolean {
  const focus = vi.fn();
  focusIfLost({ focus } as never);
  return focus.mock.calls.length > 0;
}

test('a new element takes the focus only when the focused element is gone', () => {
  expect(takesFocus()).toBe(false);
  const button = new Control();
  enter(button);
  expect(takesFocus()).toBe(false);
  button.isThere = false;
  expect(takesFocus()).toBe(true);
});

test('a new element does not take the focus after a pointer press elsewhere', () => {
  const button = new Control();
  enter(button);
  button.isThere = false;
  frame.dispatchEvent(new Event('pointerdown'));
  expect(takesFocus()).toBe(false);
});
