import { expect, test } from 'vitest';
import { type AnyActorLogic, assign, createActor, setup } from 'xstate';
import { sendProgress } from '../../contract/progress.calls.ts';
import { ROOT } from '../../machines/notify.ts';
import { startWatchProgress } from '../../src/app/actors/watch-progress.actors.ts';
import type { Effects } from '../../src/app/system/effects.ts';

/** Stand-ins for a clip's claim, a clip and the feed, with the parts that the app reads. */
const claim = setup({}).createMachine({
  initial: 'open',
  states: { open: { on: { pay: 'alreadyRewarded' } }, alreadyRewarded: {} },
});
const clip = setup({ types: { context: {} as object }, actors: { claim } }).createMachine({
  context: { watchedMs: 0, hasEnded: false },
  invoke: { id: 'claim', src: 'claim' },
  on: { told: { actions: assign(({ event }) => event.changes) } },
});
const feed = setup({ types: { context: {} as object }, actors: { clip } }).createMachine({
  context: {
    index: 0,
    clips: [{ video: { id: 11 } }, { video: { id: 12 } }],
    slots: [
      { kind: 'clip', clip: 0 },
      { kind: 'ad', adId: 5 },
      { kind: 'clip', clip: 1 },
    ],
  },
  invoke: ['clip-0', 'clip-1', 'clip-2'].map((id) => ({ id, src: 'clip' as const })),
  on: { moved: { actions: assign(({ event }) => ({ index: event.index })) } },
});

function start() {
  const sent: unknown[] = [];
  const api = (call: unknown, input: unknown, options: { keepalive?: boolean }) => {
    sent.push([call === sendProgress, input, options.keepalive]);
    return Promise.resolve({ noted: 1 });
  };
  const { logic } = startWatchProgress({ api } as unknown as Effects, {} as never);
  const root = createActor(
    setup({ actors: { feed, progress: logic as AnyActorLogic } }).createMachine({
      invoke: [
        { id: 'watchProgress', src: 'progress' },
        { id: 'feed', src: 'feed' },
      ],
    }),
    { systemId: ROOT },
  ).start();
  const children = () => root.getSnapshot().children as Record<string, never>;
  const of = (id: string) => children()[id] as unknown as ReturnType<typeof createActor>;
  const clipAt = (index: number) =>
    (of('feed').getSnapshot() as { children: Record<string, ReturnType<typeof createActor>> })
      .children[`clip-${index}`] as ReturnType<typeof createActor>;
  return {
    sent,
    move: (index: number) => of('feed').send({ type: 'moved', index } as never),
    play: (index: number, changes: object) =>
      clipAt(index).send({ type: 'told', changes } as never),
    pay: (index: number) =>
      (
        clipAt(index).getSnapshot() as { children: Record<string, ReturnType<typeof createActor>> }
      ).children.claim?.send({ type: 'pay' } as never),
    hide: () => of('watchProgress').send({ type: 'visibility.changed', isVisible: false } as never),
  };
}

test('the progress of unpaid clips is sent when the page is hidden, and outlives the page', () => {
  const { sent, move, play, hide } = start();
  play(0, { watchedMs: 7_600, hasEnded: true });
  play(0, { hasEnded: false });
  move(2);
  play(2, { watchedMs: 1_400 });
  move(0);
  play(0, { watchedMs: 9_600 });
  expect(sent).toEqual([]);
  // the clip on the stage is not sent: the user may watch it again
  hide();
  const clips = [
    { id: 11, seconds: 8, ended: true },
    { id: 12, seconds: 1, ended: false },
  ];
  expect(sent).toEqual([[true, { clips }, true]]);
});

test('the progress of advertisements and paid clips is not sent', () => {
  const { sent, move, play, pay, hide } = start();
  play(0, { watchedMs: 5_000 });
  pay(0);
  move(1);
  play(1, { watchedMs: 5_000 });
  move(2);
  hide();
  expect(sent).toEqual([]);
  // two views of the same clip are reported separately
  play(2, { watchedMs: 2_000 });
  move(1);
  move(2);
  play(2, { watchedMs: 5_000 });
  move(0);
  hide();
  const looks = [2, 3].map((seconds) => ({ id: 12, seconds, ended: false }));
  expect(sent).toEqual([[true, { clips: looks }, true]]);
});
