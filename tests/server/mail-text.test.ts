import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ConfigError } from '../../server/config.environment.ts';
import { readMail } from '../../server/config.mail.ts';
import { connectSmtp } from '../../server/mail/smtp.ts';
import { linkOf, mailOf } from '../../server/mail/text.ts';
import { mailTimeouts } from '../../server/mail/timeouts.ts';
import { LEASE_MS } from '../../server/mail/worker.ts';
import { spokenLanguages } from '../../server/words/words.ts';
import { type MailServer, startMailServer } from './mail.support.ts';

const LINK = 'https://clips.example/reset#code=1';
let server: MailServer;
beforeEach(async () => {
  server = await startMailServer();
});
afterEach(() => server.close());

const FROM = 'help@clips.example';
const never = new AbortController().signal;
const mail = mailOf('reset', { username: 'ada', language: null }, 'Clips', LINK);

const send = (to: string, product: string, username = 'ada') =>
  connectSmtp({ url: server.url, from: FROM }).send(
    to,
    product,
    mailOf('reset', { username, language: null }, product, LINK),
    never,
  );

describe('the text of a mail', () => {
  test.each(spokenLanguages)(
    'in %s has the names of the member and the product, and the link as its second paragraph',
    (tag) => {
      const { text, html, subject } = mailOf(
        'reset',
        { username: 'ada', language: tag },
        'Clips',
        LINK,
      );
      expect(subject).toMatch(/^Clips: .{5}/);
      expect(text).toContain('\u2068ada\u2069');
      expect(text).toContain('\u2068Clips\u2069');
      expect(text.split('\n\n')[1]).toBe(LINK);
      expect(html).toContain(
        `lang="${tag}" dir="${['ar', 'fa', 'he', 'ur'].includes(tag) ? 'rtl' : 'ltr'}"`,
      );
    },
  );

  test('isolates names with direction marks', () => {
    const names = { username: 'a\u2069\u202eda', language: 'en' };
    const { text } = mailOf('reset', names, 'Cl\u2069\u2067ips', LINK);
    expect(text).toContain('\u2068ada\u2069');
    expect(text).toContain('\u2068Clips\u2069');
    expect(text).not.toMatch(/[\u202a-\u202e\u2066\u2067]/);
  });

  test('escapes markup in names', async () => {
    const { html, text } = mailOf(
      'reset',
      { username: '<img src=x onerror="a()">&', language: 'en' },
      '"><script>b()</script>',
      `${LINK}"><i>`,
    );
    expect(html).not.toMatch(/<img|<script|<i>/);
    expect(html).toContain('&lt;img src=x onerror=&quot;a()&quot;&gt;&amp;');
    expect(text).toContain('<img src=x onerror="a()">&');
  });
});

test('a line break in a name or an address adds neither a header nor a recipient', async () => {
  const evil = 'Clips\r\nBcc: second@example.org\r\nX-Evil: yes';
  expect(await send('first@example.org', evil, evil)).toEqual({ kind: 'sent' });
  await send('first@example.org\r\nBcc: third@example.org', 'Clips');
  await send('first@example.org, fourth@example.org', 'Clips');
  for (const { headers, to } of server.mails) {
    expect(headers).not.toMatch(/^(?:Bcc|X-Evil):/im);
    expect(to).toHaveLength(1);
  }
  expect(server.mails[0]?.to).toEqual(['first@example.org']);
  expect(server.mails[0]?.headers).toMatch(/^Auto-Submitted: auto-generated$/m);
});

const VALIDITY = {
  confirm: /24|২৪|۲۴|२४/,
  undo: /72|৭২|۷۲|७२/,
  passkey: /30|৩০|۳۰|३०/,
  payout: /30|৩০|۳۰|३०/,
};

test.each(spokenLanguages)(
  'in %s mails of four kinds name the person, have their link, and say how long the link is valid',
  (tag) => {
    for (const kind of ['confirm', 'undo', 'passkey', 'payout'] as const) {
      const link = linkOf(kind, 'https://clips.example', '1');
      const way = kind === 'confirm' || kind === 'undo' ? kind : 'code';
      expect(link).toBe(`https://clips.example/reset#${way}=1`);
      const { text, html } = mailOf(kind, { username: 'ada', language: tag }, 'Clips', link);
      expect(text).toContain('\u2068ada\u2069');
      expect(text.split('\n\n')[1]).toBe(link);
      expect(text).toMatch(VALIDITY[kind]);
      expect(html).toContain(`href="${link}"`);
    }
  },
);

test('a mail program finds no link in a user name', () => {
  const { text, html } = mailOf(
    'reset',
    { username: 'prize.evil.example', language: 'en' },
    'Clips',
    LINK,
  );
  for (const words of [text, html]) {
    expect(words).toContain('prize.\u2060evil.\u2060example');
    expect(words).not.toMatch(/prize\.evil|evil\.example/);
  }
});

