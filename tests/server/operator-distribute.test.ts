import { expect, test } from 'vitest';
import type { DistributionPlan } from '../../server/database/distribution.ts';
import { domain, run, setUpOperator } from './operator.setup.ts';

setUpOperator();

const DRY = ['database', 'distribute', '--dry-run'];

test('database distribute lists each table by its keys, with the obstacles', async () => {
  const { status, out } = await run([...DRY, '--json']);
  const { tables, functions } = JSON.parse(out) as DistributionPlan;
  const of = (place: string) =>
    tables.filter((table) => table.place === place).map(({ name }) => name);
  expect(status).toBe(0);
  expect(of('person')).toEqual(
    expect.arrayContaining([
      'kept_answer',
      'outbox',
      'progress',
      'transfer',
      'wallet',
      'withdrawal',
    ]),
  );
  expect(tables).toContainEqual({
    name: 'outbox_dead',
    place: 'person',
    triggers: [],
    plain: [expect.objectContaining({ index: 'outbox_dead_pkey', columns: ['dead_id'] })],
  });
  expect(of('waits')).toEqual([]);
  expect(of('lookup')).toEqual([
    ...['account_lookup', 'email_link', 'mail', 'report', 'watch_ticket_used'],
  ]);
  expect(tables).toContainEqual({
    ...{ name: 'video', place: 'shared', isWritten: false, isEverywhere: true },
  });
  expect(tables).toContainEqual({
    ...{ name: 'funding_allotment', place: 'shared', isWritten: true, isEverywhere: false },
  });
  expect(of('operators')).toEqual(
    expect.arrayContaining(['approval_limit', 'migration', 'setting']),
  );
  expect(functions.filter(({ crosses }) => crosses !== null).map(({ name }) => name)).toEqual([
    ...['erase_account', 'record_welcome', 'release_rewards', 'settle_withdrawal'],
  ]);
});

test('the output for people has a line for each table and for each function', async () => {
  const { out } = await run(DRY);
  expect(out).toMatch(/^person +withdrawal +withdrawal_payout_reference becomes a plain index$/m);
  expect(out).toMatch(/^person +account +account_email becomes a plain index; /m);
  expect(out).toMatch(/^lookup +watch_ticket_used +found by nonce$/m);
  expect(out).toMatch(/^record_watch +on the machine of its person$/m);
});

test('a table with a unique index over all people waits for a look-up table', async () => {
  await domain.pool.query('create table badge (user_id bigint primary key, name text unique)');
  const { out } = await run(DRY);
  await domain.pool.query('drop table badge');
  expect(out).toMatch(/^waits +badge +badge_name_key \(name\) needs a look-up table$/m);
});

test('a table without a key that begins with a person is listed as a look-up', async () => {
  await domain.pool.query('create table scrap (user_id bigint not null, at date primary key)');
  const { out } = await run(DRY);
  await domain.pool.query('drop table scrap');
  expect(out).toMatch(/^lookup +scrap +found by at$/m);
});
