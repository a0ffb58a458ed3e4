import { expect, test } from 'vitest';
import { domain, setUpOperator } from './operator.setup.ts';
import { addRows, rowsOfList } from './operator-lists.support.ts';

setUpOperator();

const DECIDED = 2_000;

test('a list of pending rows does not read the decided rows', async () => {
  await domain.pool.query(
    `insert into withdrawal (user_id, amount, local_amount, local_currency, country, method,
       account_type, recipient_name, account, status, step, previous_step, step_number, settled_at, created_at)
     select 1, 10000, '1', 'EUR', 'DE', 'paypal', 'phone', 'Anna', '+49', 'paid', 'paid', 'pending', 1, now(), now()
     from generate_series(1, $1::int)`,
    [DECIDED],
  );
  await domain.pool.query(
    `insert into objection (user_id, correction_id, text, created_at, decide_at, decided_at, decided_by, is_upheld,
       answer)
     select 1, i, 'Why', now(), now(), now(), 'bo', true, 'So' from generate_series(2, $1::int + 1) as i`,
    [DECIDED],
  );
  await domain.pool.query(
    `insert into report (kind, item_id, reason, text, user_id, created_at, decided_at, is_upheld, answer)
     select 'clip', i, 'other', '', 1, now(), now(), true, 'So' from generate_series(2, $1::int + 1) as i`,
    [DECIDED],
  );
  const { userId } = await domain.user();
  await domain.pool.query(
    `insert into withdrawal (user_id, amount, local_amount, local_currency, country, method,
       account_type, recipient_name, account, status, created_at)
     values ($1, 10000, '1', 'EUR', 'DE', 'paypal', 'phone', 'Anna', '+49', 'pending', now())`,
    [userId],
  );
  await addRows([new Date().toISOString()]);
  await domain.pool.query('vacuum analyze withdrawal, objection, report');
  const reads = {
    withdrawals: await rowsOfList('withdrawals list', { status: 'pending' }),
    objections: await rowsOfList('objections list', { status: 'open' }),
    reports: await rowsOfList('reports list', { status: 'open' }),
  };
  for (const [list, rows] of Object.entries(reads)) {
    expect([list, rows < DECIDED / 2, rows]).toEqual([list, true, rows]);
  }
});
