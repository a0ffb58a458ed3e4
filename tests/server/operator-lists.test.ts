import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { OperatorContext } from '../../server/operator/command.ts';
import { commands } from '../../server/operator/commands.ts';
import { dataDir, domain, json, run, setUpOperator } from './operator.setup.ts';
import { plansOf } from './plans.ts';

setUpOperator();

/** The moments on both sides of March 2026, of UTC. */
const TIMES = [
  '2026-02-28T23:59:59.999999Z',
  '2026-03-01T00:00:00Z',
  '2026-03-31T23:59:59.999999Z',
  '2026-04-01T00:00:00Z',
];

/** Adds one row a moment to every table that is listed, each of 1.0000 where it has an amount. */
async function addRows(times: readonly string[]): Promise<void> {
  for (const at of times) {
    const { userId } = await domain.user();
    const insert = (sql: string, ...values: unknown[]) => domain.pool.query(sql, [at, ...values]);
    await insert(
      `insert into payout_batch (method, format, content, who, created_at)
       values ('paypal', 'csv', '', '=1+1', $1)`,
    );
    await insert(
      `insert into withdrawal (user_id, amount, local_amount, local_currency, country, method,
         account_type, recipient_name, account, status, step, previous_step, step_number, settled_at,
         batch_id, payout_reference, created_at)
       select $2, 10000, '1', 'EUR', 'DE', 'paypal', 'phone', '=1+1', '+49', 'paid', 'paid',
         'processing', 2, $1::timestamptz, max(batch_id), 'B' || max(batch_id), $1::timestamptz
       from payout_batch`,
      userId,
    );
    await insert(
      `insert into outbox_dead
         (user_id, op, idempotency_key, amount, detail, created_at, failed_at, error)
       values ($2, 'invite', 'a', 10000, '', '2020-01-01', $1, '=1+1')`,
      userId,
    );
    await insert(`insert into audit (at, who, action, what) values ($1, '=1+1', 'tested', '{}')`);
    await insert(
      `insert into video (title, author, url, poster, width, height, duration_ms, created_at)
       values ('=1+1', 'A', $1::text, '/p', 540, 960, 8000, $1::text::timestamptz)`,
    );
    await insert(
      `insert into ad (title, advertiser, url, poster, target_url, cta, duration_ms, created_at)
       values ('=1+1', 'A', '/', '/p', '/', '', 8000, $1)`,
    );
    await insert(
      `insert into objection (user_id, correction_id, text, created_at, decide_at)
       values ($2, 1, '=1+1', $1, $1)`,
      userId,
    );
    await insert(
      `insert into report (kind, item_id, reason, text, user_id, created_at)
       values ('clip', 1, 'other', '=1+1', $2, $1)`,
      userId,
    );
  }
}
beforeAll(() => addRows(TIMES));

/** Each list that has a time, the file's cell that would be a formula, and whether it has a sum. */
const lists = [
  ['withdrawals list', 'recipient_name', true],
  ['payouts list', 'who', true],
  ['outbox list', 'error', true],
  ['audit list', 'who', false],
  ['videos list', 'title', false],
  ['videos stats', 'title', false],
  ['ads list', 'title', false],
  ['reports list', 'text', false],
  ['objections list', 'text', false],
] as const;

test.each(lists)(
  '%s: --from and --to are whole days of UTC, --sum adds them up',
  async (name, _, hasSum) => {
    const march = [...name.split(' '), '--from', '2026-03-01', '--to', '2026-03-31'];
    expect((await json(...march)).answer).toHaveLength(2);
    expect((await json(...march, '--sum')).answer).toEqual({
      list: [expect.anything(), expect.anything()],
      page: 1,
      more: false,
      count: 2,
      ...(hasSum ? { sum: '2.0000' } : {}),
    });
    expect((await run([...march, '--sum'])).out.split('\n').at(-1)).toBe(
      `count: 2${hasSum ? ', sum: 2.0000 USD' : ''}`,
    );
    const first = [...name.split(' '), '--from', '2026-04-01', '--sum'];
    expect((await json(...first, '--to', '2026-04-01')).answer.count).toBe(1);
  },
);

