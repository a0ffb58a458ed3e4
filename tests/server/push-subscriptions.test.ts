import { describe, expect, test } from 'vitest';
import { isAtPushService, updatePushSubscription } from '../../server/domain/push-subscriptions.ts';
import { logout, updateFcmToken } from '../../server/domain/sessions.ts';
import { findVapidKeys, vapidSubject } from '../../server/domain/vapid.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { addDevice } from './push.support.ts';
import { refusalOf } from './support.ts';
import { addWebDevice, makeDevice } from './web-push.support.ts';

setUpDomain();

const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/phone';
const { subscription } = makeDevice(ENDPOINT);

/** Returns the push address of each session, and deletes the sessions. */
async function addresses() {
  const { rows } = await domain.pool.query(
    `select user_id, coalesce(fcm_token, web_push ->> 'endpoint') as address from session
     where fcm_token is not null or web_push is not null order by user_id`,
  );
  await domain.pool.query('delete from session');
  return rows;
}

describe('a device has one push address', () => {
  test('a subscription replaces a token, and a token replaces a subscription', async () => {
    const { userId } = await domain.user();
    const first = await addDevice(domain, { userId, token: '' }, 'token');
    await updatePushSubscription(domain.context(), first, subscription);
    expect(await addresses()).toEqual([{ user_id: userId, address: ENDPOINT }]);
    const second = await addWebDevice(domain, { userId, token: '' }, subscription);
    await updateFcmToken(domain.context(), second, { fcm_token: 'token' });
    expect(await addresses()).toEqual([{ user_id: userId, address: 'token' }]);
  });

  test('a subscription belongs to the newest session that sent it, of any user', async () => {
    const [before, now] = [await domain.user(), await domain.user()];
    await addWebDevice(domain, before, subscription);
    await addWebDevice(domain, now, subscription);
    expect(await addresses()).toEqual([{ user_id: now.userId, address: ENDPOINT }]);
  });

  test('logging out removes the subscription', async () => {
    const device = await addWebDevice(domain, await domain.user(), subscription);
    await logout(domain.context(), device, {});
    expect(await addresses()).toEqual([]);
  });
});

describe('the server accepts no address but a push service’s', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/cX9:APA91bF',
    'https://jmt17.google.com/fcm/send/cX9:APA91bF',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
    'https://web.push.apple.com/QGzb',
    'https://wns2-par02p.notify.windows.com/w/?token=BQYA%2b',
    'https://localhost:8443/phone',
  ])('%s is accepted', (endpoint) => {
    expect(isAtPushService(endpoint, ['localhost:8443'])).toBe(true);
  });

  test.each([
    ['a text that is no URL', 'phone'],
    ['an address without TLS', 'http://fcm.googleapis.com/fcm/send/a'],
    ['another scheme', 'file:///etc/passwd'],
    ['this machine', 'https://127.0.0.1/a'],
    ['this machine in hexadecimal notation', 'https://0x7f.1/a'],
    ['this machine by IPv6', 'https://[::ffff:127.0.0.1]/a'],
    ['a private network', 'https://10.0.0.5/a'],
    ['a cloud’s metadata service', 'https://169.254.169.254/latest/meta-data'],
    ['any other host', 'https://evil.example/a'],
    ['another port of a push service', 'https://fcm.googleapis.com:8443/a'],
    ['another port of the operator’s push service', 'https://localhost:8444/a'],
    ['a host whose name begins like a push service', 'https://fcm.googleapis.com.evil.example/a'],
    ['a host whose name ends like a push service', 'https://evilfcm.googleapis.com/a'],
    ['a host whose name ends like a wildcard, without the dot', 'https://evilpush.apple.com/a'],
    ['a push service’s name in place of the user', 'https://fcm.googleapis.com@evil.example/a'],
    ['a push service with a user and a password', 'https://evil:p@fcm.googleapis.com/a'],
    ['a push service with a user', 'https://evil@fcm.googleapis.com/a'],
    ['a push service with a password', 'https://:p@fcm.googleapis.com/a'],
    [
      'a backslash that URL parsers read differently',
      'https://evil.example\\@fcm.googleapis.com/a',
    ],
    ['an address with a line break', 'https://fcm.googleapis.com/a\r\nHost: evil.example'],
    ['capital letters', 'https://FCM.googleapis.com/a'],
  ])('%s is refused', async (_what, endpoint) => {
    const user = await domain.user();
    const refused = updatePushSubscription(domain.context(), user, { ...subscription, endpoint });
    expect(await refusalOf(refused)).toEqual({ reason: 'unknown_push_service' });
  });

  test('a public key that is not on the curve is refused', async () => {
    const user = await domain.user();
    const p256dh = 'B'.repeat(87);
    const refused = updatePushSubscription(domain.context(), user, { ...subscription, p256dh });
    expect(await refusalOf(refused)).toEqual({ reason: 'unknown_push_service' });
  });
});

test('the server’s keys are made once, also by servers that start together', async () => {
  const { pool } = domain;
  const [first, second] = await Promise.all([findVapidKeys(pool), findVapidKeys(pool)]);
  expect(second).toEqual(first);
  expect(await findVapidKeys(pool)).toEqual(first);
  expect(Buffer.from(first.publicKey, 'base64url')).toHaveLength(65);
});

test.each([
  ['help@clips.example', 'https://clips.example', 'mailto:help@clips.example'],
  ['https://help.example/contact', 'https://clips.example', 'https://help.example/contact'],
  ['', 'https://clips.example', 'https://clips.example'],
  ['Telegram: @clips', 'https://clips.example', 'https://clips.example'],
  ['mailto:help@clips.example', 'https://clips.example', 'mailto:help@clips.example'],
  ['', 'http://localhost:4173', 'mailto:webmaster@localhost'],
])('the VAPID subject for the contact “%s” of %s is %s', (contact, publicUrl, subject) => {
  expect(vapidSubject(contact, publicUrl)).toBe(subject);
});
