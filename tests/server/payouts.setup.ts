import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Caller } from '../../server/domain/context.ts';
import { updateWdinfo } from '../../server/domain/payout-methods.ts';
import { claimTask } from '../../server/domain/tasks.ts';
import { withdraw } from '../../server/domain/withdrawals.ts';
import { diskStorage } from '../../server/media/disk.ts';
import { runCommand } from '../../server/operator/cli.ts';
import type { Arguments, OperatorContext } from '../../server/operator/command.ts';
import { operatorName } from '../../server/operator/command-line.ts';
import { commands } from '../../server/operator/commands.ts';
import { disk } from '../../server/operator/payouts/disk.ts';
import { dataDir, domain, json, run, setUpOperator } from './operator.setup.ts';
import { SITE } from './support.ts';

/** The folder into which the test file's batches are written. */
export let folder: string;

export const inFolder = (name: string) => join(folder, name);
export const readOut = (name: string) => readFile(inFolder(name), 'utf8');
export const written = async () => (await readdir(folder)).sort();

/** All users here are new and share one payout account, which must be no signal. */
const NO_SIGNALS = { 'review.account_hours': '0', 'review.account_users': '1000' };

/** Gives the test file the operator's command line, a folder, and a reward of 100.0000 for each user. */
export function setUpPayouts(): void {
  setUpOperator();
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clipurse-payouts-'));
    await domain.configure({ 'reward.download_app': '100', ...NO_SIGNALS });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
}

/** Adds a withdrawal method that accepts any account. */
export async function addMethod(method: string): Promise<void> {
  await domain.pool.query(
    `insert into payout_method values ($1, $1, 'wallet_id', '{PH,DE}', '^.+$', 'any', 1)
     on conflict do nothing`,
    [method],
  );
}

/** The method of the current test, and the file to which the test exports. */
export let method: string;
export let file: string;
let count = 0;

/** Adds a method for each test, and sets the name of the file to which the test exports. */
export function setUpBatch(): void {
  beforeEach(async () => {
    count += 1;
    method = `way${count}`;
    file = `out${count}`;
    await addMethod(method);
  });
}

/** Exports the requests of the test's method to its file. */
export const exportAs = (format: string, ...more: string[]) =>
  run([
    ...['payouts', 'export', '--method', method, '--format', format],
    ...['--out', inFolder(file), '--as', 'ann', '--yes', ...more],
  ]);

export interface Asked {
  readonly user: Caller;
  readonly id: number;
}

/** Adds a user, and requests a withdrawal for the user. */
export async function ask(
  method: string,
  values: { amount?: string; name?: string; account?: string } = {},
): Promise<Asked> {
  const { amount = '5', name = 'Ada Lovelace', account = 'ada' } = values;
  const user = await domain.user();
  await claimTask(domain.context(), user, { task: 'download_app' });
  await updateWdinfo(domain.context(), user, {
    country: 'DE',
    method,
    recipient_name: name,
    account,
  });
  const { withdrawal } = await withdraw(domain.context(), user, { amount });
  return { user, id: withdrawal.id };
}

export async function stepsOf(ids: readonly number[]): Promise<string[]> {
  const { rows } = await domain.pool.query<{ step: string }>(
    `select step from unnest($1::bigint[]) with ordinality as wanted (withdrawal_id, place)
     join withdrawal using (withdrawal_id) order by place`,
    [ids],
  );
  return rows.map(({ step }) => step);
}

/**
 * Runs a command as the command line does, without opening the database again.
 * @param changes replace values of its context
 */
export async function runOperatorCommand(
  name: string,
  args: Partial<Arguments>,
  { pool = domain.pool, ...changes }: Partial<OperatorContext & { pool: typeof domain.pool }> = {},
): Promise<void> {
  const command = commands.find((each) => each.name === name);
  if (!command) throw new Error(name);
  const place = {
    isEmbedded: false,
    publicUrl: SITE.publicUrl,
    dataDir,
    media: diskStorage(dataDir),
    directory: folder,
    disk,
  };
  const base = { now: domain.now(), who: 'ann', ...place };
  const who = operatorName(changes.who ?? base.who);
  const given = { ...base, ...changes, who };
  const context = { ...given, agree: async () => given.now };
  await runCommand(command, context, { positionals: [], values: {}, ...args }, pool);
}

export async function newestBatch(): Promise<number> {
  const { answer } = await json('payouts', 'list');
  return answer[0].id;
}
