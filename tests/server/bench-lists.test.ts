import { expect, onTestFinished, test } from 'vitest';
import { listsOf } from '../../bench/lists.calls.ts';
import { fillLists } from '../../bench/lists.seed.ts';
import { createPool } from '../../server/database/database.ts';
import { Settings } from '../../server/domain/settings.ts';
import { cloneDatabase } from '../postgres/clone.ts';

test('each call of the lists benchmark is answered, and each first page is full', async () => {
  const database = await cloneDatabase();
  const pool = createPool({ url: database.url, max: 2 });
  onTestFinished(async () => {
    await pool.end();
    await database.drop();
  });
  await fillLists(pool, 400);
  const settings = new Settings({ db: pool });
  await settings.refresh();
  for (const [name, work] of Object.entries(await listsOf(pool, settings))) {
    const answer = await work();
    if (name.endsWith(', first page')) {
      const { list } = answer as { list: readonly unknown[] };
      expect(list, name).toHaveLength(20);
    }
  }
});
