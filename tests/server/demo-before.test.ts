import { expect, onTestFinished, test } from 'vitest';
import { createPool } from '../../server/database/database.ts';
import { migrate } from '../../server/database/migrate.ts';
import { cloneDatabase } from '../postgres/clone.ts';
import { migrationsBefore } from './migrations.support.ts';

const SEEDED = {
  ...{ users_rewarded: '500,000+', rating: '4.5', ratings: '10K+', downloads: '1M+' },
  age_rating: 'E',
};

/** Migrates a database with these figures. @returns the figures then marked as the demo’s */
async function demoAfter(figures: Record<string, string>) {
  const { url, drop } = await cloneDatabase('template0');
  onTestFinished(drop);
  await migrate(url, migrationsBefore('0073'));
  const pool = createPool({ url, max: 1 });
  onTestFinished(() => pool.end());
  for (const [name, value] of Object.entries(figures)) {
    await pool.query('insert into setting (key, value) values ($1, $2)', [
      `marketing.${name}`,
      value,
    ]);
  }
  await pool.query("insert into setting (key, value) values ('product.name', '4.5')");
  await pool.query(
    `insert into payout_method (method, name, account_type, countries, account_pattern,
       account_hint, position) values ('pix', 'PIX', 'wallet_id', '{BR}', '^.+$', 'CPF', 0)`,
  );
  const version = async () =>
    (await pool.query('select version from setting_version')).rows[0].version;
  const before = await version();
  await migrate(url);
  const methods = await pool.query('select from payout_method where is_demo');
  expect(methods.rowCount).toBe(0);
  const { rows } = await pool.query('select key from setting where is_demo order by key');
  // a higher version makes running processes read the settings again
  expect((await version()) > before).toBe(rows.length > 0);
  return rows.map(({ key }) => key.slice('marketing.'.length));
}

test('the migration marks figures as the demo’s if all of them are those of a first start', async () => {
  const all = Object.keys(SEEDED).sort();
  expect(await demoAfter(SEEDED)).toEqual(all);
  // earlier versions also set this figure
  const early = { ...SEEDED, withdrawal_time: '24 hours' };
  expect(await demoAfter(early)).toEqual([...all, 'withdrawal_time'].sort());
});

test.each([
  ['one figure differs', { ...SEEDED, rating: '4.6' }],
  ['one figure is empty', { ...SEEDED, downloads: '' }],
  ['no figure is set', {}],
])('the migration leaves figures to the operator if %s', async (_what, figures) => {
  expect(await demoAfter(figures)).toEqual([]);
});
