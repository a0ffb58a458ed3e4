import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { type ShareEmitted, shareMachine } from '../../machines/share.machine.ts';
import { hearAsRoot } from './hearing.ts';
import { clock, scripted } from './scenarios.ts';

/** A share machine on a simulated clock, with what it sends to the root. */
function sharing() {
  const copy = scripted<void, unknown>();
  const sheet = scripted<'sent' | 'dismissed', unknown>();
  const time = clock();
  const actor = createActor(
    shareMachine.provide({
      actors: {
        copyLink: copy.logic,
        sendLink: sheet.logic,
      },
    }),
    { clock: time },
  );
  const sent: string[] = [];
  const days: string[] = [];
  const clips: (number | undefined)[] = [];
  hearAsRoot<ShareEmitted>(actor, (event) => {
    sent.push(event.type);
    if (event.type !== 'share.succeeded') return;
    days.push(event.day);
    clips.push(event.videoId);
  });
  actor.start();
  const leaveFor = (awayMs: number) => {
    actor.send({ type: 'visibility.changed', isVisible: false, atMs: 5_000, day: '2026-01-02' });
    time.increment(100);
    actor.send({
      type: 'visibility.changed',
      isVisible: true,
      atMs: 5_000 + awayMs,
      day: '2026-01-02',
    });
    time.increment(100);
  };
  return { actor, copy, sheet, time, sent, days, clips, leaveFor };
}

async function copied() {
  const share = sharing();
  share.actor.send({ type: 'share.pressed' });
  share.actor.send({ type: 'copy.pressed' });
  await share.copy.answer(undefined);
  share.sent.length = 0;
  return share;
}

test.each([
  [1_999, 'share.failed'],
  [2_000, 'share.succeeded'],
  [60_000, 'share.succeeded'],
  [60_001, 'share.failed'],
])('a person who was away for %i ms causes one %s', async (awayMs, outcome) => {
  const { actor, sent, leaveFor } = await copied();
  leaveFor(awayMs);
  expect(sent).toEqual([outcome]);
  expect(actor.getSnapshot().context).toMatchObject({ hiddenAtMs: 0 });
});

test('a share belongs to the UTC day of the return', async () => {
  const { actor, time, days } = await copied();
  actor.send({ type: 'visibility.changed', isVisible: false, atMs: 0, day: '2026-01-02' });
  time.increment(100);
  actor.send({ type: 'visibility.changed', isVisible: true, atMs: 3_000, day: '2026-01-03' });
  time.increment(100);
  expect(days).toEqual(['2026-01-03']);
});

test('a share names the clip whose button was pressed last, or no clip', async () => {
  const { actor, copy, sheet, clips, leaveFor } = sharing();
  actor.send({ type: 'copy.pressed', videoId: 7 });
  await copy.answer(undefined);
  leaveFor(2_000);
  actor.send({ type: 'send.pressed', videoId: 8 });
  await sheet.answer('sent');
  leaveFor(2_000);
  actor.send({ type: 'copy.pressed' });
  await copy.answer(undefined);
  leaveFor(2_000);
  expect(clips).toEqual([7, 8, undefined]);
});

test('three quick changes of visibility count as one', async () => {
  const { actor, time, sent } = await copied();
  actor.send({ type: 'visibility.changed', isVisible: false, atMs: 0, day: '2026-01-02' });
  actor.send({ type: 'visibility.changed', isVisible: true, atMs: 30, day: '2026-01-02' });
  actor.send({ type: 'visibility.changed', isVisible: false, atMs: 60, day: '2026-01-02' });
  time.increment(100);
  actor.send({ type: 'visibility.changed', isVisible: true, atMs: 3_000, day: '2026-01-02' });
  time.increment(50);
  actor.send({ type: 'visibility.changed', isVisible: false, atMs: 3_050, day: '2026-01-02' });
  actor.send({ type: 'visibility.changed', isVisible: true, atMs: 3_090, day: '2026-01-02' });
  time.increment(100);
  expect(sent).toEqual(['share.succeeded']);
});

test('a page that is hidden for less than 100 ms was not left', async () => {
  const { actor, time, sent } = await copied();
  actor.send({ type: 'visibility.changed', isVisible: false, atMs: 0, day: '2026-01-02' });
  time.increment(99);
  actor.send({ type: 'visibility.changed', isVisible: true, atMs: 99, day: '2026-01-02' });
  time.increment(60_000);
  expect(sent).toEqual([]);
});

test('60 s after the link was copied the share ends, and a later absence sends nothing', async () => {
  const { actor, time, sent, leaveFor } = await copied();
  time.increment(59_999);
  expect(actor.getSnapshot().value).toEqual({ watching: 'present' });
  time.increment(1);
  expect(actor.getSnapshot().value).toBe('choosing');
  leaveFor(1_000);
  leaveFor(5_000);
  expect(sent).toEqual([]);
});

test('an absence that begins in the last of the 60 s still counts', async () => {
  const { time, sent, leaveFor } = await copied();
  time.increment(59_999);
  leaveFor(60_000);
  expect(sent).toEqual(['share.succeeded']);
});

