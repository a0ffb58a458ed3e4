import type * as calls from '../../contract/calls.ts';
import { maskAccount } from '../../contract/mask.ts';
import type { AccountType, WithdrawInfo } from '../../contract/shapes.ts';
import { type Handler, Refusal } from './context.ts';

interface MethodRow {
  readonly method: string;
  readonly name: string;
  readonly account_type: AccountType;
  readonly countries: string[];
  readonly account_pattern: string;
  readonly account_hint: string;
}

interface InfoRow {
  readonly country: string;
  readonly method: string;
  readonly account_type: AccountType;
  readonly recipient_name: string;
  readonly account: string;
}

function toInfo(row: InfoRow): WithdrawInfo {
  return {
    country: row.country,
    method: row.method,
    account_type: row.account_type,
    recipient_name: row.recipient_name,
    account: maskAccount(row.account),
  };
}

export const wdinfo: Handler<typeof calls.wdinfo> = async ({ db }, { userId }) => {
  const { rows } = await db.query<InfoRow>('select * from payout_info where user_id = $1', [
    userId,
  ]);
  return { list: rows.map(toInfo) };
};

/** The check digit of card numbers (ISO/IEC 7812): a mistyped digit is found here, not by a bank. */
export function isCardNumber(account: string): boolean {
  const digits = account.replace(/[ -]/g, '');
  const sum = Array.from(digits)
    .reverse()
    .map(Number)
    .map((digit, place) => (place % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)))
    .reduce((left, right) => left + right, 0);
  return /^\d{12,19}$/.test(digits) && sum % 10 === 0;
}

function isAccount(row: MethodRow, account: string): boolean {
  if (!new RegExp(row.account_pattern, 'u').test(account)) return false;
  return row.account_type !== 'bank_card' || isCardNumber(account);
}

export const updateWdinfo: Handler<typeof calls.updateWdinfo> = async (
  { db, now },
  { userId },
  input,
) => {
  const found = await db.query<MethodRow>('select * from payout_method where method = $1', [
    input.method,
  ]);
  const [method] = found.rows;
  if (!method) throw new Refusal('unknown_method');
  if (!method.countries.includes(input.country)) throw new Refusal('method_not_in_country');
  if (!isAccount(method, input.account)) throw new Refusal('invalid_account');
  const { rows } = await db.query<InfoRow>(
    `insert into payout_info (user_id, country, method, account_type, recipient_name, account,
       updated_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (user_id) do update set country = excluded.country, method = excluded.method,
       account_type = excluded.account_type, recipient_name = excluded.recipient_name,
       account = excluded.account, updated_at = excluded.updated_at
     returning *`,
    [
      userId,
      input.country,
      method.method,
      method.account_type,
      input.recipient_name,
      input.account,
      now,
    ],
  );
  return { list: rows.map(toInfo) };
};

export const withdrawalMethods: Handler<typeof calls.withdrawalMethods> = async (
  { db },
  _caller,
  { country },
) => {
  const { rows } = await db.query<MethodRow>(
    `select method, name, account_type, countries, account_pattern, account_hint
     from payout_method where $1::text is null or $1 = any(countries) order by position, method`,
    [country ?? null],
  );
  return { list: rows };
};
