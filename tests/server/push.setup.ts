import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { setPushSwitch } from '../../server/push/queue.ts';
import { openWorker, type StandIn, startStandIn, type TestWorker } from './push.support.ts';
import { createBank, type TestBank } from './support.ts';

/** The test file's own bank; withdrawals can be asked for. */
export let bank: TestBank;
/** The test's own FCM, to which `worker` sends. */
export let fcm: StandIn;
export let worker: TestWorker;
/** A data folder of the test file's own, with the service account of `fcm` as a file. */
export let folder: string;
export let accountFile: string;

/** Gives the test file all of the above, new for each test but the bank and its folder. */
export function setUpPush(): void {
  beforeAll(async () => {
    bank = await createBank();
    folder = await mkdtemp(join(tmpdir(), 'clipurse-push-'));
    accountFile = join(folder, 'account.json');
    await bank.pool.query(
      `insert into payout_method values ('gcash', 'GCash', 'phone', '{PH}', '^09\\d{9}$', '', 1)`,
    );
    await bank.configure({ 'reward.download_app': '2000' });
  });
  beforeEach(async () => {
    fcm = await startStandIn();
    worker = await openWorker(bank, fcm);
    await writeFile(accountFile, JSON.stringify(fcm.serviceAccount));
    await setPushSwitch(bank.pool, true);
  });
  afterEach(async () => {
    await bank.pool.query('truncate push, push_announcement, session');
    await fcm.close();
  });
  afterAll(async () => {
    await bank.drop();
    await rm(folder, { recursive: true, force: true });
  });
}

/** How many messages are in the queue. */
export async function waiting(): Promise<number> {
  const { rows } = await bank.pool.query('select count(*)::int as waiting from push');
  return rows[0].waiting;
}
