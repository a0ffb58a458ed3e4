import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takingsOf } from '../../bench/farm/accounts.ts';
import { villageReport } from '../../bench/farm/report.village.ts';
import { runWorld } from '../../bench/farm/world.ts';
import { createDatabase } from './support.ts';

test('scripts that fetch no clip are paid nothing, those that do as ever, and people beside them as well', async () => {
  const { pool, drop } = await createDatabase();
  pool.on('connect', (client) => client.query('set synchronous_commit = off'));
  const dataDir = await mkdtemp(join(tmpdir(), 'clipurse-solo-'));
  const world = await runWorld({
    ...{ pool, dataDir, seed: 4, rules: {}, isCareful: false, days: 8 },
    ...{ people: 0, payoutAccounts: 0, solos: 2, villagers: 6 },
  });
  const paidTo = async (name: string) => (await takingsOf(pool, `${name}\\_%`)).paidAccounts;
  expect([await paidTo('late'), await paidTo('patient'), await paidTo('fetcher')]).toEqual([
    0, 0, 2,
  ]);
  const rejected = world.decisions.filter(({ isPaid }) => !isPaid);
  expect(rejected.map(({ username }) => username).sort()).toEqual([
    'late_0',
    'late_1',
    'patient_0',
    'patient_1',
  ]);
  for (const { signals } of rejected) expect(signals).toContain('not_fetched');
  expect(world.soloCalls.mediaBytes).toBeGreaterThan(2_000_000);
  const village = await villageReport(world, await takingsOf(pool, 'villager\\_%'));
  expect(village.unexplained).toEqual([]);
  await drop();
  await rm(dataDir, { recursive: true, force: true });
}, 180_000);
