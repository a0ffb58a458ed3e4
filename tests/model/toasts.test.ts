import { expect, test } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { appMachine } from '../../machines/app/app.machine.ts';
import type { ChildStart, ModuleInput } from '../../machines/app/events.ts';
import { commandsFor } from '../../machines/app/routes.ts';
import type { ToastText } from '../../machines/app/toasts.ts';
import { answer, member, refused } from './samples.ts';
import { clock, controlledPromise, silent } from './scenarios.ts';

const broken: ToastText = { kind: 'failure', failure: { kind: 'offline' } };
const late: ToastText = { kind: 'failure', failure: { kind: 'timeout' } };
const numbered = (requestId: string): ToastText => ({
  kind: 'failure',
  failure: { kind: 'faulted', status: 500, requestId },
});
const paid = (...amounts: string[]): ToastText => ({ kind: 'claimPaid', amounts });

/** Starts the root before the module with the toasts is loaded. */
function startEarly() {
  const time = clock();
  const modules = controlledPromise<readonly ChildStart[], ModuleInput>();
  const root = createActor(
    appMachine.provide({
      actors: {
        auth: silent as never,
        outbox: silent as never,
        runPage: fromCallback(() => undefined),
        loadModule: modules.logic,
      },
    }),
    { systemId: 'app', input: { idPrefix: 'n' }, clock: time },
  );
  root.start();
  const show = (...texts: ToastText[]) => {
    for (const text of texts) root.send({ type: 'toast.due', text });
  };
  const texts = () => root.getSnapshot().context.toasts.map(({ text }) => text);
  const arrive = async () => {
    root.send({ type: 'feed.clipPlaying' });
    await modules.answer([]);
    root.send({ type: 'page.idle' });
    await modules.answer([{ id: 'ticker', logic: silent as never, input: undefined }]);
  };
  return { root, time, show, texts, arrive };
}

/** Starts the root, and loads the module with the toasts. */
async function start() {
  const all = startEarly();
  await all.arrive();
  return all;
}

test('many calls that fail the same way on a lost connection show one toast', async () => {
  const { show, texts } = await start();
  show(broken, late, broken);
  expect(texts()).toEqual([broken, late]);
});

test('many calls that fail on a broken server show one toast', async () => {
  const { show, texts } = await start();
  show(numbered('6f1b0f0e'), numbered('a3c4d0f9'));
  expect(texts()).toEqual([numbered('6f1b0f0e')]);
});

test('a toast with an error number stays for 8 s, so that the number can be written down', async () => {
  const { show, texts, time } = await start();
  show(broken, numbered('6f1b0f0e'));
  time.increment(7_999);
  expect(texts()).toEqual([numbered('6f1b0f0e')]);
  time.increment(1);
  expect(texts()).toEqual([]);
});

test('a further reward is added to the shown toast, and its time starts again', async () => {
  const { show, texts, time } = await start();
  show(paid('0.0500'), broken, paid('0.0500'));
  expect(texts()).toEqual([broken, paid('0.0500', '0.0500')]);
  time.increment(1_999);
  show(paid('0.4100'));
  time.increment(1_999);
  expect(texts()).toEqual([paid('0.0500', '0.0500', '0.4100')]);
  time.increment(1);
  expect(texts()).toEqual([]);
  show(paid('0.0500'));
  expect(texts()).toEqual([paid('0.0500')]);
});

test('twenty claims that are paid at once share one toast', async () => {
  const { root, texts, time } = await start();
  for (const _ of Array(20)) root.send({ type: 'claim.paidLate', answer });
  time.increment(0);
  expect(texts()).toEqual([paid(...Array(20).fill(answer.reward))]);
});

test('a toast disappears after 2 s, and can then be shown again', async () => {
  const { show, texts, time } = await start();
  show(broken);
  time.increment(1_999);
  expect(texts()).toEqual([broken]);
  time.increment(1);
  expect(texts()).toEqual([]);
  show(broken);
  expect(texts()).toEqual([broken]);
});

test('a toast appears only after the event that causes it is handled', async () => {
  const { root, texts, time } = await start();
  root.send({ type: 'share.linkCopied' });
  expect(texts()).toEqual([]);
  time.increment(0);
  expect(texts()).toEqual([{ kind: 'linkCopied' }]);
});

test('a toast from before the toasts are loaded stays until it was visible for 2 s', async () => {
  const { show, texts, time, arrive } = startEarly();
  show(broken);
  time.increment(60_000);
  expect(texts()).toEqual([broken]);
  await arrive();
  time.increment(1_999);
  expect(texts()).toEqual([broken]);
  time.increment(1);
  expect(texts()).toEqual([]);
});

test('a welcome stays for 8 s, so that its sums can be read', async () => {
  const welcome: ToastText = { kind: 'welcomed', rewards: [], refusal: null };
  const { show, texts, time } = await start();
  show(welcome);
  time.increment(7_999);
  expect(texts()).toEqual([welcome]);
  time.increment(1);
  expect(texts()).toEqual([]);
});

test('a late refusal of a claim shows a toast, unless the claim was paid already', () => {
  const told = (reason: 'already_rewarded' | 'unknown_video') =>
    commandsFor({ type: 'claim.refusedLate', failure: refused(reason) }, member);
  expect(told('already_rewarded')).toEqual([]);
  expect(told('unknown_video')).toEqual([
    { toast: { kind: 'failure', failure: refused('unknown_video') } },
  ]);
});
