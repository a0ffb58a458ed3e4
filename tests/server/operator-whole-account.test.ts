import { beforeAll, expect, test } from 'vitest';
import { domain, json, run, setUpOperator } from './operator.setup.ts';
import { addGcash, requestWithdrawal } from './payout.support.ts';

setUpOperator();
beforeAll(() => addGcash(domain));

test('the full account of a withdrawal is shown, and the operator is logged, without the account', async () => {
  const user = await domain.user({ username: 'Mari' });
  await domain.configure({ 'reward.download_app': '100' });
  const id = String(await requestWithdrawal(domain, user, '5'));
  const { answer } = await json('withdrawals', 'show', id, '--as', 'ann', '--reason', 'to pay it');
  expect(answer).toMatchObject({ account: '+639171234567', account_written: '+63 917 123 4567' });
  const { rows } = await domain.pool.query(
    'select who, action, what, reason from audit order by audit_id desc limit 1',
  );
  const what = { words: [id] };
  expect(rows).toEqual([{ who: 'ann', action: 'withdrawals show', what, reason: 'to pay it' }]);
  const card = await run(['withdrawals', 'show', id]);
  expect(card.out).toContain('+63 917 123 4567');
  await run(['withdrawals', 'approve', id]);
  for (const { out } of [
    await run(['withdrawals', 'list', '--json']),
    await run(['users', 'show', 'mari']),
  ]) {
    expect(out.replaceAll(/\D/g, '')).not.toContain('9171234567');
  }
});
