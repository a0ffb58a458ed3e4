import { expect, test } from 'vitest';
import { networksOf } from '../../server/domain/addresses.ts';
import { deleteExpired } from '../../server/domain/housekeeping.ts';
import { createRequestLimit, takeSlot } from '../../server/domain/limits.ts';
import { Shares } from '../../server/domain/shares.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../server/domain/time.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { untilLockWait } from './support.ts';

setUpDomain();

const newLimit = () =>
  createRequestLimit({
    settings: domain.settings,
    now: domain.now,
    writing: { note: (error) => expect(error).toBeUndefined() },
  });

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['192.0.2.7:50123', '192.0.2.7'],
  ['[2001:db8:1:2::9]:50123', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['[::ffff:192.0.2.7]:50123', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:FFFF:192.0.2.7', '192.0.2.7'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
])('%s is counted as %s', (address, key) => {
  expect(networksOf(address)[0]).toEqual({ key, allowance: 1 });
});

test('an IPv6 address is also counted by its wider networks, an IPv4 address alone', () => {
  expect(networksOf('2001:db8:1:2fe::9')).toEqual([
    { key: '2001:db8:1:2fe::/64', allowance: 1 },
    { key: '2001:db8:1:200::/56', allowance: 2 },
    { key: '2001:db8:1::/48', allowance: 4 },
  ]);
  expect(networksOf('192.0.2.7')).toHaveLength(1);
});

test('a network has at most its share of places at once, and at most half of all places', () => {
  const shares = new Shares(20, 4);
  const take = (address: string, times: number) =>
    Array.from({ length: times }, () => shares.take(address));
  const count = (taken: readonly unknown[]) => taken.filter((giveBack) => giveBack !== null).length;
  const first = take('2001:db8:1:100::1', 5);
  expect(count(first)).toBe(4);
  expect(count(take('2001:db8:1:101::1', 5))).toBe(4);
  expect(count(take('2001:db8:1:102::1', 1))).toBe(0);
  expect(count(take('2001:db8:1:200::1', 5))).toBe(2);
  expect(count(take('192.0.2.7', 5))).toBe(4);
  first[0]?.();
  expect(count(take('2001:db8:1:300::1', 2))).toBe(1);
});

test('exactly the limit of an address’s requests passes in one minute, and in the next', async () => {
  await domain.configure({ 'limit.requests_per_minute': '100' });
  const limit = newLimit();
  const answers = await Promise.all(
    Array.from({ length: 150 }, () => limit.takeAddress(domain.pool, '192.0.2.1')),
  );
  expect(answers.filter((wait) => wait === 0)).toHaveLength(100);
  expect(await limit.takeAddress(domain.pool, '192.0.2.2')).toBe(0);
  domain.setNow(new Date('2026-06-01T10:00:20.000Z'));
  const again = await Promise.all(
    Array.from({ length: 150 }, () => limit.takeAddress(domain.pool, '192.0.2.1')),
  );
  expect(again.filter((wait) => wait === 0)).toHaveLength(100);
  expect(new Set(again.filter((wait) => wait > 0))).toEqual(new Set([40]));
});

test('several processes together never exceed the limit, and lose few places', async () => {
  await domain.configure({ 'limit.requests_per_minute': '400' });
  domain.advance(MINUTE);
  const processes = [newLimit(), newLimit(), newLimit()];
  const answers = await Promise.all(
    Array.from({ length: 900 }, (_, index) =>
      processes[index % 3]?.takeAddress(domain.pool, '192.0.2.3'),
    ),
  );
  const passed = answers.filter((wait) => wait === 0).length;
  expect(passed).toBeLessThanOrEqual(400);
  // a process may be left with part of a block, and no block is larger than the first
  expect(passed).toBeGreaterThanOrEqual(400 - 400 / 8);
});

test('most requests need no SQL statement', async () => {
  await domain.configure({ 'limit.requests_per_minute': '1200' });
  domain.advance(MINUTE);
  let statements = 0;
  const db = new Proxy(domain.pool, {
    get: (pool, name) => {
      if (name === 'query') statements += 1;
      const value = Reflect.get(pool, name);
      return typeof value === 'function' ? value.bind(pool) : value;
    },
  });
  const limit = newLimit();
  for (let request = 0; request < 600; request += 1) await limit.takeAddress(db, '192.0.2.4');
  expect(statements).toBeLessThan(15);
});

test('0 switches the limit off', async () => {
  await domain.configure({ 'limit.requests_per_minute': '0' });
  domain.advance(MINUTE);
  const limit = newLimit();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => limit.takeAddress(domain.pool, '192.0.2.5')),
  );
  expect(new Set(answers)).toEqual(new Set([0]));
});

test('housekeeping deletes expired rows, and no others', async () => {
  const now = domain.now();
  const past = { bucket: 'past', limit: 5, lengthMs: MINUTE };
  await takeSlot(domain.pool, past, new Date(now.getTime() - HOUR));
  await takeSlot(domain.pool, { ...past, bucket: 'present' }, now);
  const user = await domain.user();
  for (const [name, expires] of [
    ['ended', now.getTime() - SECOND],
    ['alive', now.getTime() + SECOND],
  ] as const) {
    await domain.pool.query(
      `insert into session (token_hash, user_id, keep, created_at, seen_at, expires_at)
       values ($1, $2, true, $3, $3, $4)`,
      [Buffer.from(name), user.userId, now, new Date(expires)],
    );
  }
  for (const [nonce, days] of [
    ['old', 30.1],
    ['new', 29.9],
  ] as const) {
    await domain.pool.query('insert into watch_ticket_used values ($1, $2, $3)', [
      Buffer.from(nonce),
      user.userId,
      new Date(now.getTime() - days * DAY),
    ]);
  }
  for (const [device, days] of [
    ['forgotten', 401],
    ['remembered', 399],
  ] as const) {
    await domain.pool.query('insert into known_device values ($1, $2, $3)', [
      user.userId,
      Buffer.from(device),
      new Date(now.getTime() - days * DAY),
    ]);
  }
  await deleteExpired(domain.pool, now);
  const { rows } = await domain.pool.query(
    `select bucket as kept from limit_window where bucket in ('past', 'present')
     union all select encode(token_hash, 'escape') from session
     union all select encode(nonce, 'escape') from watch_ticket_used
     union all select encode(device_hash, 'escape') from known_device`,
  );
  expect(rows.map(({ kept }) => kept)).toEqual(['present', 'alive', 'new', 'remembered']);
});

test('a row that is renewed while expired rows are deleted stays', async () => {
  const { userId } = await domain.user();
  const hash = Buffer.from('known');
  await domain.pool.query('insert into known_device values ($1, $2, $3)', [
    ...[userId, hash, new Date(0)],
  ]);
  const other = await domain.pool.connect();
  await other.query('begin');
  await other.query('update known_device set seen_at = $2 where device_hash = $1', [
    ...[hash, domain.now()],
  ]);
  const deleting = deleteExpired(domain.pool, domain.now());
  await untilLockWait(domain.pool, deleting);
  await other.query('commit');
  other.release();
  await deleting;
  const { rowCount } = await domain.pool.query('select from known_device where device_hash = $1', [
    hash,
  ]);
  expect(rowCount).toBe(1);
});
