import { afterEach, beforeEach } from 'vitest';
import { forgotPassword } from '../../server/domain/forgot-password.ts';
import { connectSmtp } from '../../server/mail/smtp.ts';
import { createMailWorker } from '../../server/mail/worker.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { type MailServer, startMailServer } from './mail.support.ts';

export { domain };
/** The test's own mail server, to which `sendDue` sends. */
export let mailServer: MailServer;
/** All errors that the worker has reported in the current test. */
export let reports: string[];

/** Gives the test file a domain, and each test a mail server. */
export function setUpMail(): void {
  setUpDomain();
  beforeEach(async () => {
    mailServer = await startMailServer();
    reports = [];
  });
  afterEach(async () => {
    await mailServer.close();
    await domain.pool.query('truncate mail, limit_window');
  });
}

/** Sends the mails that are due at the domain's time, without random delays. */
export const sendDue = (url = mailServer.url): Promise<void> =>
  createMailWorker({
    pool: domain.pool,
    smtp: connectSmtp({ url, from: 'help@clips.example' }),
    product: (language) => domain.settings.textIn('product.name', language ?? undefined),
    publicUrl: 'https://clips.example',
    onError: (error) => reports.push((error as Error).message),
    now: domain.now,
    random: () => 0,
  })(new AbortController().signal);

export const ask = (email: string) => forgotPassword(domain.context(), null, { email });

/** Counts the queued mails, and the mailed links. */
export async function countMails(): Promise<{ waiting: number; links: number }> {
  const { rows } = await domain.pool.query(
    `select count(*) filter (where due_at is not null)::int as waiting,
       count(*) filter (where due_at is null)::int as links from mail`,
  );
  return rows[0];
}
