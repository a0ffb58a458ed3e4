import { expect, test } from 'vitest';
import { messageOf } from '../../server/push/message.ts';
import { textOf } from '../../server/push/texts.ts';

test.each([
  ['1', '0.0001'],
  ['10000', '1.00'],
  ['12345', '1.2345'],
  ['12300', '1.23'],
  ['123450000', '12,345.00'],
  // a double would write 922,337,203,685,477.6
  ['9223372036854775807', '922,337,203,685,477.5807'],
])('%s units are written as %s', (units, amount) => {
  expect(textOf('withdrawal_paid', units, null, null).body).toBe(
    `Your withdrawal of ${amount} has been paid out.`,
  );
});

test.each([null, 'en', 'en-GB', 'zh', 'zh-Hant', 'xx', '', 'constructor', '__proto__'])(
  'a user whose language is %j reads the English words',
  (language) => {
    expect(textOf('friend_joined', 'm***a', language, null)).toEqual({
      title: 'A friend joined',
      body: '\u2068m***a\u2069 joined with your invitation.',
      lang: 'en',
    });
  },
);

test.each([
  [
    'withdrawal_rejected',
    '12345',
    'Auszahlung abgelehnt',
    'Ihre Auszahlung über 1,2345 wurde abgelehnt. Der Betrag ist wieder in Ihrem Guthaben.',
  ],
  [
    'withdrawal_returned',
    // a part of the amount repaid a debt
    '40000:15000',
    'Auszahlung zurückgekommen',
    'Ihre Auszahlung über 4,00 wurde an uns zurückgesendet.',
  ],
  [
    'friend_joined',
    'م***د',
    'Ein Freund ist dabei',
    '\u2068م***د\u2069 hat sich mit Ihrer Einladung registriert.',
  ],
  ['daily_limit', '1', 'Neues Tageslimit', 'Sie können jetzt mit 1 Clip am Tag verdienen.'],
  ['daily_limit', '1200', 'Neues Tageslimit', 'Sie können jetzt mit 1.200 Clips am Tag verdienen.'],
] as const)('%s of %s in the account’s language', (kind, detail, title, body) => {
  expect(textOf(kind, detail, 'de-AT', 'DE')).toEqual({ title, body, lang: 'de' });
});

test.each([
  ['en', 'IN', '12,34,567.50'],
  ['de', 'CH', "1'234'567.50"],
  ['pt', 'BR', '1.234.567,50'],
  ['es', 'MX', '1,234,567.50'],
  ['es', 'AR', '1.234.567,50'],
  ['ar', 'MA', '1.234.567,50'],
  ['fa', 'IR', '۱٬۲۳۴٬۵۶۷٫۵۰'],
  ['en', null, '1,234,567.50'],
])('a sum in %s is written as in %s', (language, country, amount) => {
  expect(textOf('withdrawal_paid', '12345675000', language, country).body).toContain(amount);
});

test('a count is written by the country’s rules, too', () => {
  expect(textOf('daily_limit', '120000', 'en', 'IN').body).toBe(
    'You can now earn with 1,20,000 clips a day.',
  );
});

/** Unicode's characters that embed, override or isolate a direction; the first one ends an isolate. */
const TURNING = '\u2069\u202e\u202a\u202b\u202c\u202d\u2066\u2067\u2068';
const report = (title: string, reason: string) =>
  JSON.stringify({ upheld: true, title, titles: {}, reason });

test.each([
  ['friend_joined', `m${TURNING}***a`],
  ['report_decided', report(`K${TURNING}oi`, `It${TURNING} is ours`)],
  ['report_decided', report('Koi', `illegal: see${TURNING} it`)],
  ['objection_decided', JSON.stringify({ upheld: true, reason: `Go${TURNING}od` })],
] as const)('nothing in %s of %j ends the isolate around it', (kind, detail) => {
  const { body } = textOf(kind, detail, 'en', null);
  const isolate = /\u2068[^\u202a-\u202e\u2066-\u2069]+\u2069/g;
  // the text that was added to a reason is an isolate within an isolate
  const ours = body.replace(isolate, 'x').replace(isolate, 'x');
  expect(ours).not.toBe(body);
  expect(ours).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
});

test('every tag can be a topic, and a link is sent with https only', () => {
  const now = new Date('2026-03-01T10:00:00Z');
  const created_at = new Date('2026-02-01T10:00:00Z');
  const occurrence = {
    kind: 'withdrawal_paid',
    detail: '1',
    language: null,
    country: null,
    created_at,
  } as const;
  const occasion = 'withdrawal:9223372036854775807';
  const message = messageOf({ ...occurrence, occasion }, 't', 'http://127.0.0.1:4173', now);
  expect(message).toMatchObject({ message: { webpush: { headers: { TTL: '0' } } } });
  expect(message).not.toHaveProperty('message.webpush.fcm_options');
  expect(message).toHaveProperty(
    'message.webpush.headers.Topic',
    expect.stringMatching(/^[A-Za-z0-9_-]{1,32}$/),
  );
});
