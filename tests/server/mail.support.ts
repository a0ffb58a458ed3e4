import { SMTPServer } from 'smtp-server';
import { freePort } from '../postgres/free-port.ts';

/** A mail as it arrived. */
export interface ArrivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly headers: string;
  readonly text: string;
  readonly html: string;
}

/** A real mail server on this machine. */
export interface MailServer {
  /** the value of `SMTP_URL` */
  readonly url: string;
  readonly mails: ArrivedMail[];
  /** status and text with which recipients, or the sender, are refused; null: they are accepted */
  refusing: { status: number; says: string; isOfSender?: true } | null;
  /** the time before a recipient is accepted */
  holdsRecipientsForMs: number;
  /** the time before a mail is accepted */
  looksForMs: number;
  /** a mail is accepted only after this promise is fulfilled; fulfilled by default */
  looksUntil: Promise<unknown>;
  close(): Promise<void>;
}

const USER = 'mailer';
const PASSWORD = 'p@ss/word';

/** Decodes the content of the MIME part of a type; the product encodes all parts as base64. */
function partOf(raw: string, type: string): string {
  const at = raw.indexOf(`Content-Type: ${type}`);
  const [, content = ''] = /\r\n\r\n([\s\S]*?)\r\n--/.exec(raw.slice(at)) ?? [];
  return Buffer.from(content, 'base64').toString('utf8');
}

/** Starts a mail server. @param given the port of a restarted server; by default a free port */
export async function startMailServer(given?: number): Promise<MailServer> {
  const mails: ArrivedMail[] = [];
  const refusal = () => {
    const { refusing } = mailServer;
    return refusing && Object.assign(new Error(refusing.says), { responseCode: refusing.status });
  };
  const server = new SMTPServer({
    // on loopback, so without encryption
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      const isGood = username === USER && password === PASSWORD;
      done(isGood ? null : new Error('who are you'), { user: username });
    },
    onMailFrom: (_address, _session, done) => done(mailServer.refusing?.isOfSender && refusal()),
    onRcptTo: (_address, _session, done) =>
      void setTimeout(() => done(refusal()), mailServer.holdsRecipientsForMs),
    onData: (stream, { envelope }, done) => {
      let raw = '';
      stream.setEncoding('utf8');
      stream.on('data', (chunk) => {
        raw += chunk;
      });
      stream.on('end', () => {
        mails.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          headers: raw.slice(0, raw.indexOf('\r\n\r\n')),
          text: partOf(raw, 'text/plain'),
          html: partOf(raw, 'text/html'),
        });
        const { looksUntil } = mailServer;
        setTimeout(() => looksUntil.then(() => done(null)), mailServer.looksForMs);
      });
    },
  });
  // ignores clients that hang up
  server.on('error', () => undefined);
  const port = given ?? (await freePort());
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  const mailServer: MailServer = {
    url: `smtp://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
    mails,
    refusing: null,
    holdsRecipientsForMs: 0,
    looksForMs: 0,
    looksUntil: Promise.resolve(),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mailServer;
}

/** Returns the code of the link in a mail. @param way the path of the link before its code */
export const codeIn = (
  { text }: Pick<ArrivedMail, 'text'>,
  way: 'reset#code' | 'reset#confirm' | 'reset#undo' = 'reset#code',
): string => text.split(`/${way}=`)[1]?.match(/^[0-9a-f]{40}(?=\n)/)?.[0] ?? '';
