import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { AwsClient } from 'aws4fetch';
import { findProgram, programEnv } from '../../../scripts/debian-programs.ts';
import type { MediaConfig } from '../../../server/config.media.ts';

const SCRIPT = join(import.meta.dirname, 'openstack.py');
/** Swift starts in a second; a slow machine gets a minute. */
const START_MS = 60_000;

/** Whether Debian's Swift is installed; it runs with Debian's Python. */
export const hasSwift = findProgram('swift-proxy-server') !== null;

export interface Swift {
  /** a server's configuration; media are read from the address at which Swift needs no key */
  readonly config: MediaConfig;
  /** the same configuration as environment variables */
  readonly env: Readonly<Record<string, string>>;
  /** Sends a signed request of the test's own. @param path after the bucket */
  send(method: string, path: string, headers?: Record<string, string>): Promise<Response>;
  /** ends the process, so that connections fail */
  kill(): Promise<void>;
  /** starts the process again, at the same address, with the stored files */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const KEYS = { accessKeyId: 'test:tester', secretAccessKey: 'testing', region: 'us-east-1' };

async function launch(folder: string, port: number) {
  const child = spawn('/usr/bin/python3', [SCRIPT, folder, String(port)], {
    env: programEnv(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  createInterface(child.stderr).on('line', (line) => said.push(line));
  const listening = new Promise<number>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      resolve(Number(/^listening (\d+)$/.exec(line)?.[1]));
    });
    child.once('exit', () => reject(new Error(`Swift ended: ${said.slice(-5).join('\n')}`)));
    setTimeout(() => reject(new Error('Swift did not start')), START_MS).unref();
  });
  const kill = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return { port: await listening, kill };
}

/** Starts OpenStack Swift with a bucket that everybody may read. */
export async function startSwift(): Promise<Swift> {
  const folder = await mkdtemp(join(tmpdir(), 'clipurse-swift-'));
  let running: Awaited<ReturnType<typeof launch>> | null = await launch(folder, 0);
  const { port } = running;
  const endpoint = `http://127.0.0.1:${port}`;
  const publicUrl = `${endpoint}/v1/AUTH_test/clips/media`;
  const aws = new AwsClient({ ...KEYS, service: 's3', retries: 0 });
  const send: Swift['send'] = (method, path, headers = {}) =>
    aws.fetch(`${endpoint}/clips${path}`, { method, headers });
  await send('PUT', '');
  await send('PUT', '?acl', { 'x-amz-acl': 'public-read' });
  const kill = async () => {
    await running?.kill();
    running = null;
  };
  return {
    config: { ...KEYS, endpoint, bucket: 'clips', publicUrl, waitMs: 0 },
    env: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: 'clips',
      S3_ACCESS_KEY_ID: KEYS.accessKeyId,
      S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
      MEDIA_URL: publicUrl,
      MEDIA_WAIT: '0',
    },
    send,
    kill,
    start: async () => {
      running ??= await launch(folder, port);
    },
    stop: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
