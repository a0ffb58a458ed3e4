import { expect, test, vi } from 'vitest';
import { startMail } from '../../server/mail/start.ts';
import { ask, domain, mailServer, reports, setUpMail } from './mail.setup.ts';

setUpMail();

test('a mail that is looked through for minutes keeps no other one waiting', async () => {
  for (const username of ['slow', 'quick']) await domain.user({ username });
  mailServer.looksForMs = 5_000;
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
  await vi.waitUntil(() => mailServer.mails.length === 1, 20_000);
  mailServer.looksForMs = 0;
  await ask('quick@example.org');
  await vi.waitUntil(() => mailServer.mails.length === 2, 20_000);
  // the first one is not taken yet
  const waiting = 'select from mail where email_key = $1 and due_at is not null';
  const { rowCount } = await domain.pool.query(waiting, ['slow@example.org']);
  await stop();
  expect([rowCount, reports]).toEqual([1, []]);
});
