import { expect, test } from 'vitest';
import { localAmount } from '../../server/domain/local-amounts.ts';
import { changeSettings } from '../../server/domain/settings.change.ts';
import { checkSetting, SettingError } from '../../server/domain/settings.check.ts';
import { settingsTable } from '../../server/domain/settings.table.ts';
import { Settings } from '../../server/domain/settings.ts';
import { HOUR } from '../../server/domain/time.ts';
import { domain, setUpDomain } from './domain.setup.ts';

const NOW = new Date();

setUpDomain();

test('every default is a valid value of its key', () => {
  for (const [key, { default: value }] of Object.entries(settingsTable)) {
    expect(checkSetting(key, value, NOW)).toBe(value);
  }
});

test.each([
  ['video.daily_limit', '-1', 'video.daily_limit: must be from 0 to 10000'],
  ['video.reward', '-1', 'video.reward: must be from 0 to 1000000'],
  ['video.reward', '-much', 'video.reward: must be a number with at most 4 places'],
  ['video.daily_limit', '1.5', 'video.daily_limit: must be a whole number'],
  ['video.daily_limit', '10001', 'video.daily_limit: must be from 0 to 10000'],
  ['video.reward', '0.00001', 'video.reward: must be a number with at most 4 places'],
  ['video.reward', 'much', 'video.reward: must be a number with at most 4 places'],
  ['withdraw.min_amount', '0.9999', 'withdraw.min_amount: must be from 1 to 1000000'],
  ['invite.level_1', '1.1', 'invite.level_1: must be from 0 to 1'],
  [
    'withdraw.notification_required',
    'yes',
    'withdraw.notification_required: must be true or false',
  ],
  [
    'session.not_before',
    'soon',
    'session.not_before: must be a time such as 2026-01-31T12:00:00Z, or empty',
  ],
  [
    'session.not_before',
    new Date(Date.now() + HOUR).toISOString(),
    'session.not_before: must not be in the future',
  ],
  ['product.name', 'x'.repeat(41), 'product.name: must have at most 40 characters'],
  [
    'payout.debtor_iban',
    'DE00',
    'payout.debtor_iban: must be an IBAN whose check sum is right, or empty',
  ],
  ['payout.debtor_bic', 'COBA', 'payout.debtor_bic: must be a BIC of 8 or 11 characters, or empty'],
  ['rates.INR', '0', 'rates.INR: must be from 0.00000001 to 1000000000'],
  ['rates.XQQ', '2', 'rates.XQQ: XQQ is no ISO 4217 currency'],
  ['video.color', 'red', 'video.color: no such key'],
  ['toString', '1', 'toString: no such key'],
])('%s cannot be %s', (key, value, message) => {
  expect(() => checkSetting(key, value, NOW)).toThrow(new SettingError(message));
});

test.each([
  'http://trace.example/',
  '//trace.example',
  'trace',
  'https://a b',
  'https://a/;script-src',
])('country.trace_url cannot be %s', (page) => {
  expect(() => checkSetting('country.trace_url', page, NOW)).toThrow(
    new SettingError('country.trace_url: must be an https address, a path of this host, or empty'),
  );
});

test.each([
  ['video.reward', '00.05', '0.05'],
  ['video.reward', '0', '0'],
  ['video.reward', '000', '0'],
  ['withdraw.min_amount', '05', '5'],
  ['video.daily_limit', '020', '20'],
  ['invite.level_1', '00.070', '0.070'],
  ['rates.EUR', '00.86', '0.86'],
])('%s given as %s is stored as %s', (key, given, kept) => {
  expect(checkSetting(key, given, NOW)).toBe(kept);
});

test('an amount that was stored with a leading zero is read, and can be changed', async () => {
  const key = 'withdraw.second_approval_above';
  await domain.configure({ [key]: '50' });
  await domain.pool.query('update setting set value = $2 where key = $1', [key, '050']);
  const settings = new Settings({ db: domain.pool });
  await settings.refresh();
  expect(settings.get(key)).toBe(500_000n);
  await changeSettings(domain.pool, { [key]: '60' }, NOW);
  await settings.refresh();
  expect(settings.get(key)).toBe(600_000n);
});

test('values have their type; every process reads a change at its next refresh', async () => {
  const [first, second] = [new Settings({ db: domain.pool }), new Settings({ db: domain.pool })];
  await Promise.all([first.refresh(), second.refresh()]);
  expect([
    first.get('video.daily_limit'),
    first.get('video.reward'),
    first.get('withdraw.notification_required'),
    first.get('session.not_before'),
    first.get('invite.level_1'),
    first.rate('INR'),
    first.rate('USD'),
  ]).toEqual([20, 500n, false, null, '0.07', null, '1']);
  await changeSettings(
    domain.pool,
    {
      'video.daily_limit': '7',
      'video.reward': '1.5',
      'withdraw.notification_required': 'true',
      'session.not_before': '2026-01-01',
      'rates.INR': '88.25',
    },
    NOW,
  );
  expect(second.get('video.daily_limit')).toBe(20);
  await Promise.all([first.refresh(), second.refresh()]);
  for (const settings of [first, second]) {
    expect([
      settings.get('video.daily_limit'),
      settings.get('video.reward'),
      settings.get('withdraw.notification_required'),
      settings.get('session.not_before'),
      settings.rate('INR'),
    ]).toEqual([7, 15_000n, true, new Date('2026-01-01'), '88.25']);
  }
});

test('a running process reads a change by itself', async () => {
  const settings = new Settings({ db: domain.pool });
  await settings.start();
  await changeSettings(domain.pool, { 'ad.every_n_videos': '9' }, NOW);
  await expect.poll(() => settings.get('ad.every_n_videos')).toBe(9);
  settings.stop();
});

test('several values change together or not at all', async () => {
  await expect(
    changeSettings(domain.pool, { 'ad.watch_seconds': '9', 'ad.daily_limit': 'many' }, NOW),
  ).rejects.toThrow('ad.daily_limit');
  await domain.settings.refresh();
  expect(domain.settings.get('ad.watch_seconds')).toBe(5);
});

test('the product’s own currency has the rate 1, in spite of a stored rate', async () => {
  // a value as an earlier version stored it
  await changeSettings(domain.pool, { 'rates.USD': '1' }, NOW);
  await domain.pool.query("update setting set value = '1.08' where key = 'rates.USD'");
  await domain.pool.query('update setting_version set version = version + 1');
  await domain.settings.refresh();
  expect(localAmount(50_000n, 'US', domain.settings)).toEqual({
    local_amount: '5.00',
    local_currency: 'USD',
  });
});
