import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyLedger } from '../../server/domain/verify.ts';
import { makeDataHome } from '../postgres/leftovers.ts';
import { copyDataKey, runWith } from './backup.support.ts';
import { makeEarners, openQuietly } from './crash.support.ts';
import { columnsContaining } from './erased.support.ts';

const WORDS = ['Quetzalina', 'quetzalina@mail.example', 'Tukan Papagei', '639170009911'];

let folder: string;
let dataDir: string;

const run = (...argv: string[]) => runWith({ DATA_DIR: dataDir, INIT_CWD: folder }, argv);

/** Finds the files below a folder that contain one of the words. @returns their paths */
async function findInFiles(path: string): Promise<string[]> {
  const files = await readdir(path, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const file of files.filter((each) => each.isFile())) {
    const bytes = await readFile(join(file.parentPath, file.name));
    if (WORDS.some((word) => bytes.includes(word))) found.push(join(file.parentPath, file.name));
  }
  return found;
}

beforeAll(async () => {
  folder = await makeDataHome();
  dataDir = join(folder, 'data');
  await makeEarners(dataDir, 2);
  const database = await openQuietly(dataDir);
  await database.pool.query(
    `update account set username = 'Quetzalina', username_key = 'quetzalina',
       email = 'quetzalina@mail.example', email_key = 'quetzalina@mail.example'
     where user_id = 1`,
  );
  await database.pool.query(
    `update payout_info set recipient_name = 'Tukan Papagei', account = '639170009911'
     where user_id = 1`,
  );
  await database.pool.query(
    `insert into report (kind, item_id, reason, text, user_id, created_at)
     values ('clip', 1, 'other', 'I am Quetzalina', 1, now())`,
  );
  expect((await columnsContaining(database.pool, WORDS)).length).toBeGreaterThan(5);
  await database.close();
  const why = ['--reason', 'Quetzalina asked for it'];
  expect(await run('users', 'block', 'Quetzalina', ...why)).toMatchObject({ status: 0 });
  // before the deletion the search finds the words
  expect((await findInFiles(dataDir)).length).toBeGreaterThan(0);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a reason that names the user is refused, and nothing is erased', async () => {
  const why = ['--reason', 'quetzalina wrote a letter'];
  expect(await run('users', 'erase', 'Quetzalina', ...why)).toEqual({
    ...{
      status: 1,
      out: '',
      err: '--reason must not name the user, because the log keeps it for good',
    },
  });
  expect(await run('users', 'show', 'Quetzalina')).toMatchObject({ status: 0 });
});

test('after an erasure no column of a backup and no log has a word of the person', async () => {
  expect(await run('users', 'erase', 'Quetzalina')).toMatchObject({
    ...{ status: 0, out: 'user 1 is erased; 0.0000 went back to the house', err: '' },
  });
  const { out: log } = await run('audit', 'list');
  expect(log).toContain('users erase');
  expect(log).not.toMatch(/quetzalina/i);
  // removes erased rows from the tables’ files, where they stay for some time (docs/privacy.md)
  const database = await openQuietly(dataDir);
  await database.pool.query('vacuum (full, analyze)');
  await database.close();

  const backup = join(folder, 'backup');
  expect(await run('backup', backup)).toMatchObject({ status: 0, err: '' });
  expect(await findInFiles(join(backup, 'postgres', 'base'))).toEqual([]);
  const logs = (await findInFiles(dataDir)).filter((path) => /\.log$|\/log\//.test(path));
  expect(logs).toEqual([]);

  const place = join(folder, 'restored');
  await copyDataKey(dataDir, place);
  await runWith({ DATA_DIR: place, INIT_CWD: folder }, ['restore', backup]);
  const restored = await openQuietly(place);
  expect(await columnsContaining(restored.pool, WORDS)).toEqual([]);
  expect((await verifyLedger(restored.pool)).differences).toEqual([]);
  await restored.close();
});
