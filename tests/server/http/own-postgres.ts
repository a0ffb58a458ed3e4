import { expect, vi } from 'vitest';
import { runOperator } from '../../../server/operator/cli.ts';
import { loginForm, registerForm } from '../forms.ts';
import { makeDevice } from '../web-push.support.ts';
import { Client } from './client.ts';
import { expectAnswer } from './coverage.ts';

const page = { page: 1, limit: 10 };

/**
 * Runs the operator's command line with a database.
 * @returns its answer
 * @throws when it refuses
 */
export async function operate(url: string, dataDir: string, ...argv: string[]): Promise<string> {
  const out: string[] = [];
  const err: string[] = [];
  const streams = { out: (text: string) => out.push(text), err: (text: string) => err.push(text) };
  const status = await runOperator(argv, { DATABASE_URL: url, DATA_DIR: dataDir }, streams);
  if (status !== 0) throw new Error(`${argv.join(' ')}: ${err.join('\n')}`);
  return out.join('\n');
}

/**
 * Seeds the demo; then a member registers, logs in, watches, claims and is paid.
 * @param address a server of the database that allows the push service localhost:1
 */
export async function runMainFlow(url: string, address: string, dataDir: string): Promise<void> {
  await operate(url, dataDir, 'demo', 'seed');
  for (const [key, value] of [
    ['video.watch_seconds', '1'],
    ['reward.registration', '5'],
    ['withdraw.requirements.videos', '0'],
    ['withdraw.review_signals', ''],
    ['withdraw.easy_method_hold_days', '0'],
    ['withdraw.account_change_hold_hours', '0'],
  ] as const) {
    await operate(url, dataDir, 'config', 'set', key, value);
  }
  await vi.waitFor(async () => {
    const { list } = await expectAnswer(new Client(address, null), 'videoList', page);
    expect(list[0]?.watch_seconds).toBe(1);
  }, 30_000);
  const visitor = new Client(address, null);
  await expectAnswer(visitor, 'checkIn', registerForm(1));
  const { userInfo } = await expectAnswer(visitor, 'checkIn', loginForm(1));
  const client = new Client(address, userInfo.token);
  await expectAnswer(client, 'handleLoginReward');
  const { list } = await expectAnswer(client, 'playable', page);
  const videos_id = list[0]?.id ?? 0;
  await vi.waitFor(() => expectAnswer(client, 'record', { videos_id }), 30_000);
  expect((await expectAnswer(client, 'history', page)).list).toMatchObject([{ id: videos_id }]);
  await expectAnswer(client, 'claimShareReward');
  await expectAnswer(client, 'claimTask', { task: 'download_app' });
  await expectAnswer(
    client,
    'updatePushSubscription',
    makeDevice('https://localhost:1/a').subscription,
  );
  const payee = {
    country: 'US',
    method: 'paypal',
    recipient_name: 'Ada Lovelace',
    account: 'a@b.example',
  };
  await expectAnswer(client, 'updateWdinfo', payee);
  await expectAnswer(client, 'withdraw', { amount: '2' });
  await operate(url, dataDir, 'withdrawals', 'approve', '1');
  const { list: withdrawals } = await expectAnswer(client, 'withdrawals', page);
  expect(withdrawals).toMatchObject([{ amount: '2.0000', status: 'paid' }]);
  expect(await operate(url, dataDir, 'ledger', 'verify')).toMatch(/^the ledger is in order$/m);
}
