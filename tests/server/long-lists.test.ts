import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller, Context } from '../../server/domain/context.ts';
import { corrections } from '../../server/domain/corrections.ts';
import { invitedUsers } from '../../server/domain/invitations.ts';
import { rewardLogs } from '../../server/domain/ledger.ts';
import { history } from '../../server/domain/watched-clips.ts';
import { withdrawals } from '../../server/domain/withdrawals.ts';
import { rowsReadBy } from './plans.ts';
import { createTestDomain, type TestDomain } from './support.ts';

const ENTRIES = 2_000;
const LIMIT = 20;
/** The most rows that a page may read: its entries, and the rows that it shows with each entry. */
const MAX_ROWS = 12 * LIMIT;

let domain: TestDomain;
let caller: Caller;

/** Up to three friends, or watched clips, have the same time; every tenth transfer is not a reward. */
const FILL = [
  `insert into video (title, author, url, poster, width, height, duration_ms, created_at)
   select 'Clip', 'Author', '/' || n, '/p', 540, 960, 8000, now() from generate_series(1, 50) n`,
  `insert into account (username, username_key, email, email_key, password_hash, invite_code, created_at,
     password_changed_at)
   select 'friend' || n, 'friend' || n, n || '@e.org', n || '@e.org', '', 'F' || n, now(), now()
   from generate_series(1, ${ENTRIES}) n`,
  `insert into progress (user_id) select user_id from account on conflict do nothing`,
  `insert into friend (user_id, friend_id, level, created_at)
   select $1, user_id, 1 + user_id % 3, timestamptz '2026-01-01 00:00:00.000123Z' + (user_id / 3) * interval '1 s'
   from account where user_id <> $1`,
  `insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail, created_at)
   select $1, n, op, op || n, debit, credit, 500, '', now()
   from generate_series(1, ${ENTRIES}) n, lateral (select
     case when n % 10 = 0 then 'withdrawal_held' when n % 2 = 0 then 'watch_ad' else 'video' end as op,
     case when n % 10 = 0 then 'available' else 'rewards' end as debit,
     case when n % 10 = 0 then 'held' else 'available' end as credit) as move`,
  `update wallet set version = ${ENTRIES}, available = 2000000, held = 250000, credited = 2250000 where user_id = $1`,
  `insert into watched (user_id, day, video_id, reward, watched_at, watch_seconds)
   select $1, date '2026-01-01' - n / 50, 1 + n % 50, 500,
     timestamptz '2026-01-01 20:00:00.000123Z' - (n / 50) * interval '1 day' - (n % 50 / 3) * interval '1 s', 5
   from generate_series(0, ${ENTRIES} - 1) n`,
  `update progress set videos = ${ENTRIES} where user_id = $1`,
  `insert into correction (user_id, amount, reason, created_at)
   select $1, 1, 'a reason', now() from generate_series(1, ${ENTRIES})`,
  `insert into withdrawal (user_id, amount, local_amount, local_currency, country, method, account_type,
     recipient_name, account, status, step, previous_step, step_number, created_at, settled_at)
   select $1, 1000, '1', 'EUR', 'DE', 'm', 'phone', 'Anna', '49', 'paid', 'paid', 'pending', 1, now(), now()
   from generate_series(1, ${ENTRIES})`,
];

beforeAll(async () => {
  domain = await createTestDomain();
  caller = await domain.user();
  for (const statement of FILL) {
    await domain.pool.query(statement, statement.includes('$1') ? [caller.userId] : []);
  }
  await domain.pool.query('vacuum analyze');
});
afterAll(() => domain.drop());

interface Asked {
  page: number;
  limit: number;
  before?: string;
}
interface Answered {
  list: object[];
  total: number;
  next?: string | null | undefined;
}
type Lists = (context: Context, caller: Caller, input: Asked) => Promise<Answered>;

/** Reads the whole list: each request continues at the key `next` of the previous answer. */
async function allOf(list: Lists): Promise<{ entries: object[]; total: number }> {
  const entries: object[] = [];
  for (let before: string | null | undefined; ; ) {
    const asked = { page: 1, limit: 97, ...(before && { before }) };
    const answer = await list(domain.context(), caller, asked);
    entries.push(...answer.list);
    before = answer.next;
    if (!before) return { entries, total: answer.total };
  }
}

/** Reads the whole list by page numbers. */
async function numbered(list: Lists): Promise<object[]> {
  const entries: object[] = [];
  for (let page = 1; entries.length < ENTRIES; page += 1) {
    const answer = await list(domain.context(), caller, { page, limit: 100 });
    if (answer.list.length === 0) return entries;
    entries.push(...answer.list);
  }
  return entries;
}

const lists: readonly [string, Lists, number][] = [
  ['rewardLogs', rewardLogs, ENTRIES * 0.9],
  [
    'rewardLogs of one type',
    (c, who, input) => rewardLogs(c, who, { ...input, type: 'video' }),
    ENTRIES / 2,
  ],
  ['invitedUsers', invitedUsers, ENTRIES],
  ['history', history, ENTRIES],
  ['corrections', corrections, ENTRIES],
  ['withdrawals', withdrawals, ENTRIES],
];

describe.each(lists)('%s', (_, list, count) => {
  test('continues by its keys through all entries, each once and in order', async () => {
    const { entries, total } = await allOf(list);
    expect([entries.length, total]).toEqual([count, count]);
    expect(entries).toEqual(await numbered(list));
  });
});

/** Counts the rows that each statement reads for a page far into a list, with the list's count. */
async function readFar(list: Lists): Promise<number[]> {
  let before: string | null | undefined;
  for (let page = 0; page < 15; page += 1) {
    const answer = await list(domain.context(), caller, {
      page: 1,
      limit: 100,
      ...(before && { before }),
    });
    before = answer.next;
  }
  const asked = { page: 76, limit: LIMIT, before: before ?? '' };
  return rowsReadBy(domain.pool, (db) => list(domain.context({ db }), caller, asked));
}

test.each([
  ['rewardLogs', rewardLogs],
  ['history', history],
])('page 76 of %s and its total read few rows', async (_, list: Lists) => {
  for (const rows of await readFar(list)) expect(rows).toBeLessThan(MAX_ROWS + ENTRIES * 0.2);
});

test('page 76 of friends reads only its own rows, and counts only new friends', async () => {
  const [own, counted, page] = await readFar(invitedUsers);
  expect(own).toBe(1);
  expect(counted).toBe(0);
  expect(page).toBeLessThan(MAX_ROWS);
});

test.each([
  ['corrections', corrections],
  ['withdrawals', withdrawals],
])('page 76 of %s reads only its own rows', async (_, list: Lists) => {
  const [page] = await readFar(list);
  expect(page).toBeLessThan(MAX_ROWS);
});

test('a key that no answer has given is a valid position', async () => {
  const asked = { page: 1, limit: 10, before: '999999999999999999-9-999999' };
  for (const [, list] of lists) {
    const { list: entries } = await list(domain.context(), caller, asked);
    expect(entries.length).toBe(10);
  }
});
