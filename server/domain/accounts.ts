import type * as calls from '../../contract/calls.ts';
import { formatMoney } from '../../contract/money.ts';
import type { UserInfo } from '../../contract/shapes.ts';
import { toAgree } from './consent.ts';
import type { Context, Handler } from './context.ts';
import { localAmount } from './local-amounts.ts';
import { logIn } from './login.ts';
import { register } from './registration.ts';
import { openEmail } from './sealed-emails.ts';

interface AccountRow {
  readonly username: string;
  readonly email: string;
  readonly country: string | null;
  readonly language: string | null;
  readonly invite_code: string;
  readonly created_at: Date;
  readonly available: bigint;
}

export async function findUserInfo(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  userId: bigint,
  token: string,
): Promise<UserInfo> {
  const { rows } = await db.query<AccountRow>(
    `select username, email, country, language, invite_code, created_at, available
     from account join wallet using (user_id) where user_id = $1`,
    [userId],
  );
  const [row] = rows;
  if (!row) throw new Error(`no account ${userId}`);
  return {
    id: Number(userId),
    username: row.username,
    email: openEmail(db, userId, row.email),
    balance: formatMoney(row.available),
    ...localAmount(row.available, row.country, settings),
    country: row.country,
    language: row.language,
    invite_code: row.invite_code,
    created_at: row.created_at.toISOString(),
    token,
    ...(await toAgree(db, userId)),
  };
}

/**
 * Logs in or registers. Do not call it in a transaction that a refusal rolls back: the counts of attempts must outlive
 * the refusal.
 */
export const checkIn: Handler<typeof calls.checkIn> = async (context, _caller, input) => {
  const { userId, token } =
    input.tab === 'login' ? await logIn(context, input) : await register(context, input);
  return { userInfo: await findUserInfo(context, userId, token) };
};

/** Stores the language of the last request, for messages: it may have changed since the log-in. */
async function keepLanguage({ db }: Context, userId: bigint, language: string): Promise<void> {
  await db.query(
    'update account set language = $2 where user_id = $1 and language is distinct from $2 and deleted_at is null',
    [userId, language],
  );
}

export const info: Handler<typeof calls.info> = async (context, { userId, token }, input) => {
  if (input.language) await keepLanguage(context, userId, input.language);
  return { userInfo: await findUserInfo(context, userId, token) };
};
