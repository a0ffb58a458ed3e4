import { cpSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createPool } from '../../server/database/database.ts';
import { migrate } from '../../server/database/migrate.ts';
import { SECOND } from '../../server/domain/time.ts';
import { record } from '../../server/domain/watching.ts';
import { cloneDatabase } from '../postgres/clone.ts';
import { domain, setUpDomain } from './domain.setup.ts';

setUpDomain();

test('what a process of the version before serves is paid by one of this version', async () => {
  const { userId, token } = await domain.user();
  const clip = await domain.video();
  const asBefore = `
    insert into handed (user_id, kind, item_id, first_at)
    select $1, 'video', $2, $3 where not exists (
      select from handed where user_id = $1 and kind = 'video' and item_id = $2
    ) on conflict do nothing`;
  const values = [userId, clip, domain.now()];
  const counts = [
    await domain.pool.query(asBefore, values),
    await domain.pool.query(asBefore, values),
  ];
  expect(counts.map(({ rowCount }) => rowCount)).toEqual([1, 0]);
  domain.advance(5 * SECOND);
  expect(await record(domain.context(), { userId, token }, { videos_id: clip })).toMatchObject({
    reward: '0.0500',
    balance: '0.0500',
  });
});

/** The migrations of a version before: those whose number is lower. */
function migrationsBefore(number: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'clipurse-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const all = globSync(join(import.meta.dirname, '../../server/database/migrations/*.sql'));
  for (const file of all.filter((path) => basename(path) < number)) {
    cpSync(file, join(folder, basename(file)));
  }
  return folder;
}

test('extra views that shares have brought are known of their day after the update', async () => {
  const { url, drop } = await cloneDatabase('template0');
  onTestFinished(drop);
  await migrate(url, migrationsBefore('0019'));
  const pool = createPool({ url, max: 1 });
  onTestFinished(() => pool.end());
  await pool.query(
    `insert into progress (user_id, day, extra_views_today)
     values (1, '2026-03-01', 0), (2, '2026-03-01', 1), (3, '2026-02-27', 5)`,
  );
  await migrate(url);
  const { rows } = await pool.query(
    'select user_id, day::text, views from extra_views order by user_id',
  );
  expect(rows).toEqual([
    { user_id: 2n, day: '2026-03-01', views: 1 },
    { user_id: 3n, day: '2026-02-27', views: 5 },
  ]);
});
