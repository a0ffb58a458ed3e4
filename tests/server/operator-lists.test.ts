import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { OperatorContext } from '../../server/operator/command.ts';
import { commands } from '../../server/operator/commands.ts';
import { dataDir, domain, json, run, setUpOperator } from './operator.setup.ts';
import { addRows, lists } from './operator-lists.support.ts';
import { plansOf } from './plans.ts';

setUpOperator();

/** The moments before and after both ends of March 2026 in UTC. */
const TIMES = [
  '2026-02-28T23:59:59.999999Z',
  '2026-03-01T00:00:00Z',
  '2026-03-31T23:59:59.999999Z',
  '2026-04-01T00:00:00Z',
];

beforeAll(() => addRows(TIMES));

test.each(lists)(
  '%s: --from and --to are whole days of UTC, and --sum adds up their rows',
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
  '%s --csv: a cell that a spreadsheet would take as a formula begins with an apostrophe',
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

test.each(lists)('%s: bad values are refused in one line, with status 2', async (name) => {
  for (const [option, value, why] of [
    ['from', '2026-02-30', '--from must be a day such as 2026-03-31, not "2026-02-30"'],
    ['to', 'today', '--to must be a day such as 2026-03-31, not "today"'],
    ['page', '0', '--page must be a whole number from 1 to 999999, not "0"'],
    ['csv', 'file', '--csv must be a file whose name ends with .csv, not "file"'],
  ] as const) {
    const ran = await run([...name.split(' '), `--${option}`, value]);
    expect(ran).toEqual({ status: 2, out: '', err: why });
  }
  for (const [options, why] of [
    [
      ['--page', '11'],
      '--page must be at most 10: for later pages give --after with the KEY of the page before',
    ],
    [['--page', '2', '--after', '7'], 'give --page or --after, not both'],
    [
      ['--after', '7-7'],
      '--after must be the KEY that the previous page of the same days printed, not "7-7"',
    ],
    [
      ['--after', '7', '--to', '2026-03-31'],
      '--after must be the KEY that the previous page of the same days printed, not "7"',
    ],
    [
      ['--after', '1767225600000000-7', '--from', '2026-03-01'],
      '--after must be the KEY that the previous page of the same days printed, not "1767225600000000-7"',
    ],
  ] as const) {
    expect(await run([...name.split(' '), ...options])).toEqual({ status: 2, out: '', err: why });
  }
  const reversed = [...name.split(' '), '--from', '2026-03-02', '--to', '2026-03-01'];
  expect(await run(reversed)).toEqual({
    status: 2,
    out: '',
    err: '--to 2026-03-01 is before --from 2026-03-02',
  });
});

test('a list with a range of days is sorted by time', async () => {
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
])('%s reads a range of days by the index %s', async (name, index) => {
  const list = commands.find((command) => command.name === name);
  const values = { from: '2026-03-01', to: '2026-03-31', sum: 'true' };
  const plans = await plansOf(domain.pool, async (db) => {
    const context = { db, now: domain.now() } as OperatorContext;
    await list?.run(context, { positionals: [], values });
  });
  const ofList = plans.filter((plan) => plan.includes(index));
  expect(ofList).toHaveLength(2);
});
