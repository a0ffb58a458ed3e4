import { expect, test, vi } from 'vitest';
import { startMail } from '../../server/mail/start.ts';
import { ask, domain, mailServer, reports, setUpMail } from './mail.setup.ts';

setUpMail();

test('a mail that its mail server scans for minutes does not delay another mail', async () => {
  for (const username of ['slow', 'quick']) await domain.user({ username });
  const looked = Promise.withResolvers<void>();
  mailServer.looksUntil = looked.promise;
  const stop = await startMail({
    pool: domain.pool,
    settings: domain.settings,
    config: {
      mail: { url: mailServer.url, from: 'help@clips.example' },
      publicUrl: 'https://clips.example',
    },
    onError: (error) => reports.push((error as Error).message),
    now: domain.now,
  });
  await ask('slow@example.org');
  await vi.waitUntil(() => mailServer.mails.length === 1, 30_000);
  mailServer.looksUntil = Promise.resolve();
  await ask('quick@example.org');
  await vi.waitUntil(() => mailServer.mails.length === 2, 30_000);
  // the mail server has not accepted the first mail yet
  const waiting = 'select from mail where email_key = $1 and due_at is not null';
  const { rowCount } = await domain.pool.query(waiting, ['slow@example.org']);
  looked.resolve();
  await stop();
  expect([rowCount, reports]).toEqual([1, []]);
});
