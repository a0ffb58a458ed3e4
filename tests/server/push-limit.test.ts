import { afterEach, expect, test } from 'vitest';
import { changeSettings } from '../../server/domain/settings.change.ts';
import { DAY } from '../../server/domain/time.ts';
import { fanOutAnnouncement } from '../../server/push/announcement.ts';
import { domain, fcm, setUpPush, worker } from './push.setup.ts';
import { addDevice, openWorker } from './push.support.ts';

setUpPush();
afterEach(() => domain.pool.query('truncate setting'));

const setLimit = (limit: number | string) =>
  changeSettings(domain.pool, { 'video.daily_limit': String(limit) }, domain.now());

/** Adds devices with a token each, in one statement. */
async function addDevices(count: number): Promise<void> {
  const { userId } = await domain.user();
  await domain.pool.query(
    `insert into session (token_hash, user_id, keep, created_at, seen_at, expires_at, fcm_token)
     select decode(lpad(to_hex(n), 64, '0'), 'hex'), $1, true, $2::timestamptz, $2,
       $2::timestamptz + interval '30 days', 'device-' || n
     from generate_series(1, $3) as n`,
    [userId, domain.now(), count],
  );
}

const notified = () => fcm.arrivals.map(({ message }) => message.token);
const bodies = () => new Set(fcm.arrivals.map(({ message }) => message.notification.body));

async function waiting() {
  const { rows } = await domain.pool.query(
    `select (select count(*)::int from push) as messages,
       (select count(*)::int from push_announcement) as announcements`,
  );
  return rows[0];
}

test('a higher limit is announced to each device with a token, once', async () => {
  const [first, second] = [await domain.user(), await domain.user()];
  await addDevice(domain, first, 'phone');
  await addDevice(domain, first, 'tablet');
  await addDevice(domain, second, 'other');
  await addDevice(domain, await domain.user(), '');
  await setLimit(30);
  await worker.work();
  await setLimit(30);
  await worker.work();
  expect(notified().sort()).toEqual(['other', 'phone', 'tablet']);
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

test('a lower limit, the same limit and another setting are not announced', async () => {
  await addDevices(1);
  await setLimit(20);
  await setLimit('019');
  await changeSettings(domain.pool, { 'video.reward': '1' }, domain.now());
  await worker.work();
  expect([notified(), await waiting()]).toEqual([[], { messages: 0, announcements: 0 }]);
});

test('a change that is rolled back is not announced', async () => {
  await addDevices(1);
  await expect(
    changeSettings(
      domain.pool,
      { 'video.daily_limit': '30', 'video.reward': 'lots' },
      domain.now(),
    ),
  ).rejects.toThrow('video.reward');
  expect(await waiting()).toEqual({ messages: 0, announcements: 0 });
});

test('a device that was added after the change gets no message', async () => {
  await addDevices(1);
  await setLimit(30);
  domain.advance(1);
  await addDevice(domain, await domain.user(), 'newcomer');
  await worker.work();
  expect(notified()).toEqual(['device-1']);
});

test('1,700 devices are notified in batches, and the queue never holds more than 1,500', async () => {
  await addDevices(1_700);
  await setLimit(30);
  const sizes: unknown[] = [];
  for (const _ of [1, 2, 3]) {
    const taken = await fanOutAnnouncement(domain.pool, domain.now());
    sizes.push([taken, (await waiting()).messages]);
  }
  expect(sizes).toEqual([
    [500, 500],
    [500, 1_000],
    [0, 1_000],
  ]);
  await worker.work();
  expect(notified()).toHaveLength(1_700);
  expect(new Set(notified()).size).toBe(1_700);
  expect(await waiting()).toEqual({ messages: 0, announcements: 0 });
});

test('two workers send one announcement once to each device', async () => {
  await addDevices(1_200);
  await setLimit(30);
  const other = await openWorker(domain, fcm);
  await Promise.all([worker.work(), other.work()]);
  expect([notified().length, new Set(notified()).size]).toEqual([1_200, 1_200]);
});

test('a limit that is lowered again is no longer announced, not even by queued messages', async () => {
  await addDevices(3);
  await setLimit(30);
  await fanOutAnnouncement(domain.pool, domain.now());
  await setLimit(25);
  await worker.work();
  expect([notified(), await waiting()]).toEqual([[], { messages: 0, announcements: 0 }]);
});

test('after two changes the newer limit is announced', async () => {
  await addDevices(3);
  await setLimit(30);
  await fanOutAnnouncement(domain.pool, domain.now());
  await setLimit(40);
  await worker.work();
  expect(notified().sort()).toEqual(['device-1', 'device-2', 'device-3']);
  expect(bodies()).toEqual(new Set(['You can now earn with 40 clips a day.']));
});

test('an announcement expires after a day', async () => {
  await addDevices(3);
  await setLimit(30);
  domain.advance(DAY);
  expect(await fanOutAnnouncement(domain.pool, domain.now())).toBe(0);
  await worker.work();
  expect([notified(), await waiting()]).toEqual([[], { messages: 0, announcements: 0 }]);
});
