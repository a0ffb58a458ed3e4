import { expect, test } from 'vitest';
import { createActor, createMachine, SimulatedClock } from 'xstate';
import { breakReminderMachine } from '../../machines/break-reminder.machine.ts';
import { selectIsBreakProposed } from '../../machines/break-reminder.selectors.ts';

const MINUTE_MS = 60_000;

/** Starts the reminder for a person on the feed, with the operator's setting `break_after_minutes`. */
function watching(break_after_minutes: number | undefined) {
  const clock = new SimulatedClock();
  const config = createMachine({ context: { value: { break_after_minutes } } });
  const root = createActor(
    createMachine({
      invoke: [
        { id: 'config', systemId: 'config', src: config },
        { id: 'breakReminder', systemId: 'breakReminder', src: breakReminderMachine },
      ],
    }),
    { clock },
  ).start();
  const reminder = root.system.get('breakReminder');
  const see = (isVisible: boolean) =>
    reminder.send({ type: 'visibility.changed', isVisible, atMs: clock.now(), day: '2026-01-02' });
  see(true);
  return {
    see,
    pass: (minutes: number) => {
      for (let passed = 0; passed < minutes; passed += 1) clock.increment(MINUTE_MS);
    },
    goOn: () => reminder.send({ type: 'continue.pressed' }),
    isProposed: () => selectIsBreakProposed(reminder.getSnapshot()),
  };
}

test('a break is proposed after the operator’s minutes, and not before', () => {
  const { pass, isProposed } = watching(30);
  pass(29);
  expect(isProposed()).toBe(false);
  pass(1);
  expect(isProposed()).toBe(true);
});

test('a person who goes on is not asked again before a break of five minutes', () => {
  const { pass, goOn, isProposed, see } = watching(2);
  pass(2);
  goOn();
  pass(10);
  expect(isProposed()).toBe(false);
  see(false);
  pass(4);
  see(true);
  pass(2);
  expect(isProposed()).toBe(false);
  see(false);
  pass(5);
  see(true);
  pass(2);
  expect(isProposed()).toBe(true);
});

test('a short absence does not reset the count', () => {
  const { pass, isProposed, see } = watching(2);
  pass(1);
  see(false);
  pass(4);
  see(true);
  pass(1);
  expect(isProposed()).toBe(true);
});

test('an absence is measured from its beginning, when the feed and then the page are left', () => {
  const { pass, isProposed, see } = watching(2);
  pass(2);
  see(false);
  pass(4);
  see(false);
  pass(4);
  see(true);
  expect(isProposed()).toBe(false);
});

test.each([0, undefined])('no break is proposed with the setting %s', (minutes) => {
  const { pass, isProposed } = watching(minutes);
  pass(600);
  expect(isProposed()).toBe(false);
});
