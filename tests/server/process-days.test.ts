import { expect, onTestFinished, test } from 'vitest';
import { createPool } from '../../server/database/database.ts';
import { migrate } from '../../server/database/migrate.ts';
import { getAppConfig } from '../../server/domain/app-config.ts';
import { changeSettings } from '../../server/domain/settings.change.ts';
import { cloneDatabase } from '../postgres/clone.ts';
import { migrationsBefore } from './migrations.support.ts';
import { domain, json, run, setUpOperator } from './operator.setup.ts';

setUpOperator();

const told = async () => {
  await domain.settings.refresh();
  return (await getAppConfig(domain.context(), null, {})).process_days;
};
const stored = async (key: string) => (await json('config', 'get', key)).answer.value;

test('the app shows the days that the operator sets, never fewer than a review takes', async () => {
  expect(await told()).toBe(3);
  expect(await run(['config', 'set', 'withdraw.process_days', '2'])).toEqual({
    status: 1,
    out: '',
    err: 'withdraw.process_days: must be at least 3, as long as a review takes (withdraw.review_days)',
  });
  expect(await run(['config', 'set', 'withdraw.review_days', '5'])).toEqual({
    status: 1,
    out: '',
    err: 'withdraw.review_days: must be at most 3, the days that the app tells people (withdraw.process_days); raise withdraw.process_days first',
  });
  expect([await stored('withdraw.process_days'), await stored('withdraw.review_days')]).toEqual([
    '3',
    '3',
  ]);
  expect(await told()).toBe(3);
  expect(await run(['config', 'set', 'withdraw.process_days', '5'])).toMatchObject({
    status: 0,
    out: 'withdraw.process_days = 5',
  });
  expect(await run(['config', 'set', 'withdraw.review_days', '5'])).toMatchObject({ status: 0 });
  expect(await told()).toBe(5);
});

test('both settings are changed at once, or neither', async () => {
  const both = (review: string, process: string) =>
    changeSettings(
      domain.pool,
      { 'withdraw.review_days': review, 'withdraw.process_days': process },
      domain.now(),
    );
  await both('8', '9');
  expect(await told()).toBe(9);
  await expect(both('4', '3')).rejects.toThrow('withdraw.process_days: must be at least 4');
  expect([await stored('withdraw.review_days'), await told()]).toEqual(['8', 9]);
  await both('1', '1');
  expect(await told()).toBe(1);
});

test.each([
  ['5', '5'],
  ['2', null],
  [null, null],
])('a database whose reviews take %s days is migrated to %s process days', async (review, days) => {
  const { url, drop } = await cloneDatabase('template0');
  onTestFinished(drop);
  await migrate(url, migrationsBefore('0072'));
  const pool = createPool({ url, max: 1 });
  onTestFinished(() => pool.end());
  if (review !== null) {
    await pool.query("insert into setting (key, value) values ('withdraw.review_days', $1)", [
      review,
    ]);
  }
  const version = async () =>
    (await pool.query('select version from setting_version')).rows[0].version;
  const before = await version();
  await migrate(url);
  const { rows } = await pool.query(
    "select value from setting where key = 'withdraw.process_days'",
  );
  expect(rows[0]?.value ?? null).toBe(days);
  // a new version makes running processes read the settings again
  expect((await version()) > before).toBe(days !== null);
});
