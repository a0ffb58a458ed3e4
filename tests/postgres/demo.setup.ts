import type { TestProject } from 'vitest/node';
import { createPool } from '../../server/database/database.ts';
import { migrate } from '../../server/database/migrate.ts';
import { seedDemo } from '../../server/demo/seed.ts';
import { changeSettings } from '../../server/domain/settings.change.ts';
import { RULES_OFF } from './rules.ts';
import { startPostgres } from './start.ts';

/** Clips are sorted by id for everybody, so that a test can predict the next one. */
const IN_ORDER = { 'feed.new_every': '0', 'feed.spread': '0', 'feed.author_gap': '0' };

async function fillWithDemo(url: string): Promise<void> {
  await migrate(url);
  const pool = createPool({ url, max: 1 });
  try {
    const now = new Date();
    await seedDemo(pool, now);
    await changeSettings(pool, { ...RULES_OFF, ...IN_ORDER }, now);
  } finally {
    await pool.end();
  }
}

/** Set-up of the tests in a browser, with the demo. */
export default (project: TestProject) => startPostgres(project, fillWithDemo);
