import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConfigError } from '../../server/config.environment.ts';
import { readMail } from '../../server/config.mail.ts';
import { connectSmtp } from '../../server/mail/smtp.ts';
import { resetMail } from '../../server/mail/text.ts';
import { spokenLanguages } from '../../server/words/words.ts';
import { type MailServer, startMailServer } from './mail.support.ts';

const LINK = 'https://clips.example/reset?code=1';
let server: MailServer;
beforeEach(async () => {
  server = await startMailServer();
});
afterEach(() => server.close());

const send = (to: string, product: string, username = 'ada') =>
  connectSmtp({ url: server.url, from: 'help@clips.example' }).send(
    to,
    product,
    resetMail({ username, language: null }, product, LINK),
  );

describe('the words of a mail', () => {
  test.each(spokenLanguages)('in %s name the person and the app, and have the link once', (tag) => {
    const { text, html, subject } = resetMail({ username: 'ada', language: tag }, 'Clips', LINK);
    expect(subject).toMatch(/^Clips: .{5}/);
    expect(text).toContain('\u2068ada\u2069');
    expect(text).toContain('\u2068Clips\u2069');
    expect(text.split('\n\n')[1]).toBe(LINK);
    expect(html).toContain(
      `lang="${tag}" dir="${['ar', 'fa', 'he', 'ur'].includes(tag) ? 'rtl' : 'ltr'}"`,
    );
  });

  test('are text, whatever names hold', async () => {
    const { html, text } = resetMail(
      { username: '<img src=x onerror="a()">&', language: 'en' },
      '"><script>b()</script>',
      `${LINK}"><i>`,
    );
    expect(html).not.toMatch(/<img|<script|<i>/);
    expect(html).toContain('&lt;img src=x onerror=&quot;a()&quot;&gt;&amp;');
    expect(text).toContain('<img src=x onerror="a()">&');
  });
});

test('a line break in a name or an address makes no header, and no further recipient', async () => {
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

test('a mail server may look through a mail for longer than it may take to answer at all', async () => {
  server.looksForMs = 11_000;
  expect(await send('ada@example.org', 'Clips')).toEqual({ kind: 'sent' });
}, 20_000);

test('a mail server elsewhere is sent nothing without encryption', async () => {
  // the same server, by an address that does not say that it is this machine's own
  const url = server.url.replace('127.0.0.1', '0.0.0.0');
  const smtp = connectSmtp({ url, from: 'help@clips.example' });
  const mail = resetMail({ username: 'ada', language: null }, 'Clips', LINK);
  expect(await smtp.send('ada@example.org', 'Clips', mail)).toMatchObject({
    reason: 'the mail server could not be reached: ESOCKET',
  });
  expect(server.mails).toEqual([]);
});

describe('the environment', () => {
  const from = 'help@clips.example';

  test.each(['smtp://127.0.0.1', 'smtp://[::1]:25/', 'smtps://me:p%40ss@mail.clips.example'])(
    'may say %s',
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
  ])('is refused by the name of %s: %j', (name, env) => {
    const read = () => readMail(env);
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^${name} (?!.*secret)`));
  });
});
