import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldersOf } from '../../server/database/embedded/folders.ts';
import { isPostgres, readPostmaster } from '../../server/database/embedded/process.ts';
import type { OpenDatabase } from '../../server/database/open.ts';
import { openWithDemo } from '../../server/demo/open.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { startChild } from './children.ts';

const USERS = 8;
let dataDir: string;

const open = (): Promise<OpenDatabase> =>
  openWithDemo({ databaseUrl: null, dataDir, log: () => {} });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'clipurse-crash-'));
  const database = await open();
  await database.pool.query(
    `with made as (
       insert into account (username, username_key, email, email_key, password_hash, invite_code,
         created_at, password_changed_at)
       select name, name, name, name, '', name, now(), now()
       from (select 'user_' || n as name from generate_series(1, ${USERS}) as n) as names
       returning user_id
     ),
     w as (insert into wallet (user_id) select user_id from made),
     i as (insert into payout_info select user_id, 'PH', 'gcash', 'phone', 'Maria', '0917', now() from made)
     insert into progress (user_id) select user_id from made`,
  );
  await database.close();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function killPostgres(): Promise<void> {
  const pid = await readPostmaster(foldersOf(dataDir).cluster);
  if (pid !== null && isPostgres(pid)) process.kill(pid, 'SIGKILL');
}

/** Which of the movements are in the ledger. */
async function findMissing(database: OpenDatabase, lines: readonly string[]): Promise<string[]> {
  const { rows } = await database.pool.query<{ line: string }>(
    `select user_id || ' ' || idempotency_key as line from transfer`,
  );
  const present = new Set(rows.map(({ line }) => line));
  return lines.filter((line) => !present.has(line));
}

/** Users whose paid clips are not those that were counted, or not those that were watched. */
async function findMiscounted(database: OpenDatabase): Promise<unknown[]> {
  const { rows } = await database.pool.query(
    `select user_id, videos,
       (select count(*) from watched where watched.user_id = progress.user_id) as watched,
       (select count(*) from transfer where transfer.user_id = progress.user_id and op = 'video')
         as paid
     from progress`,
  );
  return rows.filter(({ videos, watched, paid }) => videos !== watched || videos !== paid);
}

test.each([
  ['the server', 0, async () => {}],
  ['Postgres', 1_000, killPostgres],
  ['both', 2_000, killPostgres],
])('kill -9 of %s during writes loses nothing that was acknowledged', async (who, day, kill) => {
  const writer = startChild('write.ts', dataDir, String(day));
  await writer.count(300);
  if (who !== 'Postgres') writer.process.kill('SIGKILL');
  await kill();
  await writer.ended;
  const database = await open();
  expect(writer.lines.length).toBeGreaterThanOrEqual(300);
  expect(await findMissing(database, writer.lines)).toEqual([]);
  expect(writer.lines.filter((line) => line.includes(' video:')).length).toBeGreaterThan(0);
  expect(await findMiscounted(database)).toEqual([]);
  expect((await verifyLedger(database.pool)).differences).toEqual([]);
  await database.close();
});
