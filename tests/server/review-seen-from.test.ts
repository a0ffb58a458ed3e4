import { beforeEach, expect, test } from 'vitest';
import type { Caller } from '../../server/domain/context.ts';
import { eraseAccount } from '../../server/domain/deletion/delete-account.ts';
import { deleteExpired } from '../../server/domain/housekeeping.ts';
import { notesOf } from '../../server/domain/review/notes.ts';
import { recordOrigin } from '../../server/domain/review/seen-from.ts';
import { DAY } from '../../server/domain/time.ts';
import { withdraw } from '../../server/domain/withdrawals.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { earn, payee } from './review.support.ts';

setUpDomain({ empty: ['payout_info', 'seen_from'] });
beforeEach(() => domain.setNow(new Date('2026-03-20T10:00:00.000Z')));

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';
const ANDROID = `Mozilla/5.0 (Linux; Android 10; K) ${CHROME}`;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0';

interface From {
  readonly address?: string;
  readonly userAgent?: string;
}

const contextFrom = ({ address = '203.0.113.4', userAgent = ANDROID }: From) =>
  domain.context({ visitor: { address, userAgent, country: null } });

/** A user who requests a withdrawal. */
async function asker(from: From = {}): Promise<Caller> {
  const user = await payee(domain);
  await earn(domain, user, { video: 50_000n });
  await withdraw(contextFrom(from), user, { amount: '1' });
  return user;
}

async function noteOf({ userId }: Caller): Promise<string | undefined> {
  const account = { account_type: 'email', account_kind: null, account: 'a@mail.example' } as const;
  const notes = await notesOf(domain.pool, { user_id: userId, ...account }, domain.now());
  return notes.find(({ about }) => about === 'seen_from')?.text.split(': ')[1];
}

const seen = ({ userId }: Caller, from: From = {}) =>
  recordOrigin(domain.pool, contextFrom(from), userId, 'log-in');

test('users who request from one block with one browser and system are counted, each once', async () => {
  const first = await asker();
  for (const host of [5, 6]) await asker({ address: `203.0.113.${host}` });
  await asker({ address: '203.0.114.4' });
  await asker({ userAgent: FIREFOX });
  expect(await noteOf(first)).toBe('3 (Chrome on Android)');
});

test('a user who only logs in from a place has a count of its requesters, and is not counted', async () => {
  const visitor = await domain.user();
  await seen(visitor);
  expect(await noteOf(visitor)).toBe('0 (Chrome on Android)');
  const first = await asker();
  expect(await noteOf(first)).toBe('1 (Chrome on Android)');
  expect(await noteOf(visitor)).toBe('1 (Chrome on Android)');
});

test('a browser that the library does not know has no count', async () => {
  const [one] = [await asker({ userAgent: 'curl/8.0' }), await asker({ userAgent: 'curl/8.0' })];
  expect(await noteOf(one)).toBe('not known');
});

test('neither the address nor the user agent is stored', async () => {
  const { userId } = await asker({ address: '198.51.100.77', userAgent: `${ANDROID} Secret-9` });
  const { rows } = await domain.pool.query<{ row: string }>(
    'select seen_from::text as row from seen_from where user_id = $1',
    [userId],
  );
  expect(rows).toHaveLength(1);
  for (const word of ['198.51.100', 'Secret', 'Mozilla', 'K)']) {
    expect(rows[0]?.row).not.toContain(word);
  }
});

test('the latest twenty places of an account are stored, each once', async () => {
  const user = await domain.user();
  for (let block = 0; block < 25; block += 1) {
    domain.advance(1_000);
    await seen(user, { address: `198.51.${block}.1` });
    await seen(user, { address: `198.51.${block}.2` });
  }
  const { rows } = await domain.pool.query<{ oldest: Date; places: number }>(
    'select min(seen_at) as oldest, count(*)::int as places from seen_from',
  );
  expect(rows[0]?.places).toBe(20);
  expect(rows[0]?.oldest).toEqual(new Date('2026-03-20T10:00:06.000Z'));
});

test('log-ins from many places remove no request from the count', async () => {
  const [first, other] = [await asker(), await asker()];
  for (let block = 0; block < 25; block += 1) {
    domain.advance(1_000);
    await seen(other, { address: `198.51.${block}.1` });
  }
  expect(await noteOf(first)).toBe('2 (Chrome on Android)');
});

test('a place is deleted after 90 days, and with the account', async () => {
  const [gone, old] = [await domain.user(), await domain.user()];
  for (const user of [gone, old]) await seen(user);
  await eraseAccount(domain.pool, gone.userId, null, domain.now());
  await seen(gone);
  const owners = async () =>
    (await domain.pool.query('select user_id from seen_from')).rows.map((row) => row.user_id);
  expect(await owners()).toEqual([old.userId]);
  await deleteExpired(domain.pool, new Date(domain.now().getTime() + 90 * DAY));
  expect(await owners()).toEqual([old.userId]);
  await deleteExpired(domain.pool, new Date(domain.now().getTime() + 91 * DAY));
  expect(await owners()).toEqual([]);
});

test.each([
  ['email', null, 'a@mail.example', 'email, easy to get'],
  ['upi_id', null, 'ring1@okhdfc', 'upi, easy to get'],
  ['username', 'pix', '7f2c1f4e-4e7c-4b8f-9a55-0b9f5b1d2e3c', 'pix, easy to get'],
  ['username', 'pix', '+5511987654321', 'pix, hard to get'],
  ['phone', null, '+233241234567', 'phone, hard to get'],
  ['bank_card', null, '4111111111111111', 'card, hard to get'],
  ['email', null, '', 'email; the account is erased'],
] as const)('%s %s %s: %s', async (account_type, account_kind, account, said) => {
  const { userId } = await domain.user();
  const [note] = await notesOf(
    domain.pool,
    { user_id: userId, account_type, account_kind, account },
    domain.now(),
  );
  expect(note?.text).toContain(`kind of the payout account: ${said}`);
});
