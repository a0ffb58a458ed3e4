import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { type InstallEmitted, installMachine } from '../../machines/install.machine.ts';
import { hearAsRoot } from './hearing.ts';
import { clock, scripted, silent } from './scenarios.ts';

function start(isInstalled = false, isBrowserNeeded = false) {
  const prompt = scripted<'accepted' | 'dismissed', unknown>();
  const copying = scripted<void, unknown>();
  const time = clock();
  const actor = createActor(
    installMachine.provide({
      actors: { showPrompt: prompt.logic, copyLink: copying.logic, watchInstall: silent },
    }),
    { clock: time, input: { isInstalled, isBrowserNeeded } },
  );
  const news: InstallEmitted[] = [];
  hearAsRoot<InstallEmitted>(actor, (event) => news.push(event));
  actor.start();
  return { actor, prompt, copying, time, news };
}

const offered: InstallEmitted = { type: 'install.offered' };
const guided: InstallEmitted = { type: 'install.guided' };
const ended = (isInstalled: boolean): InstallEmitted => ({ type: 'install.ended', isInstalled });

test('without an offer each press is answered with the way to do it by hand', () => {
  const { actor, news } = start();
  actor.send({ type: 'install.pressed' });
  actor.send({ type: 'install.pressed' });
  actor.send({ type: 'guide.closed' });
  actor.send({ type: 'install.pressed' });
  expect(news).toEqual([guided, guided, guided]);
});

test('a yes to the prompt ends when the app is there', async () => {
  const { actor, prompt, news } = start();
  actor.send({ type: 'prompt.offered' });
  actor.send({ type: 'install.pressed' });
  await prompt.answer('accepted');
  expect(news).toEqual([offered]);
  actor.send({ type: 'app.installed' });
  actor.send({ type: 'install.pressed' });
  expect(news).toEqual([offered, ended(true), ended(true)]);
});

test('a yes after which nothing is installed ends after a minute', async () => {
  const { actor, prompt, time, news } = start();
  actor.send({ type: 'prompt.offered' });
  actor.send({ type: 'install.pressed' });
  await prompt.answer('accepted');
  time.increment(59_999);
  expect(news).toEqual([offered]);
  time.increment(1);
  expect(news).toEqual([offered, ended(false)]);
});

test.each(['a no', 'a failure', 'no answer'])('%s ends the attempt', async (end) => {
  const { actor, prompt, time, news } = start();
  actor.send({ type: 'prompt.offered' });
  actor.send({ type: 'install.pressed' });
  if (end === 'a no') await prompt.answer('dismissed');
  else if (end === 'a failure') await prompt.fail(new Error('used up'));
  else time.increment(5 * 60_000);
  expect([news, actor.getSnapshot().value]).toEqual([[offered, ended(false)], 'dismissed']);
});

test('an installed app that is offered again is said not to be installed', () => {
  const { actor, news } = start(true);
  actor.send({ type: 'prompt.offered' });
  expect(news).toEqual([offered]);
});

const copied: InstallEmitted = { type: 'install.linkCopied' };
const copyFailed: InstallEmitted = { type: 'install.copyFailed' };

test('where nothing can be installed the link is copied, and once more when it is asked for', async () => {
  const { actor, copying, news } = start(false, true);
  actor.send({ type: 'install.pressed' });
  await copying.answer(undefined);
  actor.send({ type: 'copy.pressed' });
  await copying.answer(undefined);
  expect(news).toEqual([guided, copied, copied]);
});

test.each(['is refused', 'never ends'])('a copy that %s leaves the guide open', async (end) => {
  const { actor, copying, time, news } = start(false, true);
  actor.send({ type: 'install.pressed' });
  if (end === 'is refused') await copying.fail(new Error('not allowed'));
  else time.increment(5_000);
  expect([news, actor.getSnapshot().value]).toEqual([[guided, copyFailed], { guiding: 'shown' }]);
});

test('where the browser can install nothing is copied unasked', () => {
  const { actor } = start();
  actor.send({ type: 'install.pressed' });
  expect(actor.getSnapshot().value).toEqual({ guiding: 'shown' });
});
