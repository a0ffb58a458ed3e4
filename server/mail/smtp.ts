import { getSystemErrorName } from 'node:util';
import { createTransport } from 'nodemailer';
import type { MailConfig } from '../config.mail.ts';
import { isLoopback } from '../config.network.ts';
import type { SendResult } from '../push/result.ts';
import type { MailText } from './text.ts';
import { type MailTimeouts, MailTimer, mailTimeouts } from './timeouts.ts';

/** A mail server's answer to a mail. */
export type MailResult = Exclude<SendResult, { kind: 'unregistered' }>;

export interface Smtp {
  /**
   * @param name of the sender
   * @param ending aborted when this server ends: the mail gets only a little more time
   * @returns never rejects
   */
  send(to: string, name: string, mail: MailText, ending: AbortSignal): Promise<MailResult>;
  /** Logs in without sending anything. @returns the reason of a failure; null: it works */
  check(): Promise<string | null>;
}

/** Timeouts for the first answer, for each step, and for a whole check. */
const ANSWER_MS = 10_000;
const STEP_MS = 25_000;
const TRIAL_MS = 60_000;

/** Codes of nodemailer and of the mail server; the server's texts would quote the address. */
interface SmtpError extends Error {
  readonly code?: string;
  readonly responseCode?: number;
  /** the SMTP command with this answer */
  readonly command?: string;
  /** error number of the system */
  readonly errno?: number;
}

/**
 * Codes of a final refusal of this mail: its address does not exist, or its text is refused. A refused
 * sender concerns every mail, until the operator corrects it.
 */
const FINAL = new Set(['EENVELOPE', 'EMESSAGE']);

function resultOf(error: SmtpError): Exclude<MailResult, { kind: 'sent' }> {
  const { code = '', responseCode, command, errno } = error;
  if (responseCode === undefined) {
    const why = errno === undefined ? code || error.message : getSystemErrorName(errno);
    const reason = `the mail server could not be reached: ${why}`;
    return { kind: 'retry', reason, minDelayMs: 0 };
  }
  const reason = `the mail server answered ${responseCode}`;
  return responseCode >= 500 && FINAL.has(code) && command !== 'MAIL FROM'
    ? { kind: 'refused', reason }
    : { kind: 'retry', reason, minDelayMs: 0 };
}

async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timeout = setTimeout(() => reject(new Error('ETIMEDOUT')), TRIAL_MS);
  return Promise.race([work, promise]).finally(() => clearTimeout(timeout));
}

/** Result of a mail that has timed out. */
const overdue = ({ isWritten }: MailTimer): MailResult => ({
  kind: 'retry',
  reason: isWritten
    ? 'the mail server did not say whether it took a mail'
    : 'the mail server could not be reached: ETIMEDOUT',
  minDelayMs: 0,
});

/** nodemailer's options for the mail server. */
function optionsOf({ url }: MailConfig) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isOwn = isLoopback(hostname);
  const secure = protocol === 'smtps:';
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (secure ? 465 : 587)),
    secure,
    ...(username === '' ? {} : { auth }),
    requireTLS: !isOwn,
    ignoreTLS: isOwn,
    dnsTimeout: ANSWER_MS,
    connectionTimeout: ANSWER_MS,
    greetingTimeout: ANSWER_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Makes a transport for one mail. */
function transportFor(
  config: MailConfig,
  { written }: MailTimer,
  { acceptTimeoutMs }: MailTimeouts,
) {
  // the socket is silent while the mail server scans the mail
  const transport = createTransport({ ...optionsOf(config), socketTimeout: 2 * acceptTimeoutMs });
  transport.use('stream', ({ message }, done) => {
    message.processFunc((stream) => stream.once('end', written));
    done();
  });
  return transport;
}

/**
 * Sends by the operator's mail server. A link in a mail is as good as a password, so the connection
 * is encrypted, except to a server on this machine, which has no signed certificate.
 */
export function connectSmtp(config: MailConfig, timeouts = mailTimeouts): Smtp {
  return {
    check: () =>
      inTime(createTransport({ ...optionsOf(config), socketTimeout: STEP_MS }).verify()).then(
        () => null,
        (error: SmtpError) => resultOf(error).reason,
      ),
    send: async (address, name, { subject, text, html }, ending) => {
      using timer = new MailTimer(timeouts, ending);
      const { signal } = timer;
      const mail = {
        from: { name, address: config.from },
        to: { name: '', address },
        ...{ subject, text, html },
        textEncoding: 'base64' as const,
        xMailer: false as const,
        // prevents absence notes
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal,
      };
      return await transportFor(config, timer, timeouts)
        .sendMail(mail)
        .then(
          () => ({ kind: 'sent' }) as const,
          (error: SmtpError) => (signal.aborted ? overdue(timer) : resultOf(error)),
        );
    },
  };
}
