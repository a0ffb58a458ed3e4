import { beforeEach, expect, test, vi } from 'vitest';
import { watchHold } from '../../src/ports/hold.ts';

let page: EventTarget;
let held: boolean[];
/** whether the hold has taken effect */
let isUsed: boolean;
let clicks: number;

/** Dispatches an event in the page. */
const happens = (type: string, about: object = {}) =>
  page.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), about));
const at = (clientX: number) => ({ clientX, clientY: 0, isPrimary: true, button: 0 });
/** @param detail 0: by a key */
const click = (detail: number) => {
  clicks += 1;
  happens('click', {
    detail,
    stopPropagation: () => {
      clicks -= 1;
    },
  });
};
const press = () => happens('pointerdown', at(0));
const letGo = (x = 0) => {
  happens('pointerup', at(x));
  click(1);
};

beforeEach(() => {
  page = new EventTarget();
  [held, isUsed, clicks] = [[], false, 0];
  vi.stubGlobal(
    'document',
    Object.assign(page, { querySelector: () => null, closest: () => page }),
  );
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  const report = (is: boolean) => {
    held.push(is);
    isUsed &&= is;
  };
  watchHold({ surface: '.clip', report, wasUsed: () => isUsed });
  return () => vi.unstubAllGlobals();
});

const waitLong = () => {
  isUsed = true;
};

test('a short press is a click, and a long press is not', () => {
  press();
  letGo();
  expect([held, clicks]).toEqual([[true, false], 1]);
  press();
  waitLong();
  letGo();
  expect([held.at(-1), clicks]).toEqual([false, 1]);
});

test('the release of a long press whose finger has slipped is no click', () => {
  press();
  waitLong();
  happens('pointermove', at(30));
  expect(held).toEqual([true, false]);
  letGo(30);
  expect(clicks).toBe(0);
  press();
  letGo();
  expect(clicks).toBe(1);
});

test('a key press after a long touch that caused no click is a click', () => {
  press();
  waitLong();
  happens('pointerup', at(0));
  // Enter on a button
  click(0);
  expect(clicks).toBe(1);
});

test.each(['altKey', 'ctrlKey', 'metaKey'])('an arrow key with %s is not handled', (modifier) => {
  happens('keydown', { key: 'ArrowLeft', [modifier]: true });
  expect(held).toEqual([]);
});

test('an arrow key held with the command key, for which macOS sends no keyup, ends with that key', () => {
  happens('keydown', { key: 'ArrowRight' });
  happens('keydown', { key: 'Meta', metaKey: true });
  happens('keyup', { key: 'Meta' });
  expect(held).toEqual([true, false]);
});
