import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { connectivityMachine } from '../../machines/connectivity.machine.ts';
import { clock, controlledPromise, silent } from './scenarios.ts';

const LONG_MS = 10 * 60_000;

function start() {
  const server = controlledPromise<void, unknown>();
  const time = clock();
  const actor = createActor(
    connectivityMachine.provide({ actors: { askServer: server.logic, watchCalls: silent } }),
    { input: { isDoubted: false }, clock: time },
  ).start();
  return {
    server,
    send: actor.send,
    wait: (ms: number) => time.increment(ms),
    asked: () => server.inputs().length,
  };
}

test('after a failure on a hidden page the server is probed once the page is visible', () => {
  const { send, wait, asked } = start();
  send({ type: 'visibility.changed', isVisible: false });
  send({ type: 'connectivity.doubted' });
  wait(LONG_MS);
  expect(asked()).toBe(0);
  send({ type: 'visibility.changed', isVisible: true });
  expect(asked()).toBe(1);
});

test('a hidden page does not probe the server again after a failed probe', async () => {
  const { server, send, wait, asked } = start();
  send({ type: 'connectivity.changed', isOnline: true });
  send({ type: 'visibility.changed', isVisible: false });
  await server.fail(new Error('no answer'));
  wait(LONG_MS);
  expect(asked()).toBe(1);
  send({ type: 'visibility.changed', isVisible: true });
  expect(asked()).toBe(2);
});

test('a device that goes online probes the server once, even on a hidden page', async () => {
  const { server, send, wait, asked } = start();
  send({ type: 'visibility.changed', isVisible: false });
  send({ type: 'connectivity.doubted' });
  send({ type: 'connectivity.changed', isOnline: true });
  expect(asked()).toBe(1);
  await server.fail(new Error('no answer'));
  wait(LONG_MS);
  expect(asked()).toBe(1);
});
