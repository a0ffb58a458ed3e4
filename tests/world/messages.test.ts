import { beforeAll, expect, test } from 'vitest';
import { bundleApp } from './bundle.ts';
import { take } from './person.ts';
import { globalNames } from './window/globals.ts';
import { type Observer, type RunApp, World } from './world.ts';

let run: RunApp;
beforeAll(async () => {
  run = await bundleApp(globalNames);
});

/** Messages of a clip that plays and of actors that only look at the page: no step of a flow. */
const BACKGROUND =
  /^(appUpdate|nowPlaying|clipCache|cacheClip|ticker|pickNotice|watch(Progress|Stage)|sendProgress) |media\./;

const nothing = () => undefined;

/** A member on the feed, and every event that reaches an actor of the app: `receiver < event`. */
async function begin() {
  const messages: string[] = [];
  const observer: Observer = {
    ...{ closed: nothing, called: nothing, answered: nothing, ended: nothing },
    ...{ reloads: nothing, slept: nothing, looks: nothing },
    event: (_, inspected) => {
      if (inspected.type !== '@xstate.event') return;
      const { id = '' } = inspected.actorRef as { id?: string };
      const message = `${id} < ${inspected.event.type}`;
      if (!BACKGROUND.test(message)) messages.push(message);
    },
  };
  const world = new World(run, 7, () => observer);
  const pass = (ms: number) => world.clock.run(ms);
  world.open();
  await pass(3_000);
  await take(world, { do: 'log in', as: 'anna' }, pass);
  await pass(4_000);
  const between = (first: string, last: string) => {
    const from = messages.indexOf(first);
    return messages.slice(from, messages.indexOf(last, from) + 1);
  };
  return { world, messages, pass, between };
}

/** How a claim comes from the root to the server, and its answer back. */
const claimed = [
  'app < claim.made',
  'outbox < claim.added',
  'store < claim.persistNew',
  'outbox < claim.stamped',
  'outbox < claim.persisted',
  'sendClaims < xstate.init',
  'sendClaims < xstate.promise.resolve',
  'outbox < xstate.done.actor.sendClaims',
  'app < claim.paid',
];

test('a clip that was watched raises the balance by these messages, and no others', async () => {
  const { world, pass, between } = await begin();
  await take(world, { do: 'watch' }, pass);
  const flow = between('claim < claim.earned', 'auth < balance.changed');
  expect(flow.filter((each) => each !== 'app < clip.counted')).toEqual([
    'claim < claim.earned',
    ...claimed,
    'auth < balance.changed',
  ]);
});

test('a share that was made is paid and counted by these messages, and no others', async () => {
  const { world, messages, pass, between } = await begin();
  await take(world, { do: 'watch' }, pass);
  messages.length = 0;
  await take(world, { do: 'share' }, pass);
  await pass(6_000);
  expect(between('app < share.succeeded', 'earning < share.counted')).toEqual([
    'app < share.succeeded',
    'dailyShare < share.made',
    ...claimed,
    'auth < balance.changed',
    'earning < count.changed',
    'earning < share.counted',
  ]);
});

test('a withdrawal that was confirmed is asked for by these messages, and no others', async () => {
  const { world, messages, pass, between } = await begin();
  await take(world, { do: 'watch' }, pass);
  await take(world, { do: 'next' }, pass);
  await take(world, { do: 'watch' }, pass);
  messages.length = 0;
  await take(world, { do: 'withdraw' }, pass);
  await pass(3_000);
  expect(between('withdrawal < confirm.pressed', 'auth < balance.changed')).toEqual([
    'withdrawal < confirm.pressed',
    'submitWithdrawal < xstate.init',
    'submitWithdrawal < xstate.promise.resolve',
    'withdrawal < xstate.done.actor.submitWithdrawal',
    'app < withdrawal.submitted',
    'auth < balance.changed',
  ]);
});
