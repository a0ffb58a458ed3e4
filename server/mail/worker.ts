import type pg from 'pg';
import type { Now } from '../database/clock.ts';
import type { MailKind } from '../domain/mail-queue.ts';
import { createLinkCode } from '../domain/reset-links.ts';
import { addMilliseconds, MINUTE } from '../domain/time.ts';
import { retryDelay } from '../push/result.ts';
import type { SpanAttributes } from '../tracing/span.ts';
import { inSpan } from '../tracing/tracing.ts';
import {
  findRecipient,
  finishMail,
  type LeasedMail,
  leaseMails,
  postponeMail,
  type Recipient,
  removeMail,
  storeLink,
} from './queue.ts';
import type { MailResult, Smtp } from './smtp.ts';
import { decisionOf, linkOf, type MailText, mailOf } from './text.ts';
import { mailTimeouts } from './timeouts.ts';

/** The reason why a mail was not sent; it names no person and no address. */
class MailError extends Error {
  override readonly name = 'MailError';
}

export interface MailWorkerOptions {
  readonly pool: pg.Pool;
  readonly smtp: Smtp;
  /** the product's name in the given language */
  readonly product: (language: string | null) => string;
  /** origin of the app, no slash at the end */
  readonly publicUrl: string;
  /** receives the reasons why mails were not sent, each once a batch */
  readonly onError: (error: unknown) => void;
  readonly now: Now;
  /** from 0 to below 1 */
  readonly random: () => number;
}

/** Mails that one worker leases and sends in parallel: mail servers limit the connections of one client. */
const BATCH = 2;
/** Longer than all timeouts of a mail. */
export const LEASE_MS = mailTimeouts.writeTimeoutMs + mailTimeouts.acceptTimeoutMs + MINUTE;
/**
 * Attempts before a mail is given up. 9 take about an hour with the pauses: the person who requested the mail no
 * longer waits by then. 36 take more than a day, for mails that nobody requests: about a change, which the mail's
 * link can undo, and about a decision.
 */
const MAX_ATTEMPTS: Readonly<Record<MailKind, number>> = {
  reset: 9,
  confirm: 9,
  password: 36,
  passkey: 36,
  passkey_removed: 36,
  payout: 36,
  undo: 36,
  objection: 36,
};

/**
 * Sends every mail that is due, and resolves when no other mail is due, apart from those that other workers are
 * leasing.
 * @param signal stops the sending: mails that are being sent get a little more time
 * @throws errors of the database; the mails are due again when their lease ends
 */
type SendDueMails = (signal: AbortSignal) => Promise<void>;

export function createMailWorker(options: MailWorkerOptions): SendDueMails {
  const { pool, smtp, product, publicUrl, onError, now, random } = options;

  /** @returns why the mail was not sent */
  async function fail(mail: LeasedMail, { kind, reason }: Exclude<MailResult, { kind: 'sent' }>) {
    if (kind === 'refused' || mail.attempts >= MAX_ATTEMPTS[mail.kind]) {
      await removeMail(pool, mail);
      return `a mail was given up: ${reason}`;
    }
    await postponeMail(pool, mail, addMilliseconds(now(), retryDelay(mail.attempts, 0, random)));
    return reason;
  }

  /** @returns null: the mail belongs to another worker by now, or its account is deleted */
  async function write(mail: LeasedMail, recipient: Recipient): Promise<MailText | null> {
    const name = product(recipient.language);
    const { kind, detail } = mail;
    if (kind === 'objection') return decisionOf(detail ?? '{}', recipient, name);
    const { code, codeHash } = createLinkCode();
    if (!(await storeLink(pool, mail, recipient.user_id, codeHash, now()))) return null;
    return mailOf(kind, recipient, name, linkOf(kind, publicUrl, code));
  }

  async function deliver(
    mail: LeasedMail,
    ending: AbortSignal,
    note: (facts: SpanAttributes) => void,
  ): Promise<string | undefined> {
    const recipient = await findRecipient(pool, mail, now());
    if (!recipient) {
      await removeMail(pool, mail);
      return;
    }
    const { user_id: userId, email, language } = recipient;
    const text = await write(mail, recipient);
    if (!text) return;
    const name = product(language);
    const result = await smtp.send(email, name, text, ending);
    note({ 'clipurse.result': result.kind });
    if (result.kind === 'sent') await finishMail(pool, mail, userId, now());
    else return fail(mail, result);
  }

  const traced = (mail: LeasedMail, ending: AbortSignal) =>
    inSpan(
      { name: 'mail send', kind: 'internal', facts: { 'clipurse.mail.kind': mail.kind } },
      (note) => deliver(mail, ending, note),
    );

  return async (signal) => {
    while (!signal.aborted) {
      const batch = await leaseMails(pool, now(), addMilliseconds(now(), LEASE_MS), BATCH);
      if (batch.length === 0) return;
      const results = await Promise.allSettled(batch.map((mail) => traced(mail, signal)));
      const reasons = results.flatMap((result) =>
        result.status === 'fulfilled' && result.value !== undefined ? [result.value] : [],
      );
      for (const reason of new Set(reasons)) onError(new MailError(reason));
      const failure = results.find((result) => result.status === 'rejected');
      if (failure) throw failure.reason;
    }
  };
}
