import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A fake FCM and token server on this machine: it accepts every message, and counts the arrivals of each. */
export interface PushService {
  readonly environment: Readonly<Record<string, string>>;
  /** by device and tag */
  readonly arrivals: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** @param file path for the service account */
export async function startPushService(file: string): Promise<PushService> {
  const arrivals = new Map<string, number>();
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += part;
    const isToken = request.url === '/token';
    if (!isToken) {
      const { token, data } = JSON.parse(text).message;
      const key = `${token} ${data.tag}`;
      arrivals.set(key, (arrivals.get(key) ?? 0) + 1);
    }
    const access = { access_token: 'access', expires_in: 3_599, token_type: 'Bearer' };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isToken ? access : { name: 'projects/bench/messages/1' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const account = {
    project_id: 'bench',
    client_email: 'bench@clips.example',
    private_key: privateKey,
  };
  await writeFile(file, JSON.stringify({ ...account, token_uri: `${url}/token` }));
  return {
    environment: { FIREBASE_SERVICE_ACCOUNT: file, FCM_BASE_URL: url },
    arrivals,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
