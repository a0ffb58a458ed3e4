import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takingsOf } from '../../bench/farm/accounts.ts';
import { harmsOf } from '../../bench/farm/harms.ts';
import { fetcher } from '../../bench/farm/opponents/fetcher.ts';
import { late } from '../../bench/farm/opponents/late.ts';
import { patient } from '../../bench/farm/opponents/patient.ts';
import { solo } from '../../bench/farm/opponents/solo.ts';
import { traveller } from '../../bench/farm/opponents/traveller.ts';
import { runWorld } from '../../bench/farm/world.ts';
import { createDatabase } from './support.ts';

test('scripts that fetch no clips are paid nothing; scripts that fetch them are paid, and so are people', async () => {
  const { pool, drop } = await createDatabase();
  pool.on('connect', (client) => client.query('set synchronous_commit = off'));
  const dataDir = await mkdtemp(join(tmpdir(), 'clipurse-solo-'));
  const world = await runWorld({
    ...{ pool, dataDir, seed: 4, rules: {}, clips: 10, accounts: 4, days: 11 },
    opponents: [late, patient, solo, fetcher, traveller],
  });
  const paidTo = async (name: string) => (await takingsOf(pool, `${name}\\_%`)).paidAccounts;
  expect([await paidTo('late'), await paidTo('patient'), await paidTo('solo')]).toEqual([0, 0, 0]);
  expect(await paidTo('fetcher')).toBe(2);
  const rejected = world.decisions.filter(({ isPaid }) => !isPaid);
  expect(rejected.map(({ username }) => username).sort()).toEqual([
    ...['late_0', 'late_1', 'patient_0', 'patient_1', 'solo_0', 'solo_2', 'solo_4', 'solo_6'],
  ]);
  for (const { signals } of rejected) expect(signals).toContain('not_fetched');
  const of = (name: string) => world.played.find(({ opponent }) => opponent.name === name);
  expect(of('fetcher')?.tally.mediaBytes).toBeGreaterThan(2_000_000);
  const people = of('traveller');
  if (!people) throw new Error('nobody travels');
  expect(people.people.map(({ seen }) => seen.paidOffline > 0 && seen.lostOffline)).toEqual([
    ...[0, 0, 0],
  ]);
  expect((await harmsOf(world, people)).unexplained).toEqual([]);
  await drop();
  await rm(dataDir, { recursive: true, force: true });
}, 180_000);
