import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { messageOf, webPushOf } from '../../server/push/message.ts';
import { ownPath, readPush, workerMessage } from '../../src/ports/push-message.ts';

const ORIGIN = 'https://clips.example';
const plain = {
  title: 'Clipurse',
  options: { icon: '/pwa-192x192.png', badge: '/badge-96x96.png', data: { link: '/' } },
  kind: null,
};

interface Sent {
  message: {
    notification: object;
    data: object;
    webpush: { notification: object; fcm_options: { link: string } };
  };
}

/** The message that a browser receives: FCM merges the two notifications that the server has sent. */
function delivered(sent: object): string {
  const { notification, data, webpush } = (sent as Sent).message;
  return JSON.stringify({
    from: '1059',
    fcmMessageId: '4d3c',
    priority: 'normal',
    notification: { ...notification, ...webpush.notification, click_action: 'x' },
    data,
    fcmOptions: webpush.fcm_options,
  });
}

const at = new Date('2026-01-02T03:04:05Z');
const occurrence = {
  occasion: 'withdrawal:12',
  kind: 'withdrawal_paid' as const,
  detail: '125000',
  language: null,
  country: null,
  created_at: at,
};

test.each([
  ['through FCM', delivered(messageOf(occurrence, 'token', ORIGIN, at))],
  ['through web push', JSON.stringify(webPushOf(occurrence, ORIGIN, at).payload)],
])('a message of the server %s is shown with its own texts and link', (_way, json) => {
  expect(readPush(json, ORIGIN)).toEqual({
    title: 'Withdrawal paid',
    options: {
      body: 'Your withdrawal of 12.50 has been paid out.',
      icon: '/pwa-192x192.png',
      badge: '/badge-96x96.png',
      tag: 'withdrawal-12',
      lang: 'en',
      data: { link: '/withdraw/index' },
    },
    kind: 'withdrawal_paid',
  });
});

test.each([
  null,
  '',
  'hello',
  '[]',
  'null',
  '7',
  '{}',
  '{"notification":7,"data":"x"}',
  '{"notification":{"title":7,"body":null,"icon":{},"tag":[]},"data":{"kind":"news","link":1}}',
  '{"web_push":8030}',
  '{"web_push":8030,"notification":{"navigate":7,"data":{"kind":"news"}}}',
  '{"web_push":8030,"notification":{"navigate":"https://evil.example/mine","data":[]}}',
])('%s, which is no message of ours, shows a plain notification', (json) => {
  expect(readPush(json, ORIGIN)).toEqual(plain);
});

test('an invalid part of a message does not discard the others', () => {
  const json = JSON.stringify({
    notification: { title: 'Hello', body: 7 },
    data: { link: '/mine' },
  });
  expect(readPush(json, ORIGIN)).toEqual({
    title: 'Hello',
    options: { icon: '/pwa-192x192.png', badge: '/badge-96x96.png', data: { link: '/mine' } },
    kind: null,
  });
});

test.each([
  ['/withdraw/index?from=push#top', '/withdraw/index?from=push#top'],
  ['invite/index', '/invite/index'],
  [`${ORIGIN}/mine`, '/mine'],
  ['https://evil.example/mine', '/'],
  ['//evil.example/mine', '/'],
  ['/\\evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['http://[', '/'],
  ['/.//evil.example/', '/'],
  ['/..//evil.example/', '/'],
  ['/mine/..//evil.example/', '/'],
  ['/.\\\\evil.example', '/'],
  ['/%2e//evil.example/', '/'],
  ['\\\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/%09/evil.example', '/%09/evil.example'],
  [`${ORIGIN}//evil.example/`, '/'],
  [`blob:${ORIGIN}/mine`, '/'],
  [undefined, '/'],
  [{ path: '/mine' }, '/'],
])('the link %s leads to %s', (link, path) => {
  expect(ownPath(link, ORIGIN)).toBe(path);
});

test('any link becomes a path of the app’s own origin', () => {
  const piece = fc.constantFrom(
    ...['/', '\\', '.', '..', '%2e', '%2F', '%5c', '%09', '\t', '\n', ' ', ':', '@', '?', '#'],
    ...[
      'evil.example',
      'https:',
      'http:',
      'blob:',
      'javascript:',
      ORIGIN,
      'mine',
      '\u3002',
      '\u2028',
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const path = ownPath(pieces.join(''), ORIGIN);
      expect([path[0], new URL(path, ORIGIN).origin]).toEqual(['/', ORIGIN]);
    }),
    { numRuns: 3_000 },
  );
});

test('pages accept only our own messages, and read an unknown kind as none', () => {
  const read = (message: unknown) => {
    const result = v.safeParse(workerMessage, message);
    return result.success ? result.output : null;
  };
  expect(read({ type: 'message.received', kind: 'of_a_later_version' })).toEqual({
    type: 'message.received',
    kind: null,
  });
  expect(read({ type: 'notification.pressed', link: '/' })).toEqual({
    type: 'notification.pressed',
    link: '/',
  });
  expect(read({ isFirebaseMessaging: true, messageType: 'push-received' })).toBeNull();
  expect(read(null)).toBeNull();
});
