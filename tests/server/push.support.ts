import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServiceAccount } from '../../server/config.ts';
import type { Caller } from '../../server/domain/context.ts';
import { isRegistered } from '../../server/domain/push-queue.ts';
import { openSession, updateFcmToken } from '../../server/domain/sessions.ts';
import { findVapidKeys } from '../../server/domain/vapid.ts';
import { connectFcm } from '../../server/push/fcm.ts';
import { connectWebPush, type WebPush } from '../../server/push/web-push.ts';
import { createWorker, type WorkerOptions } from '../../server/push/worker.ts';
import type { TestDomain } from './support.ts';

export interface Answer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  /** an object is sent as JSON */
  readonly body?: object | string;
}

/** A message as FCM received it. */
export interface Arrival {
  readonly authorization: string | undefined;
  readonly path: string | undefined;
  readonly message: {
    readonly token: string;
    readonly notification: { title: string; body: string };
    readonly data: Record<string, string>;
    readonly webpush: { headers: Record<string, string>; notification: object };
  };
}

/** A local server that stands in for FCM and for Google's token endpoint. */
export interface MockFcm {
  readonly url: string;
  readonly serviceAccount: ServiceAccount;
  readonly arrivals: Arrival[];
  /** answers the next messages; if it throws, the answer is a 500 */
  answer: (arrival: Arrival) => Answer | Promise<Answer>;
  /** how the next requests for an access token are answered; null: with a token */
  answerToken: (() => Answer) | null;
  /** claims of every request for an access token whose signature was valid */
  readonly claims: Record<string, unknown>[];
  /** resolves once that many messages have arrived */
  count(messages: number): Promise<void>;
  close(): Promise<void>;
}

export const SENT: Answer = { status: 200, body: { name: 'projects/clips-test/messages/1' } };

/** An error answer in Google's form. */
export function refusal(status: number, code: string, details: object[] = []): Answer {
  return { status, body: { error: { code: status, message: 'words', status: code, details } } };
}

/** FCM's error code, as an entry of the details. */
export const fcmError = (errorCode: string) => ({
  '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError',
  errorCode,
});

const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

/** @returns the claims of a signed assertion; null when the signature is not the account's */
function readAssertion(form: string): Record<string, unknown> | null {
  const [head = '', body = '', signature = ''] =
    new URLSearchParams(form).get('assertion')?.split('.') ?? [];
  const signed = Buffer.from(`${head}.${body}`);
  const key = createPublicKey(keys.publicKey);
  if (!verify('RSA-SHA256', signed, key, Buffer.from(signature, 'base64url'))) return null;
  return JSON.parse(Buffer.from(body, 'base64url').toString());
}

export async function startMockFcm(): Promise<MockFcm> {
  const arrivals: Arrival[] = [];
  const claims: Record<string, unknown>[] = [];
  const watchers = new Set<() => void>();

  async function respond(request: IncomingMessage): Promise<Answer> {
    const text = await textOf(request);
    if (request.url === '/token') {
      if (mockFcm.answerToken) return mockFcm.answerToken();
      const read = readAssertion(text);
      if (!read) return { status: 400, body: { error: 'invalid_grant' } };
      claims.push(read);
      const access_token = `access-${claims.length}`;
      return { status: 200, body: { access_token, expires_in: 3599, token_type: 'Bearer' } };
    }
    const { authorization } = request.headers;
    const arrival = { authorization, path: request.url, ...JSON.parse(text) } as Arrival;
    arrivals.push(arrival);
    for (const watcher of watchers) watcher();
    return mockFcm.answer(arrival);
  }

  const server = createServer(async (request, response) => {
    const answer = await respond(request).catch((): Answer => ({ status: 500 }));
    const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {});
    const type = typeof answer.body === 'string' ? 'text/html' : 'application/json';
    response.writeHead(answer.status, { 'content-type': type, ...answer.headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const mockFcm: MockFcm = {
    url,
    serviceAccount: {
      project_id: 'clips-test',
      client_email: 'push@clips-test.example',
      private_key: keys.privateKey,
      token_uri: `${url}/token`,
    },
    arrivals,
    claims,
    answer: () => SENT,
    answerToken: null,
    count: (messages) =>
      new Promise((resolve) => {
        const watcher = () => {
          if (arrivals.length < messages) return;
          watchers.delete(watcher);
          resolve();
        };
        watchers.add(watcher);
        watcher();
      }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return mockFcm;
}

/** Holds all answers back until the returned function is called. */
export function hold(mockFcm: MockFcm): (answer: Answer) => void {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  mockFcm.answer = () => promise;
  return resolve;
}

/** Opens a session for the user, and registers a push token in it. */
export async function addDevice(
  domain: TestDomain,
  user: Caller,
  fcmToken: string,
): Promise<Caller> {
  const token = await openSession(domain.context(), user.userId, true);
  const device = { userId: user.userId, token };
  await updateFcmToken(domain.context(), device, { fcm_token: fcmToken });
  return device;
}

export interface TestWorker {
  /** messages of the reported errors */
  readonly reports: string[];
  /** sends the messages that are due at the domain's time */
  work(signal?: AbortSignal): Promise<void>;
}

/**
 * Web push with the keys that the database stores.
 * @param hosts trusted push services, as `host:port`
 */
export const webPushOf = async (domain: TestDomain, hosts: string[] = []): Promise<WebPush> =>
  connectWebPush({
    keys: await findVapidKeys(domain.pool),
    subject: () => 'https://clips.example',
    hosts,
    now: domain.now,
  });

/** A worker on the domain's clock, without random delays. */
export async function openWorker(
  domain: TestDomain,
  { serviceAccount, url }: Pick<MockFcm, 'serviceAccount' | 'url'>,
  overrides: Partial<WorkerOptions> = {},
): Promise<TestWorker> {
  const reports: string[] = [];
  const work = createWorker({
    pool: domain.pool,
    fcm: await connectFcm({ serviceAccount, baseUrl: url, now: domain.now }),
    webPush: await webPushOf(domain),
    publicUrl: 'https://clips.example',
    onError: (error) => reports.push((error as Error).message),
    now: domain.now,
    random: () => 0,
    ...overrides,
  });
  return { reports, work: (signal = new AbortController().signal) => work(signal) };
}

/** Puts messages about paid withdrawals of 1.0000 into the queue, as a settlement does. */
export async function queueMessages(
  domain: TestDomain,
  device: Caller,
  count: number,
): Promise<void> {
  await domain.pool.query(
    `insert into push (user_id, occasion, session_hash, kind, detail, created_at, due_at)
     select user_id, 'withdrawal:' || n, token_hash, 'withdrawal_paid', '10000', $2, $2
     from session, generate_series(1, $3) as n where user_id = $1 and ${isRegistered}`,
    [device.userId, domain.now(), count],
  );
}
