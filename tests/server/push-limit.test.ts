import { afterEach, expect, test } from 'vitest';
import { changeSettings } from '../../server/domain/settings.change.ts';
import { DAY } from '../../server/domain/time.ts';
import { spreadAnnouncement } from '../../server/push/announcement.ts';
import { bank, fcm, setUpPush, worker } from './push.setup.ts';
import { addDevice, openWorker } from './push.support.ts';

setUpPush();
afterEach(() => bank.pool.query('truncate setting'));

const setLimit = (limit: number | string) =>
  changeSettings(bank.pool, { 'video.daily_limit': String(limit) }, bank.now());

/** Devices that have a token each, by a statement. */
async function addDevices(count: number): Promise<void> {
  const { userId } = await bank.user();
  await bank.pool.query(
    `insert into session (token_hash, user_id, keep, created_at, seen_at, expires_at, fcm_token)
     select decode(lpad(to_hex(n), 64, '0'), 'hex'), $1, true, $2::timestamptz, $2,
       $2::timestamptz + interval '30 days', 'device-' || n
     from generate_series(1, $3) as n`,
    [userId, bank.now(), count],
  );
}

const told = () => fcm.arrivals.map(({ message }) => message.token);
const bodies = () => new Set(fcm.arrivals.map(({ message }) => message.notification.body));

async function waiting() {
  const { rows } = await bank.pool.query(
    `select (select count(*)::int from push) as messages,
       (select count(*)::int from push_announcement) as announcements`,
  );
  return rows[0];
}

test('a higher limit is told to everybody who has a token, once', async () => {
  const [first, second] = [await bank.user(), await bank.user()];
  await addDevice(bank, first, 'phone');
  await addDevice(bank, first, 'tablet');
  await addDevice(bank, second, 'other');
  await addDevice(bank, await bank.user(), '');
  await setLimit(30);
  await worker.work();
  await setLimit(30);
  await worker.work();
  expect(told().sort()).toEqual(['other', 'phone', 'tablet']);
  expect(fcm.arrivals[0]?.message).toEqual({
    token: expect.any(String),
    notification: { title: 'New daily limit', body: 'You can now earn with 30 clips a day.' },
    data: { kind: 'daily_limit', link: '/', icon: '/pwa-192x192.png', tag: 'daily_limit' },
    webpush: {
      headers: { TTL: '86400', Topic: 'daily_limit' },
      notification: { icon: '/pwa-192x192.png', tag: 'daily_limit', lang: 'en' },
      fcm_options: { link: 'https://clips.example/' },
    },
  });
  expect(await waiting()).toEqual({ messages: 0, announcements: 0 });
});

test('neither a lower limit is told, nor the same, nor another setting', async () => {
  await addDevices(1);
  await setLimit(20);
  await setLimit('019');
  await changeSettings(bank.pool, { 'video.reward': '1' }, bank.now());
  await worker.work();
  expect([told(), await waiting()]).toEqual([[], { messages: 0, announcements: 0 }]);
});

test('a change that is rolled back tells nothing', async () => {
  await addDevices(1);
  await expect(
    changeSettings(bank.pool, { 'video.daily_limit': '30', 'video.reward': 'lots' }, bank.now()),
  ).rejects.toThrow('video.reward');
  expect(await waiting()).toEqual({ messages: 0, announcements: 0 });
});

test('who came after the change is not told of it', async () => {
  await addDevices(1);
  await setLimit(30);
  bank.pass(1);
  await addDevice(bank, await bank.user(), 'newcomer');
  await worker.work();
  expect(told()).toEqual(['device-1']);
});

test('1,700 devices are told in batches, and the queue never holds more than 1,500', async () => {
  await addDevices(1_700);
  await setLimit(30);
  const sizes: unknown[] = [];
  for (const _ of [1, 2, 3]) {
    const taken = await spreadAnnouncement(bank.pool, bank.now());
    sizes.push([taken, (await waiting()).messages]);
  }
  expect(sizes).toEqual([
    [500, 500],
    [500, 1_000],
    [0, 1_000],
  ]);
  await worker.work();
  expect(told()).toHaveLength(1_700);
  expect(new Set(told()).size).toBe(1_700);
  expect(await waiting()).toEqual({ messages: 0, announcements: 0 });
});

test('two processes spread one announcement once', async () => {
  await addDevices(1_200);
  await setLimit(30);
  const other = await openWorker(bank, fcm);
  await Promise.all([worker.work(), other.work()]);
  expect([told().length, new Set(told()).size]).toEqual([1_200, 1_200]);
});

test('a limit that is lowered again is told no further, also to those already in the queue', async () => {
  await addDevices(3);
  await setLimit(30);
  await spreadAnnouncement(bank.pool, bank.now());
  await setLimit(25);
  await worker.work();
  expect([told(), await waiting()]).toEqual([[], { messages: 0, announcements: 0 }]);
});

test('of two changes the newer is told', async () => {
  await addDevices(3);
  await setLimit(30);
  await spreadAnnouncement(bank.pool, bank.now());
  await setLimit(40);
  await worker.work();
  expect(told().sort()).toEqual(['device-1', 'device-2', 'device-3']);
  expect(bodies()).toEqual(new Set(['You can now earn with 40 clips a day.']));
});

test('an announcement ends after a day', async () => {
  await addDevices(3);
  await setLimit(30);
  bank.pass(DAY);
  expect(await spreadAnnouncement(bank.pool, bank.now())).toBe(0);
  await worker.work();
  expect([told(), await waiting()]).toEqual([[], { messages: 0, announcements: 0 }]);
});
