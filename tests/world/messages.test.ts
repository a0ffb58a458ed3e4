import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { InspectionEvent } from 'xstate';
import { root } from '../house/imports.ts';
import { bundleApp } from './bundle.ts';
import { EnteredFiles } from './entered.ts';
import { take } from './person.ts';
import type { Step } from './steps.ts';
import { globalNames } from './window/globals.ts';
import { type Observer, type RunApp, World } from './world.ts';

/*
 * Compares the messages of a flow, from its first event to the one that changes the screen, with the list in
 * docs/architecture.md, or with a list here. A message is an event that an actor gets from another actor, from
 * its own child that has ended, or from outside. The events by which XState starts an actor or settles a
 * promise are not counted. Each list is exact: an added message fails the test.
 */

let run: RunApp;
beforeAll(async () => {
  run = await bundleApp(globalNames);
});

const OF_XSTATE = /^xstate\.(init|promise\.)/;

/** Messages of a clip that plays and of actors that only look at the page: no step of a flow. */
const BACKGROUND =
  /^(appUpdate|nowPlaying|clipCache|cacheClip|ticker|pickNotice|watch(Progress|Stage)|sendProgress) |media\./;

const nothing = () => undefined;

const idOf = ({ actorRef }: InspectionEvent) => (actorRef as { id?: string }).id ?? '';

/** The messages that docs/architecture.md lists below a heading. */
function documented(title: string): string[] {
  const [, below = ''] = readFileSync(join(root, 'docs/architecture.md'), 'utf8').split(
    `### ${title}\n`,
  );
  const [section = ''] = below.split('\n#');
  return [...section.matchAll(/^\d+\. `(.+?)`/gm)].flatMap(([, message]) => message ?? []);
}

/** A message, and the last message that its sender had received before. */
interface Message {
  name: string;
  cause: Message | undefined;
  isCounted: boolean;
}

/** Opens the feed as a member and records each event that an actor of the app receives: `receiver < event`. */
async function begin(hears: (event: InspectionEvent) => void = nothing) {
  let messages: Message[] = [];
  const last = new Map<unknown, Message>();
  const observer: Observer = {
    ...{ closed: nothing, called: nothing, answered: nothing, ended: nothing },
    ...{ reloads: nothing, slept: nothing, changed: nothing },
    event: (_, inspected) => {
      hears(inspected);
      if (inspected.type !== '@xstate.event') return;
      const { event, sourceRef } = inspected;
      const id = idOf(inspected);
      const name = `${id} < ${event.type}`;
      const isCounted = !OF_XSTATE.test(event.type) && !BACKGROUND.test(name);
      const message = { name, cause: last.get(sourceRef), isCounted };
      last.set(inspected.actorRef, message);
      messages.push(message);
    },
  };
  const world = new World(run, 7, () => observer);
  const pass = (ms: number) => world.clock.run(ms);
  world.open();
  await pass(3_000);
  await take(world, { do: 'log in', as: 'anna' }, pass);
  await pass(4_000);
  const does = async (...steps: Step['do'][]) => {
    for (const step of steps) await take(world, { do: step } as Step, pass);
  };
  const names = () => messages.filter(({ isCounted }) => isCounted).map(({ name }) => name);
  /** all messages between two of them, both included */
  const between = (first: string, end: string) => {
    const from = names().indexOf(first);
    return names().slice(from, names().indexOf(end, from) + 1);
  };
  /** the chain of messages that caused a message */
  const wayTo = (end: string, first?: string) => {
    const way: string[] = [];
    let message = messages.find(({ name }) => name === end);
    while (message) {
      if (message.isCounted) way.unshift(message.name);
      message = message.name === first ? undefined : message.cause;
    }
    return way;
  };
  const forget = () => {
    messages = [];
  };
  return { pass, does, forget, between, wayTo };
}

test('a clip that was watched raises the balance by eight messages', async () => {
  const { does, between } = await begin();
  await does('watch');
  const flow = between('claim < claim.earned', 'auth < balance.changed');
  const expected = documented('A clip is watched and the balance changes');
  expect(expected).toHaveLength(8);
  expect(flow.filter((each) => each !== 'app < clip.counted')).toEqual(expected);
});

test('a share at the day’s limit adds views by ten messages, two calls and a write among them', async () => {
  const { does, pass, forget, between, wayTo } = await begin();
  for (let clip = 0; clip < 6; clip++) await does('watch', 'next');
  forget();
  await does('share');
  await pass(6_000);
  const [first, end] = ['app < share.succeeded', 'earning < xstate.done.actor.addExtraViews'];
  const way = wayTo(end, first);
  expect(way).toHaveLength(10);
  expect(way).toEqual(documented('A share adds views at the daily limit'));
  // the messages of the share's own reward, at the same time
  expect(between(first, end).filter((each) => !way.includes(each))).toEqual([
    'auth < balance.changed',
    'earning < count.changed',
    'dailyShare < share.paid',
    'store < claim.drop',
    'app < toast.due',
  ]);
});

test('a withdrawal is confirmed by four messages, and its timeline is back after a reload by six', async () => {
  const { does, pass, forget, between, wayTo } = await begin();
  await does('watch', 'next', 'watch');
  forget();
  await does('withdraw');
  await pass(3_000);
  expect(between('withdrawal < confirm.pressed', 'auth < balance.changed')).toEqual([
    'withdrawal < confirm.pressed',
    'withdrawal < xstate.done.actor.submitWithdrawal',
    'app < withdrawal.submitted',
    'auth < balance.changed',
  ]);
  forget();
  await does('reload');
  await pass(3_000);
  const known = ['auth < xstate.done.actor.restoreSession', 'app < auth.identified'];
  expect(wayTo('page < page.draw', known[0])).toEqual([
    ...known,
    'app < xstate.done.actor.loadSecond',
    'page < page.draw',
  ]);
  expect(wayTo('withdrawal < xstate.done.actor.loadTerms', known[0])).toEqual([
    ...known,
    'app < xstate.done.actor.loadScreen',
    'withdrawal < xstate.done.actor.loadTerms',
  ]);
});

/** Files that run all the time, also while nothing is earned. */
const ALWAYS =
  /^src\/(app\/(actors\/(app-update|watch-progress)|system\/running-calls)|ports\/(activity|strain|watchdog))|^machines\/(app-update|app\/app\.sel|video\/video\.sel)/;

/** Each file is one step: the clip, its claim, the root's routes, the queue, the disk, the lock, the call. */
const MAX_FILES = 33;

test(`a reward runs code of at most ${MAX_FILES} files of the project`, async () => {
  const entered = new EnteredFiles();
  onTestFinished(() => entered.end());
  let isEarned = false;
  let isTold = false;
  let files: string[] | undefined;
  const { does } = await begin((inspected) => {
    const id = idOf(inspected);
    const type = inspected.type === '@xstate.event' ? inspected.event.type : '';
    if (type === 'claim.earned' && !isEarned) isEarned = entered.take() !== undefined;
    else if (isEarned && type === 'balance.changed') isTold = true;
    else if (isTold && id === 'auth' && inspected.type === '@xstate.snapshot') {
      files ??= entered.take();
    }
  });
  await does('watch');
  const onTheWay = files?.filter((file) => !ALWAYS.test(file)) ?? [];
  expect(onTheWay).toContain('machines/auth/logged-in.ts');
  expect(onTheWay.length, onTheWay.join('\n')).toBeLessThanOrEqual(MAX_FILES);
});