test.each(lists)(
  '%s --csv: a cell that a spreadsheet would compute has an apostrophe',
  async (name, column) => {
    const csv = `${name.replace(' ', '-')}.csv`;
    const argv = [...name.split(' '), '--from', '2026-03-01', '--to', '2026-03-31', '--csv', csv];
    const file = join(dataDir, csv);
    expect(await run(argv, { INIT_CWD: dataDir })).toEqual({
      status: 0,
      out: `${file}: 2 rows`,
      err: '',
    });
    const lines = (await readFile(file, 'utf8')).split('\r\n');
    const at = lines[0]?.split(',').indexOf(column) ?? -1;
    expect(lines.slice(1).map((line) => line.split(',')[at])).toEqual([
      "'=1+1",
      "'=1+1",
      undefined,
    ]);
    expect(await run(argv, { INIT_CWD: dataDir })).toMatchObject({
      status: 1,
      err: `${file} exists already`,
    });
  },
);

test.each(lists)('%s: bad values get one line and status 2', async (name) => {
  for (const [option, value, why] of [
    ['from', '2026-02-30', '--from must be a day such as 2026-03-31, not "2026-02-30"'],
    ['to', 'today', '--to must be a day such as 2026-03-31, not "today"'],
    ['page', '0', '--page must be a whole number from 1 to 999999, not "0"'],
    ['csv', 'file', '--csv must be a file whose name ends with .csv, not "file"'],
  ] as const) {
    const ran = await run([...name.split(' '), `--${option}`, value]);
    expect(ran).toEqual({ status: 2, out: '', err: why });
  }
  const reversed = [...name.split(' '), '--from', '2026-03-02', '--to', '2026-03-01'];
  expect(await run(reversed)).toEqual({
    status: 2,
    out: '',
    err: '--to 2026-03-01 is before --from 2026-03-02',
  });
});

test('a page has 100 rows, each row is on one page, and the answer says that there is more', async () => {
  await addRows(
    Array.from({ length: 201 }, (_, at) => new Date(Date.UTC(2030, 0, 1) + at).toISOString()),
  );
  for (const [name] of lists) {
    const year = [...name.split(' '), '--from', '2030-01-01', '--to', '2030-12-31'];
    const pages = [];
    for (const page of ['1', '2', '3']) pages.push((await json(...year, '--page', page)).answer);
    expect(pages.map(({ list, more }) => [list.length, more])).toEqual([
      [100, true],
      [100, true],
      [1, false],
    ]);
    const ids = pages.flatMap(({ list }) => list.map(({ id }: { id: number }) => id));
    expect(new Set(ids).size).toBe(201);
    const { out } = await run(year);
    expect(out.split('\n').at(-1)).toBe('there is more: --page 2');
  }
  const { answer } = await json('videos', 'list');
  expect(answer).toHaveLength(100);
});

test('a list of some days is sorted by time', async () => {
  await addRows(['2031-01-02T00:00:00Z', '2031-01-01T00:00:00Z']);
  for (const [name] of lists) {
    const { answer } = await json(...name.split(' '), '--from', '2031-01-01', '--to', '2031-01-02');
    const [first, second] = answer.map(({ id }: { id: number }) => id);
    expect({ name, isNewestFirst: first < second }).toEqual({
      name,
      isNewestFirst: name === 'payouts list',
    });
  }
});

test.each([
  ['withdrawals list', 'withdrawal_created_at'],
  ['payouts list', 'payout_batch_created_at'],
  ['outbox list', 'outbox_dead_failed_at'],
  ['audit list', 'audit_at'],
  ['videos list', 'video_created_at'],
  ['videos stats', 'video_created_at'],
  ['reports list', 'report_created_at'],
  ['objections list', 'objection_created_at'],
  ['ads list', 'ad_created_at'],
])('%s finds the rows of some days by the index %s', async (name, index) => {
  const list = commands.find((command) => command.name === name);
  const values = { from: '2026-03-01', to: '2026-03-31', sum: 'true' };
  const plans = await plansOf(domain.pool, async (db) => {
    const context = { db, now: domain.now() } as OperatorContext;
    await list?.run(context, { positionals: [], values });
  });
  const ofList = plans.filter((plan) => plan.includes(index));
  expect(ofList).toHaveLength(2);
});
