import { beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../server/domain/context.ts';
import { DAY, SECOND } from '../../server/domain/time.ts';
import { domain, fcm, setUpPush, worker } from './push.setup.ts';
import {
  type Answer,
  addDevice,
  fcmError,
  openWorker,
  queueMessages,
  refusal,
  SENT,
  startMockFcm,
} from './push.support.ts';

setUpPush();
let device: Caller;
beforeEach(async () => {
  device = await addDevice(domain, await domain.user(), 'phone-token');
});

/** Sends a message; the first try gets this answer, later tries succeed. */
async function sendOnce(answer: Answer): Promise<void> {
  await queueMessages(domain, device, 1);
  fcm.answer = () => (fcm.arrivals.length === 1 ? answer : SENT);
  await worker.work();
}

/** The number of queued messages, and the device's token. */
async function left() {
  const { rows } = await domain.pool.query(
    `select (select count(*)::int from push) as messages,
       (select fcm_token from session where user_id = $1) as token`,
    [device.userId],
  );
  return rows[0];
}

/** Expects that the message is retried after exactly this time. */
async function expectAfter(milliseconds: number): Promise<void> {
  domain.advance(milliseconds - 1);
  await worker.work();
  expect(fcm.arrivals).toHaveLength(1);
  domain.advance(1);
  await worker.work();
  expect(fcm.arrivals).toHaveLength(2);
  expect(await left()).toEqual({ messages: 0, token: 'phone-token' });
}

describe('a temporary failure is retried', () => {
  test('503 with retry-after, at that time', async () => {
    await sendOnce({ ...refusal(503, 'UNAVAILABLE'), headers: { 'retry-after': '90' } });
    await expectAfter(90 * SECOND);
    expect(worker.reports).toEqual(['FCM answered 503 UNAVAILABLE']);
  });

  test('503 with a date, at that date', async () => {
    const date = new Date(domain.now().getTime() + 45 * SECOND).toUTCString();
    await sendOnce({ ...refusal(503, 'UNAVAILABLE'), headers: { 'retry-after': date } });
    await expectAfter(45 * SECOND);
  });

  test('a retry-after that is too short or invalid does not shorten the delay', async () => {
    await sendOnce({ ...refusal(503, 'UNAVAILABLE'), headers: { 'retry-after': '1' } });
    await expectAfter(10 * SECOND);
    fcm.arrivals.length = 0;
    await sendOnce({ ...refusal(503, 'UNAVAILABLE'), headers: { 'retry-after': 'soon' } });
    await expectAfter(10 * SECOND);
  });

  test('429 at its retry-after, else after a minute', async () => {
    const answer = refusal(429, 'RESOURCE_EXHAUSTED', [fcmError('QUOTA_EXCEEDED')]);
    await sendOnce({ ...answer, headers: { 'retry-after': '240' } });
    await expectAfter(240 * SECOND);
    fcm.arrivals.length = 0;
    await sendOnce(answer);
    await expectAfter(60 * SECOND);
    expect(worker.reports).toEqual(Array(2).fill('FCM answered 429 QUOTA_EXCEEDED'));
  });

  test('an answer that is not Google’s, with any status', async () => {
    for (const status of [400, 403, 404, 302]) {
      fcm.arrivals.length = 0;
      await sendOnce({ status, headers: { location: '/' }, body: '<h1>A proxy</h1>' });
      await expectAfter(10 * SECOND);
    }
    expect(worker.reports).toEqual([400, 403, 404, 302].map((status) => `FCM answered ${status}`));
  });
});

describe('a message is also retried after', () => {
  test('a revoked access token, with a new access token', async () => {
    await sendOnce(refusal(401, 'UNAUTHENTICATED', [fcmError('THIRD_PARTY_AUTH_ERROR')]));
    await expectAfter(10 * SECOND);
    expect(fcm.arrivals.map(({ authorization }) => authorization)).toEqual([
      'Bearer access-1',
      'Bearer access-2',
    ]);
  });

  test('a refused connection', async () => {
    await queueMessages(domain, device, 1);
    await fcm.close();
    // the access token comes from another server
    const google = await startMockFcm();
    const closed = { url: fcm.url, serviceAccount: google.serviceAccount };
    const cut = await openWorker(domain, closed);
    await cut.work();
    await google.close();
    expect(cut.reports).toEqual(['FCM could not be reached: ECONNREFUSED']);
    expect(await left()).toEqual({ messages: 1, token: 'phone-token' });
  });

  test('a temporary failure to get an access token, which is not requested again at once', async () => {
    let asked = 0;
    fcm.answerToken = () => {
      asked += 1;
      return { status: 503, body: {} };
    };
    await queueMessages(domain, device, 1);
    await worker.work();
    fcm.answerToken = null;
    expect([asked, await left()]).toEqual([1, { messages: 1, token: 'phone-token' }]);
  });

  test('a refused access token; the report has no secret', async () => {
    fcm.answerToken = () => ({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' },
    });
    await queueMessages(domain, device, 3);
    await worker.work();
    expect([fcm.arrivals, worker.reports]).toEqual([
      [],
      ['Google gave no access token: invalid_grant: Invalid JWT Signature.'],
    ]);
    fcm.answerToken = null;
    domain.advance(10 * SECOND);
    await worker.work();
    expect(fcm.arrivals).toHaveLength(3);
  });
});

test('delays double up to an hour, grow at random by up to half, and end after a day', async () => {
  const longer = await openWorker(domain, fcm, { random: () => 0.5 });
  await queueMessages(domain, device, 1);
  fcm.answer = () => refusal(500, 'INTERNAL');
  const began = domain.now().getTime();
  const waits: number[] = [];
  for (;;) {
    await longer.work();
    const { rows } = await domain.pool.query<{ due_at: Date }>('select due_at from push');
    const [row] = rows;
    if (!row) break;
    waits.push((row.due_at.getTime() - domain.now().getTime()) / SECOND);
    domain.setNow(row.due_at);
  }
  const doubling = [10, 20, 40, 80, 160, 320, 640, 1280, 2560].map((wait) => wait * 1.25);
  expect(waits.slice(0, 9)).toEqual(doubling);
  expect(new Set(waits.slice(9))).toEqual(new Set([4500]));
  expect(domain.now().getTime() - began).toBeLessThan(DAY);
  expect(fcm.arrivals).toHaveLength(waits.length + 1);
  expect(longer.reports.at(-1)).toBe('a message was given up: FCM answered 500 INTERNAL');
});

test('a message that was queued for a day is not sent', async () => {
  await queueMessages(domain, device, 1);
  domain.advance(DAY - 1);
  await queueMessages(domain, await addDevice(domain, await domain.user(), 'in time'), 1);
  domain.advance(1);
  await worker.work();
  expect(fcm.arrivals.map(({ message }) => message.token)).toEqual(['in time']);
  expect(await left()).toMatchObject({ messages: 0 });
});

test('a retry-after beyond the message’s day gives the message up at once', async () => {
  await sendOnce({ ...refusal(503, 'UNAVAILABLE'), headers: { 'retry-after': '86400' } });
  expect(await left()).toEqual({ messages: 0, token: 'phone-token' });
  expect(worker.reports).toEqual(['a message was given up: FCM answered 503 UNAVAILABLE']);
});

const badField = (field: string) => ({
  '@type': 'type.googleapis.com/google.rpc.BadRequest',
  fieldViolations: [{ field, description: 'Invalid value' }],
});

describe('an invalid token is removed with its message', () => {
  test.each([
    ['UNREGISTERED', refusal(404, 'NOT_FOUND', [fcmError('UNREGISTERED')])],
    ['FCM answers 404', refusal(404, 'NOT_FOUND')],
    [
      'FCM says that the token is invalid',
      refusal(400, 'INVALID_ARGUMENT', [fcmError('INVALID_ARGUMENT')]),
    ],
    [
      'FCM names the field of the token',
      refusal(400, 'INVALID_ARGUMENT', [badField('message.token')]),
    ],
  ])('%s', async (_name, answer) => {
    await sendOnce(answer);
    expect(await left()).toEqual({ messages: 0, token: null });
    expect(worker.reports).toEqual([]);
  });

  test('and no other token of the user', async () => {
    await addDevice(domain, device, 'tablet-token');
    await queueMessages(domain, device, 2);
    fcm.answer = ({ message }) =>
      message.token === 'tablet-token'
        ? refusal(404, 'NOT_FOUND', [fcmError('UNREGISTERED')])
        : SENT;
    await worker.work();
    const { rows } = await domain.pool.query(
      'select fcm_token from session where user_id = $1 order by fcm_token',
      [device.userId],
    );
    expect(rows).toEqual([{ fcm_token: 'phone-token' }, { fcm_token: null }]);
  });
});

describe('a refusal that is not about the token removes only the message', () => {
  test.each([
    [
      refusal(400, 'INVALID_ARGUMENT', [badField('message.data[0].value')]),
      'a message was given up: FCM answered 400 INVALID_ARGUMENT',
    ],
    [
      refusal(403, 'PERMISSION_DENIED', [fcmError('SENDER_ID_MISMATCH')]),
      'a message was given up: FCM answered 403 SENDER_ID_MISMATCH',
    ],
  ])('%j', async (answer, report) => {
    await sendOnce(answer);
    expect(await left()).toEqual({ messages: 0, token: 'phone-token' });
    expect(worker.reports).toEqual([report]);
  });
});
