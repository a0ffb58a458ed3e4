import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { harmsOf } from '../../bench/farm/harms.ts';
import { type Opponent, playOf } from '../../bench/farm/opponent.ts';
import { personLife } from '../../bench/farm/person.life.ts';
import { newPerson, usualHabits } from '../../bench/farm/person.ts';
import { runWorld } from '../../bench/farm/world.ts';
import { DAY, SECOND } from '../../server/domain/time.ts';
import { createDatabase } from './support.ts';

/** Joins 15 seconds before midnight: all clips of the first list end on the next day. */
const owl: Opponent = {
  name: 'owl',
  about: 'one person whose first sitting goes over midnight',
  goal: 'unharmed',
  play: (stage) => {
    const usual = usualHabits(stage, 'owl_0');
    const joinsAt = stage.clock.time + DAY - 15 * SECOND;
    const habits = { ...usual, joinsAt, clipsPerVisit: 4, lingersSeconds: 18 };
    const person = newPerson(stage, {
      ...{ name: 'owl_0', place: 0, habits, client: stage.clientAt(0) },
    });
    return playOf([person], personLife);
  },
};

test('an honest person of the bench who watches over midnight is paid each clip at once', async () => {
  const { pool, drop } = await createDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'clipurse-owl-'));
  const world = await runWorld({
    ...{ pool, dataDir, seed: 20, rules: {}, clips: 10, accounts: 4, days: 2, opponents: [owl] },
  });
  const [played] = world.played;
  if (!played) throw new Error('nobody was there');
  expect((await harmsOf(world, played)).unexplained).toEqual([]);
  const { rows } = await pool.query('select day::text, count(*)::int from watched group by day');
  expect(rows).toContainEqual({ day: '2026-03-02', count: expect.any(Number) });
  await drop();
  await rm(dataDir, { recursive: true, force: true });
});
