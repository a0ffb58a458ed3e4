import { expect, test } from 'vitest';
import { currencyChecks } from './currency.checks.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { objectionChecks } from './objection.checks.ts';
import { operatorPageChecks } from './operator-pages.checks.ts';
import { type CheckCases, type Row, withdrawalChecks } from './withdrawal.checks.ts';

/**
 * Tests the check constraints of the database, the last guard of money: each check is evaluated
 * for rows on both sides of its limit.
 */
setUpDomain();

const above = (least: number, ...columns: readonly string[]): [string, CheckCases][] =>
  columns.map((place) => {
    const [table, column = ''] = place.split('.');
    const sides = { refused: [{ [column]: least - 1 }], allowed: [{ [column]: least }] };
    return [`${table}_${column}_check on ${table}`, sides];
  });

const accounts = ['rewards', 'available', 'held', 'payouts', 'debt'];
const ways = [
  'rewards > available',
  'available > held',
  'held > payouts',
  'held > available',
  'payouts > available',
  'available > rewards',
  'debt > rewards',
  'available > debt',
];
const steps = ['pending', 'in_review', 'processing', 'paid', 'failed', 'returned', 'rejected'];
const moves = [
  'pending > in_review',
  'pending > processing',
  'pending > paid',
  'pending > rejected',
  ...['in_review > pending', 'in_review > rejected'],
  ...['processing > pending', 'processing > paid', 'processing > failed'],
  'paid > returned',
];
const statuses = ['pending', 'paid', 'rejected'];
const statusOf = [
  ...['pending', 'in_review', 'processing'].map((step) => `${step} > pending`),
  ...['paid > paid', 'failed > rejected', 'returned > rejected', 'rejected > rejected'],
];

/** Returns all pairs of values as cases: only the pairs in `allowed` may be stored. */
function pairs(
  [from, to]: readonly [string, string],
  [ones, others]: readonly [readonly string[], readonly string[]],
  allowed: readonly string[],
): CheckCases {
  const all = ones.flatMap((one) => others.map((other) => ({ [from]: one, [to]: other })));
  const isAllowed = (row: Row) => allowed.includes(`${row[from]} > ${row[to]}`);
  return { refused: all.filter((row) => !isAllowed(row)), allowed: all.filter(isAllowed) };
}

