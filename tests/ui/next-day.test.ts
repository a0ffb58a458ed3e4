import { createElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { selectNowMs } from '../../machines/earning.selectors.ts';
import { provideEarning } from '../../src/app/actors/earning.actors.ts';
import NextDay from '../../src/app/components/next-day.tsx';
import type { Effects } from '../../src/app/system/effects.ts';
import { nextDay } from '../../src/i18n/next-day.ts';
import { createServerClock } from '../../src/ports/server-clock.ts';
import { renderText } from './render.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const saidIn = (zone: string, now: string, locale = 'en') => {
  vi.stubEnv('TZ', zone);
  const { time, wait } = nextDay(locale, Date.parse(now));
  return `${time} ${wait}`.replace(/\s/g, ' ');
};

test.each([
  ['Asia/Kolkata', '2026-03-09T18:40:00Z', '5:30 AM in 5 hours'],
  ['Asia/Kolkata', '2026-03-09T00:00:00Z', '5:30 AM in 24 hours'],
  ['America/Los_Angeles', '2026-03-09T22:30:00Z', '5:00 PM in 2 hours'],
  // summer time begins before the next UTC day
  ['Europe/Berlin', '2026-03-28T23:30:00Z', '1:00 AM in 30 minutes'],
  ['Asia/Kathmandu', '2026-03-09T22:31:00Z', '5:45 AM in 89 minutes'],
  ['UTC', '2026-03-09T23:59:59.999Z', '12:00 AM in 1 minute'],
])('in the time zone %s, at %s, the next day begins at %s', (zone, now, said) => {
  expect(saidIn(zone, now)).toBe(said);
});

test.each([
  ['de', '05:30 in 5 Stunden'],
  ['fr', '05:30 dans 5 heures'],
  ['hi', '5:30 am 5 घंटे में'],
  ['fa', '۵:۳۰ ۵ ساعت بعد'],
  ['ta', '5:30 AM 5 மணிநேரத்தில்'],
])('the begin of the next day has the words and digits of the language %s', (locale, said) => {
  expect(saidIn('Asia/Kolkata', '2026-03-09T18:40:00Z', locale)).toBe(said);
});

test('the time until the next day comes from the server’s clock, not from the phone’s', () => {
  vi.useFakeTimers({ now: Date.parse('2027-01-01T12:00:00Z') });
  let kept: number | null = null;
  const serverClock = createServerClock({
    read: () => kept,
    write: (ahead) => {
      kept = ahead;
    },
  });
  serverClock.adjust('Mon, 09 Mar 2026 18:40:00 GMT', Date.now());
  const earning = createActor(provideEarning({ serverClock } as Effects)).start();
  const known = () => new Date(selectNowMs(earning.getSnapshot()) ?? 0).toISOString();
  const first = known();
  vi.advanceTimersByTime(60_000);
  expect([first, known()]).toEqual(['2026-03-09T18:40:01.000Z', '2026-03-09T18:41:01.000Z']);
  earning.stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('the sentence about the next day appears when the machine has the time', () => {
  vi.stubEnv('TZ', 'Asia/Kolkata');
  const saidAt = (nowMs: number | null) =>
    renderText(createElement(NextDay), { earning: { context: { nowMs } } }).replace(/\s/g, ' ');
  expect([null, Date.parse('2026-03-09T18:40:00Z')].map(saidAt)).toEqual([
    '',
    'Rewards start again at 5:30 AM (in 5 hours).',
  ]);
});
