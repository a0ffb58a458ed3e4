import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldersOf } from '../../server/database/embedded/folders.ts';
import { isPostgres, readPostmaster } from '../../server/database/embedded/process.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { startChild } from './children.ts';
import { findMiscounted, findMissing, makeEarners, openQuietly } from './crash.support.ts';

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'clipurse-crash-'));
  await makeEarners(dataDir, 8);
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function killPostgres(): Promise<void> {
  const pid = await readPostmaster(foldersOf(dataDir).cluster);
  if (pid !== null && isPostgres(pid)) process.kill(pid, 'SIGKILL');
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
  const database = await openQuietly(dataDir);
  expect(writer.lines.length).toBeGreaterThanOrEqual(300);
  expect(await findMissing(database, writer.lines)).toEqual([]);
  expect(writer.lines.filter((line) => line.includes(' video:')).length).toBeGreaterThan(0);
  expect(await findMiscounted(database)).toEqual([]);
  expect((await verifyLedger(database.pool)).differences).toEqual([]);
  await database.close();
});
