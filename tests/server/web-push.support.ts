import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Caller } from '../../server/domain/context.ts';
import {
  updatePushSubscription,
  type WebPushSubscription,
} from '../../server/domain/push-subscriptions.ts';
import { openSession } from '../../server/domain/sessions.ts';
import { trustedCertificate } from './certificate.ts';
import { SITE, type TestDomain } from './support.ts';

/** A browser's side of a subscription. */
export interface TestDevice {
  readonly subscription: WebPushSubscription;
  /** the text that the browser would give to its service worker */
  decrypt(body: Buffer): string;
}

/** Decrypts a message of one record, by RFC 8188 and 8291. */
function decrypt(body: Buffer, ecdh: ReturnType<typeof createECDH>, auth: Buffer): string {
  const [salt, server, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
  const derive = (secret: Buffer, by: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, by, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), server]);
  const key = derive(ecdh.computeSecret(server), auth, info, 32);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive(key, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(key, salt, 'Content-Encoding: nonce\0', 12),
  );
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

/** A browser that has subscribed at this address. */
export function makeDevice(endpoint: string): TestDevice {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const auth = Buffer.alloc(16, endpoint);
  return {
    subscription: {
      endpoint,
      p256dh: ecdh.getPublicKey('base64url'),
      auth: auth.toString('base64url'),
    },
    decrypt: (body) => decrypt(body, ecdh, auth),
  };
}

/** A message as the push service received it. */
interface Delivery {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** the claims of the sender's signed proof; null: the signature is wrong */
  readonly claims: Record<string, unknown> | null;
  /** the sender's public key */
  readonly vapidKey: string;
}

export interface PushService {
  /** no slash at the end */
  readonly url: string;
  /** `host:port` */
  readonly host: string;
  readonly deliveries: Delivery[];
  /** answers the next messages */
  answer: (delivery: Delivery) => { status: number; headers?: Record<string, string> };
  close(): Promise<void>;
}

function readProof(authorization = ''): Pick<Delivery, 'claims' | 'vapidKey'> {
  const [, head = '', body = '', signature = '', vapidKey = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(vapidKey, 'base64url');
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const claims = isSigned ? JSON.parse(Buffer.from(body, 'base64url').toString()) : null;
  return { claims, vapidKey };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Starts a local server that stands in for a browser's push service. */
export async function startPushService(): Promise<PushService> {
  const deliveries: Delivery[] = [];
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { url: path = '', headers } = request;
    const body = await bodyOf(request);
    const delivery = { path, headers, body, ...readProof(headers.authorization) };
    deliveries.push(delivery);
    const answer = service.answer(delivery);
    response.writeHead(answer.status, answer.headers).end();
  };
  const server = createServer(trustedCertificate(), (request, response) => {
    // a test may stop the product's server while that server sends
    respond(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  const service: PushService = {
    url: `https://${host}`,
    host,
    deliveries,
    answer: () => ({ status: 201 }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return service;
}

/** Opens a session for the user, and registers this subscription in it. */
export async function addWebDevice(
  domain: TestDomain,
  user: Caller,
  { endpoint, p256dh, auth }: WebPushSubscription,
): Promise<Caller> {
  const token = await openSession(domain.context(), user.userId, true);
  const device = { userId: user.userId, token };
  const site = { ...SITE, webPush: { ...SITE.webPush, hosts: [new URL(endpoint).host] } };
  await updatePushSubscription(domain.context({ site }), device, { endpoint, p256dh, auth });
  return device;
}
