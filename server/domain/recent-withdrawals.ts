import type * as calls from '../../contract/calls.ts';
import { maskName } from '../../contract/mask.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Handler } from './context.ts';

const RECENT = 20;

export const recentWithdrawals: Handler<typeof calls.recentWithdrawals> = async ({ db }) => {
  const { rows } = await db.query<{ username: string; amount: bigint; settled_at: Date }>(
    `select username, amount, settled_at from withdrawal join account using (user_id)
     where status = 'paid' order by settled_at desc limit $1`,
    [RECENT],
  );
  const list = rows.map((row) => ({
    username: maskName(row.username),
    amount: formatMoney(row.amount),
    paid_at: row.settled_at.toISOString(),
  }));
  return { list };
};
