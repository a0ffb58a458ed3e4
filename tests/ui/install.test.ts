import { afterEach, expect, test, vi } from 'vitest';
import { createActor, type InputFrom } from 'xstate';
import type { installMachine } from '../../machines/install.machine.ts';
import { startInstall } from '../../src/app/actors/install.actors.ts';
import type { Effects } from '../../src/app/system/effects.ts';
import { createInstallPort } from '../../src/ports/install.ts';

const aPhone = { userAgent: 'Mozilla/5.0 (Linux; Android 10; K) Chrome/142.0', maxTouchPoints: 5 };
const prompt = async () => ({ outcome: 'accepted' });

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Starts the install actor, in a page or in the installed app; `tell` dispatches an event of the browser. */
function open({ isApp = false, relatedApps = [] as object[], isOfferedEarly = false } = {}) {
  const frame = new EventTarget();
  const inWindow = '(display-mode: standalone)';
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: isApp && query === inWindow }));
  vi.stubGlobal('addEventListener', frame.addEventListener.bind(frame));
  vi.stubGlobal('navigator', { ...aPhone, getInstalledRelatedApps: async () => relatedApps });
  const tell = (type: string) =>
    frame.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), { prompt }));
  const install = createInstallPort();
  if (isOfferedEarly) tell('beforeinstallprompt');
  const { logic, readInput } = startInstall({ install } as Effects, {} as never);
  const input = readInput?.() as InputFrom<typeof installMachine>;
  const actor = createActor(logic as typeof installMachine, { input }).start();
  return { actor, install, state: () => actor.getSnapshot().value, tell };
}

test('the browser’s install prompt is offered, whether it arrives before or after the actor’s start', async () => {
  for (const isOfferedEarly of [true, false]) {
    const { actor, state, tell } = open({ isOfferedEarly });
    if (!isOfferedEarly) {
      expect(state()).toBe('unavailable');
      tell('beforeinstallprompt');
    }
    expect(state()).toBe('installable');
    actor.send({ type: 'install.pressed' });
    await expect.poll(state).toBe('accepted');
    tell('appinstalled');
    expect(state()).toBe('installed');
    actor.stop();
  }
});

test.each([
  ['the installed app itself', { isApp: true }],
  ['a browser that reports the app on this device', { relatedApps: [{}] }],
])('the app counts as installed in %s', async (_, page) => {
  const { actor, install, state } = open(page);
  await expect.poll(state).toBe('installed');
  expect([install.isInstalled(), install.isStandalone]).toEqual([true, 'isApp' in page]);
  actor.stop();
});

test('a removed app is offered again, and can be installed again', () => {
  const { actor, install, state, tell } = open();
  tell('appinstalled');
  tell('beforeinstallprompt');
  expect([state(), install.isInstalled()]).toEqual(['installable', false]);
  actor.stop();
});

test('a browser without an install prompt offers nothing', async () => {
  const { actor, install, state } = open();
  await Promise.resolve();
  expect([state(), install.isInstalled()]).toEqual(['unavailable', false]);
  actor.stop();
});
