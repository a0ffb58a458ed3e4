import { chmod, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateWdinfo } from '../../server/domain/payout-methods.ts';
import { Settings } from '../../server/domain/settings.ts';
import { type ClonedDatabase, cloneDatabase } from '../postgres/clone.ts';
import { makeDataHome } from '../postgres/leftovers.ts';
import { openArchived } from './archive.support.ts';
import { copyDataKey, runWith } from './backup.support.ts';
import { makeEarners, openQuietly } from './crash.support.ts';
import { SITE } from './support.ts';

const page = new URL('../../docs/backing-up.md', import.meta.url);

let folder: string;
let own: ClonedDatabase;
/** the moment to which the page’s example restores */
let noon = '';
beforeAll(async () => {
  own = await cloneDatabase('template0');
  folder = await makeDataHome();
  // Postgres, which never runs as root, must be able to reach the archive
  await chmod(folder, 0o755);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await own.drop();
});

/** Splits a command line at blanks outside of quotes; replaces paths, time and database by the test’s. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) =>
    (quoted ?? plain ?? '')
      .replace(/^\/(backups\/|archive$)/, (_, place: string) =>
        place === 'archive' ? join(folder, place) : `${folder}/`,
      )
      .replace('2026-03-31T12:00:00Z', noon)
      .replace('postgres://clipurse@db.example/clipurse', own.url),
  );

/** Creates Alice, with the payout account of the page’s example. */
async function makeAlice(dataDir: string): Promise<void> {
  await makeEarners(dataDir, 1);
  const { pool, close } = await openQuietly(dataDir);
  const { rows } = await pool.query<{ user_id: bigint }>(
    `update account set username = 'alice', username_key = 'alice' returning user_id`,
  );
  // a first payout account needs no proof
  await pool.query('delete from payout_info');
  const settings = new Settings({ db: pool });
  await settings.refresh();
  const visitor = { address: '203.0.113.7', country: null };
  const context = { db: pool, settings, now: new Date(), visitor, site: SITE };
  await updateWdinfo(
    context,
    { userId: rows[0]?.user_id ?? 0n, token: '' },
    { country: 'US', method: 'paypal', recipient_name: 'Alice', account: 'alice@mail.example' },
  );
  await close();
}

/** Sets `noon` to now, then changes a setting: --until needs a later change in the archive. */
async function makeNoon(dataDir: string): Promise<void> {
  noon = new Date().toISOString();
  const changing = ['config', 'set', 'support.contact', 'help@clips.example'];
  await runWith({ DATA_DIR: dataDir }, changing);
}

test('the commands of docs/backing-up.md succeed in their order', async () => {
  const text = await readFile(page, 'utf8');
  const lines = [...text.matchAll(/^ {4}(?:DATA_DIR=(\S+) )?npm run -s operator -- (.+)$/gm)];
  expect(lines.length).toBeGreaterThan(6);
  const served = join(folder, 'served');
  await makeAlice(served);
  await (await openArchived(served, join(folder, 'archive'))).close();
  const archived = { ARCHIVE_DIR: join(folder, 'archive') };
  const answers = new Map<string, string>();
  for (const [, dataDir, line = ''] of lines) {
    if (line.includes('--until')) await makeNoon(served);
    const env = {
      DATA_DIR: dataDir ? `${folder}${dataDir}` : served,
      INIT_CWD: folder,
      ...archived,
    };
    if (line.startsWith('restore ')) await copyDataKey(served, env.DATA_DIR);
    const { status, out, err } = await runWith(env, wordsOf(line));
    expect({ line, status, err }).toMatchObject({ line, status: 0 });
    answers.set(line.split(' ').slice(0, 2).join(' '), out);
  }
  expect(answers.get('archive prune')).toContain('files: ');
  expect(answers.get('users find')).toContain('alice');
  expect(answers.get('ledger verify')).toContain('the ledger is in order');
  expect(answers.get('database restored')).toContain('payouts are paused');
  expect(answers.get('move --to')).toContain('set DATABASE_URL');
});