test('leaving the screen ends the share, and a later absence sends nothing', async () => {
  const { actor, sent, leaveFor } = await copied();
  actor.send({ type: 'visibility.changed', isVisible: false, atMs: 5_000, day: '2026-01-02' });
  actor.send({ type: 'screen.left' });
  const { value, context } = actor.getSnapshot();
  expect([value, context.hiddenAtMs]).toEqual(['closed', 0]);
  leaveFor(1_000);
  leaveFor(5_000);
  expect(sent).toEqual([]);
});

test('a share sheet that closed without hiding the page leads to state sent, in which an absence counts', async () => {
  const { actor, sheet, sent, leaveFor } = sharing();
  actor.send({ type: 'send.pressed' });
  await sheet.answer('sent');
  expect(actor.getSnapshot().value).toEqual({ sent: 'present' });
  leaveFor(2_000);
  expect(sent).toEqual(['share.succeeded']);
});

test('when the share sheet closes while the page is hidden, the return decides, once', async () => {
  const { actor, time, sheet, sent } = sharing();
  actor.send({ type: 'send.pressed' });
  actor.send({ type: 'visibility.changed', isVisible: false, atMs: 0, day: '2026-01-02' });
  time.increment(100);
  await sheet.answer('sent');
  actor.send({ type: 'visibility.changed', isVisible: true, atMs: 60_000, day: '2026-01-02' });
  time.increment(100);
  expect([sent, actor.getSnapshot().value]).toEqual([['share.succeeded'], 'closed']);
});

test('copying fails after five seconds, and another way can be chosen', () => {
  const { actor, time, sent } = sharing();
  actor.send({ type: 'copy.pressed' });
  time.increment(4_999);
  expect([actor.getSnapshot().value, sent]).toEqual(['copying', []]);
  time.increment(1);
  expect([actor.getSnapshot().value, sent]).toEqual(['choosing', ['share.copyFailed']]);
});

test('a copy that fails sends share.copyFailed, and another way can be chosen', async () => {
  const { actor, copy, sent } = sharing();
  actor.send({ type: 'copy.pressed' });
  await copy.fail(new Error('denied'));
  expect([actor.getSnapshot().value, sent]).toEqual(['choosing', ['share.copyFailed']]);
});

test('a return shorter than 100 ms does not end the absence', async () => {
  const { actor, time, sent } = await copied();
  actor.send({ type: 'visibility.changed', isVisible: false, atMs: 0, day: '2026-01-02' });
  time.increment(100);
  actor.send({ type: 'visibility.changed', isVisible: true, atMs: 3_000, day: '2026-01-02' });
  time.increment(99);
  actor.send({ type: 'visibility.changed', isVisible: false, atMs: 3_099, day: '2026-01-02' });
  time.increment(100);
  expect([actor.getSnapshot().value, sent]).toEqual([{ watching: 'away' }, []]);
  actor.send({ type: 'visibility.changed', isVisible: true, atMs: 60_001, day: '2026-01-02' });
  time.increment(100);
  expect([actor.getSnapshot().value, sent]).toEqual(['choosing', ['share.failed']]);
});

test('after the page was hidden for less than 100 ms, an absence still counts', async () => {
  const { actor, sent, leaveFor } = await copied();
  actor.send({ type: 'visibility.changed', isVisible: false, atMs: 0, day: '2026-01-02' });
  actor.send({ type: 'visibility.changed', isVisible: true, atMs: 50, day: '2026-01-02' });
  expect(actor.getSnapshot().value).toEqual({ watching: 'present' });
  leaveFor(2_000);
  expect(sent).toEqual(['share.succeeded']);
});

test.each([
  ['dialog.closed', 'closed'],
  ['copy.pressed', 'copying'],
  ['send.pressed', { sending: 'present' }],
] as const)('after the link was copied, %s leads to %j', async (type, value) => {
  const { actor } = await copied();
  actor.send({ type });
  expect(actor.getSnapshot().value).toEqual(value);
});

test.each([
  ['closed', 'share.pressed', 'choosing'],
  ['closed', 'copy.pressed', 'copying'],
  ['closed', 'send.pressed', { sending: 'present' }],
  ['choosing', 'copy.pressed', 'copying'],
  ['choosing', 'send.pressed', { sending: 'present' }],
  ['choosing', 'dialog.closed', 'closed'],
] as const)('in state %s, %s leads to %j', (from, type, to) => {
  const { actor } = sharing();
  expect(actor.getSnapshot().value).toBe('closed');
  if (from === 'choosing') actor.send({ type: 'share.pressed' });
  actor.send({ type });
  expect(actor.getSnapshot().value).toEqual(to);
});

test.each([
  ['is closed without a choice', 'dismissed'],
  ['fails', new Error('no sheet')],
] as const)(
  'a share sheet that %s is not a share, and another way can be chosen',
  async (_, outcome) => {
    const { actor, sheet, sent } = sharing();
    actor.send({ type: 'send.pressed' });
    if (outcome === 'dismissed') await sheet.answer(outcome);
    else await sheet.fail(outcome);
    expect([actor.getSnapshot().value, sent]).toEqual(['choosing', ['share.failed']]);
  },
);

test('after copying, the system’s share sheet can still be opened', async () => {
  const { actor } = await copied();
  actor.send({ type: 'send.pressed' });
  expect(actor.getSnapshot().matches('sending')).toBe(true);
});
