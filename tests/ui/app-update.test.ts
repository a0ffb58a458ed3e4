import { afterEach, expect, test, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { provideAppUpdate } from '../../src/app/actors/app-update.actors.ts';
import type { Effects } from '../../src/app/system/effects.ts';
import { takeOver, watchUpdates } from '../../src/ports/app-update.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A fake newer worker that waits, and records its messages. */
function stubWaitingWorker() {
  const told: unknown[] = [];
  const worker = Object.assign(new EventTarget(), {
    state: 'installed',
    postMessage: (message: unknown) => told.push(message),
  });
  const become = (state: string) => {
    worker.state = state;
    worker.dispatchEvent(new Event('statechange'));
  };
  const getRegistration = async () => ({ waiting: worker });
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration } });
  return { become, told };
}

test.each([
  ['activated', 'in charge'],
  ['redundant', 'a newer worker came in between'],
])('the takeover ends when the newer worker is %s: %s', async (state, outcome) => {
  const { become, told } = stubWaitingWorker();
  const outcomes: string[] = [];
  takeOver(new AbortController().signal).then(
    () => outcomes.push('in charge'),
    (error: Error) => outcomes.push(error.message),
  );
  await expect.poll(() => told).toEqual([{ type: 'takeOver.asked' }]);
  become('activating');
  expect(outcomes).toEqual([]);
  become(state);
  await expect.poll(() => outcomes).toEqual([outcome]);
});

/** Starts the update machine in a page with this clip, while a newer version of the app is ready. */
function startUpdated(clip: { paused: boolean; ended: boolean }) {
  vi.useFakeTimers();
  const field = { value: '' };
  const page = Object.assign(new EventTarget(), {
    querySelectorAll: (selector: string) => [selector === 'video' ? clip : field],
  });
  const reload = vi.fn();
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => undefined } });
  const calls = { isAny: () => false, watch: () => () => undefined };
  const machine = provideAppUpdate({ calls } as unknown as Effects).provide({
    actors: { watchUpdates: fromCallback(({ sendBack }) => sendBack({ type: 'update.found' })) },
  });
  const actor = createActor(machine).start();
  const hide = () => actor.send({ type: 'visibility.changed', isVisible: false });
  return { actor, field, hide, reload };
}

const TEN_MINUTES_MS = 10 * 60_000;

test.each([
  ['is paused', { paused: true, ended: false }, 1],
  ['has ended', { paused: false, ended: true }, 1],
  ['plays', { paused: false, ended: false }, 0],
])(
  'a hidden page reloads into a newer version unless a clip plays: the clip %s',
  async (_, clip, reloads) => {
    const { actor, hide, reload } = startUpdated(clip);
    await vi.advanceTimersByTimeAsync(TEN_MINUTES_MS);
    expect(reload).not.toHaveBeenCalled();
    hide();
    await vi.advanceTimersByTimeAsync(TEN_MINUTES_MS);
    expect(reload).toHaveBeenCalledTimes(reloads);
    actor.stop();
  },
);

test('typed text prevents the reload of a hidden page, though no event reported it', async () => {
  const { actor, field, hide, reload } = startUpdated({ paused: true, ended: false });
  field.value = 'half a report';
  hide();
  await vi.advanceTimersByTimeAsync(TEN_MINUTES_MS);
  expect(reload).not.toHaveBeenCalled();
  actor.stop();
});

test('the app checks for a newer version every hour, and when the page becomes visible', async () => {
  vi.useFakeTimers();
  const registration = Object.assign(new EventTarget(), {
    update: vi.fn(async () => undefined),
    waiting: null,
    installing: null,
    active: {},
  });
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const serviceWorker = Object.assign(new EventTarget(), { register: async () => registration });
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { serviceWorker });
  const comeBack = () => page.dispatchEvent(new Event('visibilitychange'));
  const stop = watchUpdates(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  comeBack();
  await vi.advanceTimersByTimeAsync(3_599_999);
  expect(registration.update).toHaveBeenCalledTimes(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(registration.update).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  comeBack();
  comeBack();
  expect(registration.update).toHaveBeenCalledTimes(2);
  stop();
  await vi.advanceTimersByTimeAsync(7_200_000);
  comeBack();
  expect(registration.update).toHaveBeenCalledTimes(2);
});
