import { formatMoney } from '../../contract/money.ts';
import { withdrawalStatuses } from '../../contract/shapes.ts';
import { approveWithdrawal, rejectWithdrawal } from '../domain/settlement.ts';
import type { WithdrawalRow } from '../domain/withdrawals.ts';
import { type Bank, type Command, OperatorError, readId, UsageError } from './command.ts';
import { card, table } from './text.ts';

interface OperatorRow extends WithdrawalRow {
  readonly username: string;
  readonly country: string;
  readonly account_type: string;
}

/** The whole account, unmasked: this is who pays it. */
function toJson(row: OperatorRow) {
  return {
    id: Number(row.withdrawal_id),
    username: row.username,
    amount: formatMoney(row.amount),
    local_amount: row.local_amount,
    local_currency: row.local_currency,
    country: row.country,
    method: row.method,
    account_type: row.account_type,
    recipient_name: row.recipient_name,
    account: row.account,
    status: row.status,
    reason: row.reason,
    created_at: row.created_at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
  };
}

const COLUMNS = `withdrawal.withdrawal_id, username, amount, local_amount, local_currency,
  withdrawal.country, method, account_type, recipient_name, account, status, reason,
  withdrawal.created_at, settled_at`;

async function find({ pool }: Bank, id: number): Promise<ReturnType<typeof toJson>> {
  const { rows } = await pool.query<OperatorRow>(
    `select ${COLUMNS} from withdrawal join account using (user_id) where withdrawal_id = $1`,
    [id],
  );
  if (!rows[0]) throw new OperatorError(`there is no withdrawal ${id}`);
  return toJson(rows[0]);
}

const list: Command = {
  name: 'withdrawals list',
  takes: '[--status pending|paid|rejected]',
  summary: 'withdrawals with the accounts to pay, the oldest first',
  positionals: 0,
  options: ['status'],
  run: async ({ pool }, { values: { status } }) => {
    if (status !== undefined && !withdrawalStatuses.some((known) => known === status)) {
      throw new UsageError(`--status must be one of ${withdrawalStatuses.join(', ')}`);
    }
    const { rows } = await pool.query<OperatorRow>(
      `select ${COLUMNS} from withdrawal join account using (user_id)
       where $1::text is null or status = $1 order by withdrawal_id`,
      [status ?? null],
    );
    const json = rows.map(toJson);
    const lines = json.map(({ id, username, amount, method, account, recipient_name, ...rest }) => {
      return { id, username, amount, method, account, recipient_name, status: rest.status };
    });
    return { json, text: table(lines, 'no withdrawals') };
  },
};

const approve: Command = {
  name: 'withdrawals approve',
  takes: 'ID',
  summary: 'the amount has been paid out',
  positionals: 1,
  options: [],
  run: async (bank, { positionals: [id] }) => {
    const number = readId(id);
    await approveWithdrawal(bank.pool, number, bank.now);
    const json = await find(bank, number);
    return { json, text: card(json) };
  },
};

const reject: Command = {
  name: 'withdrawals reject',
  takes: 'ID --reason TEXT',
  summary: 'the amount goes back to the user, who reads the reason',
  positionals: 1,
  options: ['reason'],
  required: ['reason'],
  run: async (bank, { positionals: [id], values: { reason = '' } }) => {
    const number = readId(id);
    if (reason.trim() === '') throw new UsageError('--reason must say why');
    await rejectWithdrawal(bank.pool, number, reason.trim(), bank.now);
    const json = await find(bank, number);
    return { json, text: card(json) };
  },
};

export const withdrawalCommands: readonly Command[] = [list, approve, reject];
