import isEmail from 'validator/lib/isEmail.js';
import { type Environment, invalid, read } from './config.environment.ts';
import { isLoopback } from './config.network.ts';

export interface MailConfig {
  /** `smtp:` or `smtps:`; it carries a password, so it is never shown */
  readonly url: string;
  /** the sender's address; the sender's name is the product's */
  readonly from: string;
}

/** `URL` does not convert a host of this scheme to ASCII: its other letters would stay percent-encoded. */
const HOST = /^(?:[\w.-]+|\[[\da-f.:]+\])$/i;

const isServer = ({ protocol, hostname, pathname, search, hash }: URL) =>
  /^smtps?:$/.test(protocol) &&
  HOST.test(hostname) &&
  /^\/?$/.test(pathname) &&
  search + hash === '';

/** @throws ConfigError */
export function readMail(env: Environment): MailConfig | null {
  const url = read(env, 'SMTP_URL');
  const from = read(env, 'MAIL_FROM');
  if (url === undefined && from === undefined) return null;
  if (url === undefined) throw invalid('SMTP_URL', 'is missing: MAIL_FROM needs it');
  const parsed = URL.parse(url);
  if (parsed === null || !isServer(parsed) || !isDecodable(parsed)) {
    throw invalid(
      'SMTP_URL',
      'must be a URL such as smtps://user:password@mail.example:465, with a percent-encoded password',
    );
  }
  if ((parsed.username === '') !== (parsed.password === '')) {
    throw invalid('SMTP_URL', 'must name both a user and a password, or neither');
  }
  if (from === undefined) throw invalid('MAIL_FROM', 'is missing: SMTP_URL needs it');
  if (!isEmail(from)) throw invalid('MAIL_FROM', 'must be an address such as help@clips.example');
  // a mail server on this machine may be a developer's tool that only displays the mails
  if (read(env, 'PUBLIC_URL') === undefined && !isLoopback(parsed.hostname)) {
    throw invalid('PUBLIC_URL', 'is missing: SMTP_URL needs it for the links in mails');
  }
  return { url, from };
}

function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}
