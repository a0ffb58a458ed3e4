import { getSystemErrorName } from 'node:util';
import { createTransport } from 'nodemailer';
import type { MailConfig } from '../config.mail.ts';
import { isOwnHost } from '../config.network.ts';
import type { SendResult } from '../push/result.ts';
import type { MailText } from './text.ts';

/** A mail server's answer to a mail. */
export type MailResult = Exclude<SendResult, { kind: 'unregistered' }>;

export interface Smtp {
  /** @param name of whom it comes from; never rejects */
  send(to: string, name: string, mail: MailText): Promise<MailResult>;
  /** Logs in, and sends nothing. @returns why that fails; null: it does not */
  check(): Promise<string | null>;
}

/**
 * How long a server may take to answer at all, to each step, and for all of a mail; a lease is longer. Many
 * look through a mail before they take it: who gives up then sends it once more, and the first one's link is
 * over.
 */
const ANSWER_MS = 10_000;
const STEP_MS = 25_000;
const ALL_MS = 60_000;

/** The mail server's own codes, as nodemailer has them: its words would quote the address. */
interface SmtpError extends Error {
  readonly code?: string;
  readonly responseCode?: number;
  /** what was answered by it */
  readonly command?: string;
  /** the system's */
  readonly errno?: number;
}

/**
 * What it says for good of this mail: there is no such address, or it takes no such text. A sender that it
 * does not take is every mail's, until the operator has mended that.
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
  const timeout = setTimeout(() => reject(new Error('ETIMEDOUT')), ALL_MS);
  return Promise.race([work, promise]).finally(() => clearTimeout(timeout));
}

/**
 * Sends by the operator's mail server. A link in a mail is as good as a password, so its way there is
 * encrypted, but for a server on this machine, whose certificate nobody has signed.
 */
export function connectSmtp({ url, from }: MailConfig): Smtp {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isOwn = isOwnHost(hostname);
  const secure = protocol === 'smtps:';
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (secure ? 465 : 587)),
    secure,
    ...(username === '' ? {} : { auth }),
    requireTLS: !isOwn,
    ignoreTLS: isOwn,
    dnsTimeout: ANSWER_MS,
    connectionTimeout: ANSWER_MS,
    greetingTimeout: ANSWER_MS,
    socketTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    check: () =>
      inTime(transport.verify()).then(
        () => null,
        (error: SmtpError) => resultOf(error).reason,
      ),
    send: async (address, name, { subject, text, html }) => {
      const mail = {
        from: { name, address: from },
        to: { name: '', address },
        ...{ subject, text, html },
        textEncoding: 'base64' as const,
        xMailer: false as const,
        // no absence notes come back
        headers: { 'Auto-Submitted': 'auto-generated' },
      };
      return inTime(transport.sendMail(mail)).then(
        () => ({ kind: 'sent' }),
        (error: SmtpError) => resultOf(error),
      );
    },
  };
}