describe('a mail server that scans each mail', () => {
  // a busy machine needs time to connect, and to write
  const timeouts = { writeTimeoutMs: 2_000, acceptTimeoutMs: 5_000, shutdownTimeoutMs: 300 };
  const sendWithin = (ending: AbortSignal) =>
    connectSmtp({ url: server.url, from: FROM }, timeouts).send(
      'a@b.example',
      'Clips',
      mail,
      ending,
    );
  const unknown = { reason: 'the mail server did not say whether it took a mail' };

  test('may take longer to accept the mail than the time limit of the steps before', async () => {
    server.looksForMs = 2_500;
    expect(await sendWithin(never)).toEqual({ kind: 'sent' });
  });

  test('is waited for up to a time limit, and only briefly when the app’s server ends', async () => {
    server.looksForMs = 20_000;
    const ending = new AbortController();
    const begun = performance.now();
    const results = [sendWithin(never), sendWithin(ending.signal)] as const;
    await vi.waitUntil(() => server.mails.length === 2, 10_000);
    ending.abort();
    const ended = performance.now();
    expect(await results[1]).toMatchObject(unknown);
    expect(performance.now() - ended).toBeLessThan(4_000);
    expect(await results[0]).toMatchObject(unknown);
    expect(performance.now() - begun).toBeLessThan(20_000);
  });

  test('has ten minutes, as RFC 5321 requires, while no other worker takes the mail', () => {
    expect(mailTimeouts.acceptTimeoutMs).toBeGreaterThanOrEqual(600_000);
    expect(LEASE_MS).toBeGreaterThan(mailTimeouts.writeTimeoutMs + mailTimeouts.acceptTimeoutMs);
  });
});

test('a mail server that is too slow with a recipient counts as unreachable', async () => {
  server.holdsRecipientsForMs = 2_000;
  const timeouts = { writeTimeoutMs: 300, acceptTimeoutMs: 5_000, shutdownTimeoutMs: 300 };
  const smtp = connectSmtp({ url: server.url, from: FROM }, timeouts);
  expect(await smtp.send('a@b.example', 'Clips', mail, never)).toMatchObject({
    reason: 'the mail server could not be reached: ETIMEDOUT',
  });
});

test('a mail server on another machine gets no mail without encryption', async () => {
  // the same server, under an address that is not loopback
  const url = server.url.replace('127.0.0.1', '0.0.0.0');
  const smtp = connectSmtp({ url, from: FROM });
  expect(await smtp.send('ada@example.org', 'Clips', mail, never)).toMatchObject({
    reason: 'the mail server could not be reached: ESOCKET',
  });
  expect(server.mails).toEqual([]);
});

describe('the mail settings of the environment', () => {
  const from = 'help@clips.example';

  test.each(['smtp://127.0.0.1', 'smtp://[::1]:25/', 'smtps://me:p%40ss@mail.clips.example'])(
    'may be %s',
    (url) => {
      const env = { SMTP_URL: url, MAIL_FROM: from, PUBLIC_URL: 'https://clips.example' };
      expect(readMail(env)).toEqual({ url, from });
    },
  );

  test.each([
    ['SMTP_URL', { MAIL_FROM: from }],
    ['MAIL_FROM', { SMTP_URL: 'smtp://127.0.0.1' }],
    ['MAIL_FROM', { SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'Clips <help@clips.example>' }],
    ['SMTP_URL', { SMTP_URL: 'https://secret@mail.clips.example', MAIL_FROM: from }],
    ['SMTP_URL', { SMTP_URL: 'smtp://me:secret%@mail.clips.example', MAIL_FROM: from }],
    ['SMTP_URL', { SMTP_URL: 'smtp://mail.clips.example/secret', MAIL_FROM: from }],
    ['SMTP_URL', { SMTP_URL: 'smtp:', MAIL_FROM: from }],
    ['SMTP_URL', { SMTP_URL: 'smtps://me@mail.clips.example', MAIL_FROM: from }],
    ['SMTP_URL', { SMTP_URL: 'smtps://:secret@mail.clips.example', MAIL_FROM: from }],
    ['SMTP_URL', { SMTP_URL: 'smtps://почта.example', MAIL_FROM: from }],
    ['PUBLIC_URL', { SMTP_URL: 'smtps://me:secret@mail.clips.example', MAIL_FROM: from }],
    ['PUBLIC_URL', { SMTP_URL: 'smtp://127.clips.example', MAIL_FROM: from }],
    ['SMTP_URL', { SMTP_URL: 'mail.clips.example', MAIL_FROM: from }],
  ])('are refused with the name of %s: %j', (name, env) => {
    const read = () => readMail(env);
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^${name} (?!.*secret)`));
  });
});
