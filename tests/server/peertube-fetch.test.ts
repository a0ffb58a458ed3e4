import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { download, isPrivateAddress } from '../../server/operator/peertube/fetch.ts';

let folder: string;
let server: Server;
let origin: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clipurse-peertube-'));
  server = createServer((request, response) => {
    if (request.url === '/trickle') {
      const timer = setInterval(() => response.write('a'), 20);
      response.on('close', () => clearInterval(timer));
      return;
    }
    // without a length, only the end of the connection ends the file
    response.socket?.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nhalf of it');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

test.each([...['8.8.8.8', '93.184.215.14', '172.32.0.1', '2606:4700::1111', '2a01:4f8::1']])(
  'films may be fetched from %s',
  (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  },
);

test.each([
  ...['127.0.0.1', '10.1.2.3', '100.64.0.1', '169.254.169.254', '172.16.0.1', '192.168.0.1'],
  ...['0.0.0.0', '255.255.255.255', '::', '::1', '::ffff:8.8.8.8', '::ffff:127.0.0.1', '::7f00:1'],
  ...[
    'fe80::1',
    'fec0::1',
    'fd00::1',
    'ff02::1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '2002:7f00:1::',
  ],
])('films may not be fetched from %s, which is internal', (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test('a download that is too slow is given up after its time limit', async () => {
  const place = { path: join(folder, 'film'), bytes: 1_000_000, ms: 300 };
  await expect(download(`${origin}/trickle`, place, { origin })).rejects.toThrow(
    `${origin}/trickle takes more than 0.3 s`,
  );
});

test('a truncated file is refused, a complete one is not', async () => {
  const path = join(folder, 'half');
  await expect(download(`${origin}/half`, { path, bytes: 20 }, { origin })).rejects.toThrow(
    `${origin}/half sends only 10 of 20 bytes`,
  );
  await download(`${origin}/half`, { path, bytes: 10 }, { origin });
  expect(await readFile(path, 'utf8')).toBe('half of it');
});
