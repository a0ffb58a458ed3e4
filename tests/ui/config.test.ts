import { expect, test, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { AppConfig } from '../../contract/app-config.ts';
import { provideConfig } from '../../src/app/actors/config.actors.ts';
import type { Effects } from '../../src/app/system/effects.ts';

const named = (product_name: string) => ({ product_name }) as AppConfig;

/** Starts the resource with this effect. */
function start(config: Effects['config']) {
  const actor = createActor(provideConfig({ config } as Effects)).start();
  actor.send({ type: 'visibility.changed', isVisible: true });
  return actor;
}

test('the configuration is the answer that the whole app shares, until it is outdated', async () => {
  const config = vi.fn(async (bypassCache = false) => named(bypassCache ? 'Newer' : 'Shared'));
  const actor = start(config);
  const nameIs = (name: string) =>
    waitFor(actor, ({ context }) => context.value?.product_name === name);
  await nameIs('Shared');
  actor.send({ type: 'data.outdated' });
  await nameIs('Newer');
  expect(config.mock.calls).toEqual([[false], [true]]);
});

test('a configuration that cannot be loaded is logged', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const actor = start(() => Promise.reject({ kind: 'offline' }));
  await waitFor(actor, (state) => state.matches('failed'));
  expect(warn.mock.calls).toEqual([['The configuration could not be loaded', { kind: 'offline' }]]);
  warn.mockRestore();
});
