import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { domain, setUpDomain } from './domain.setup.ts';
import { addGcash } from './payout.support.ts';
import { type MockFcm, openWorker, startMockFcm, type TestWorker } from './push.support.ts';

export { domain };
/** The mock FCM of the current test, to which `worker` sends. */
export let fcm: MockFcm;
export let worker: TestWorker;
/** The data folder of the test file; `accountFile` in it has the service account of `fcm`. */
export let folder: string;
export let accountFile: string;

/**
 * Gives the test file all of the above and the withdrawal method `gcash`. Each test has a new `fcm`,
 * a new `worker` and a new account file.
 */
export function setUpPush(): void {
  setUpDomain();
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clipurse-push-'));
    accountFile = join(folder, 'account.json');
    await addGcash(domain);
    await domain.configure({ 'reward.download_app': '2000' });
  });
  beforeEach(async () => {
    fcm = await startMockFcm();
    worker = await openWorker(domain, fcm);
    await writeFile(accountFile, JSON.stringify(fcm.serviceAccount));
  });
  afterEach(async () => {
    await domain.pool.query('truncate push, push_announcement, session');
    await fcm.close();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
}

/** How many messages are in the queue. */
export async function waiting(): Promise<number> {
  const { rows } = await domain.pool.query('select count(*)::int as waiting from push');
  return rows[0].waiting;
}