const checks = new Map<string, CheckCases>([
  ...above(
    0,
    ...[
      'day_promise.funds',
      'day_promise.taken',
      'funding_allotment.room',
      'approval_limit.above',
      'approved_alone.amount',
    ],
    ...['ad.budget', 'ad.click_reward', 'ad.spent', 'ad.watch_reward', 'ad.watch_seconds'],
    ...['ad_allotment.room', 'ad_rewarded.reward', 'task_claimed.reward', 'watched.reward'],
    ...['funding.deposited', 'funding.shortfall', 'video.reward', 'video.watch_seconds'],
    ...['wallet.available', 'wallet.held', 'wallet.debt', 'wallet.credited', 'wallet.debited'],
    ...['wallet.corrected', 'wallet.version'],
  ),
  ...above(
    1,
    ...['ad.duration_ms', 'video.duration_ms', 'video.height', 'video.width'],
    ...['coming_reward.amount', 'outbox.amount', 'outbox_dead.amount'],
    ...['transfer.amount', 'transfer.version', 'withdrawal.amount', 'withdrawal_step.number'],
    ...['extra_views.views', 'refused_call.times'],
  ),
  [
    'ad_budget on ad',
    { refused: [{ budget: 5, spent: 6 }], allowed: [{ budget: 5, spent: 5 }, { spent: 6 }] },
  ],
  ...['correction', 'funding_deposit', 'prepared_correction'].map((table): [string, CheckCases] => [
    `${table}_amount_check on ${table}`,
    { refused: [{ amount: 0 }], allowed: [{ amount: 1 }, { amount: -1 }] },
  ]),
  [
    'friend_level_check on friend',
    { refused: [{ level: 0 }, { level: 4 }], allowed: [{ level: 1 }, { level: 3 }] },
  ],
  [
    'report_one_reporter on report',
    {
      refused: [{}, { user_id: 1, visitor: '\\x01' }],
      allowed: [{ user_id: 1 }, { visitor: '\\x01' }],
    },
  ],
  [
    'report_whole_decision on report',
    {
      refused: [{ is_upheld: true }, { is_upheld: true, answer: 'No' }],
      allowed: [{}, { decided_at: '2026-03-01', is_upheld: false, answer: 'No' }],
    },
  ],
  ['funding_room on funding', { refused: [{ room: -1 }], allowed: [{ room: 0 }] }],
  [
    'funding_covered on funding',
    {
      refused: [{ room: 1, shortfall: 1 }],
      allowed: [
        { room: 0, shortfall: 1 },
        { room: 1, shortfall: 0 },
      ],
    },
  ],
  ...[
    'email_lookup',
    'feed_sum',
    'funding',
    'media_coverage',
    'push_announcement',
    'setting_version',
    'shown_clips',
  ].map((table): [string, CheckCases] => [
    `${table}_only_row_check on ${table}`,
    { refused: [{ only_row: false }], allowed: [{ only_row: true }] },
  ]),
  [
    'session_one_address on session',
    {
      refused: [{ fcm_token: 'one', web_push: {} }],
      allowed: [{ fcm_token: 'one' }, { web_push: {} }, {}],
    },
  ],
  ['transfer_accounts on transfer', pairs(['debit', 'credit'], [accounts, accounts], ways)],
  [
    'wallet_balanced on wallet',
    {
      refused: [
        { available: 1, held: 2, debt: 0, credited: 9, debited: 4, corrected: 1 },
        { available: 1, held: 2, debt: 4, credited: 9, debited: 4, corrected: 2 },
      ],
      allowed: [
        { available: 1, held: 2, debt: 0, credited: 9, debited: 4, corrected: 2 },
        { available: 0, held: 2, debt: 4, credited: 3, debited: 4, corrected: 1 },
      ],
    },
  ],
  [
    'wallet_repays_first on wallet',
    {
      refused: [{ available: 1, debt: 1 }],
      allowed: [
        { available: 1, debt: 0 },
        { available: 0, debt: 1 },
      ],
    },
  ],
  ...withdrawalChecks,
  ...currencyChecks,
  ...operatorPageChecks,
  ...objectionChecks,
  [
    'withdrawal_step_move on withdrawal',
    pairs(['previous_step', 'step'], [['', ...steps], steps], [' > pending', ...moves]),
  ],
  [
    'withdrawal_step_move on withdrawal_step',
    pairs(['from_step', 'to_step'], [steps, steps], moves),
  ],
  ['withdrawal_step_status on withdrawal', pairs(['step', 'status'], [steps, statuses], statusOf)],
]);

interface Check {
  readonly name: string;
  readonly table: string;
  readonly rule: string;
}

/** Reads all checks, except lists of a column’s values or types: the contract’s shapes check these. */
async function readChecks(): Promise<Check[]> {
  const { rows } = await domain.pool.query<Check>(
    `select conname || ' on ' || conrelid::regclass as name, conrelid::regclass::text as table,
       pg_get_expr(conbin, conrelid) as rule
     from pg_constraint
     where contype = 'c' and connamespace = 'public'::regnamespace
       and pg_get_expr(conbin, conrelid) !~ '^\\((\\w+ = ANY|jsonb_typeof)'`,
  );
  return rows;
}

test('every check of the database is tested', async () => {
  const names = (await readChecks()).map(({ name }) => name);
  expect(names.sort()).toEqual([...checks.keys()].sort());
});

test.each([...checks])('%s', async (name, { refused, allowed }) => {
  const check = (await readChecks()).find((each) => each.name === name);
  if (!check) throw new Error('there is no such check');
  const { rows } = await domain.pool.query<{ row: Row; holds: boolean | null }>(
    `select to_jsonb(asked) as row, (${check.rule}) as holds
     from unnest($1::jsonb[]) as asked, jsonb_populate_record(null::${check.table}, asked)`,
    [[...refused, ...allowed].map((row) => JSON.stringify(row))],
  );
  // the database admits a row for which a check is null
  const isIn = (row: { holds: boolean | null }) => row.holds !== false;
  expect(rows.filter(isIn).map(({ row }) => row)).toEqual(allowed);
  expect(rows.filter((row) => !isIn(row)).map(({ row }) => row)).toEqual(refused);
});
