import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchScreen } from '../../src/app/actors/presence.ts';

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const frame = new EventTarget();
const place = { pathname: '/' };

beforeEach(() => {
  Object.assign(page, { visibilityState: 'visible' });
  place.pathname = '/';
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', place);
  vi.stubGlobal('addEventListener', frame.addEventListener.bind(frame));
  vi.stubGlobal('removeEventListener', frame.removeEventListener.bind(frame));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function go(path: string): void {
  place.pathname = path;
  frame.dispatchEvent(new Event('pushState'));
}

function show(isVisible: boolean): void {
  page.visibilityState = isVisible ? 'visible' : 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
}

/** What is reported since the last look. */
function watch(ownPath?: string) {
  let events: (string | boolean)[] = [];
  const stop = watchScreen(ownPath)({
    sendBack: (event) => events.push('isPresent' in event ? event.isPresent : event.type),
  });
  const since = () => {
    const reported = events;
    events = [];
    return reported;
  };
  return { since, stop };
}

test('a screen is looked at while its path is open and the tab is seen', () => {
  const { since, stop } = watch('/tasks/index');
  expect(since()).toEqual([false]);
  go('/tasks/index');
  expect(since()).toEqual(['data.outdated', true]);
  show(false);
  show(true);
  expect(since()).toEqual([false, true]);
  go('/');
  go('/tasks/index');
  expect(since()).toEqual([false, 'data.outdated', true]);
  stop();
  go('/');
  show(false);
  expect(since()).toEqual([]);
});

test('what is there when the screen opens is not out of date', () => {
  place.pathname = '/tasks/index';
  const { since, stop } = watch('/tasks/index');
  expect(since()).toEqual([true]);
  stop();
});

test('what any screen may show is looked at anew on each, and never out of date by that', () => {
  const { since, stop } = watch();
  expect(since()).toEqual([true]);
  go('/invite/index');
  go('/');
  expect(since()).toEqual([true, true]);
  show(false);
  expect(since()).toEqual([false]);
  stop();
});
