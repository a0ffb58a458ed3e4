import { createHash } from 'node:crypto';
import type pg from 'pg';

/**
 * Number of existing accounts in each group. The tries go round them: with few tries for each account,
 * the database changes little from one question to the next.
 */
export const ACCOUNTS = 40;
export const PASSWORD = 'plum-Kettle-47-orbit';

type Form = Readonly<Record<string, string>>;

/** Two kinds of forms that must get the same answer in the same time. */
export interface Question {
  readonly name: string;
  /** default: `checkIn` */
  readonly call?: string;
  /** sent with a member's session */
  readonly isMember?: true;
  /** form for an existing and for a missing account or code */
  readonly existing: (index: number) => Form;
  readonly unknown: (index: number) => Form;
}

const user = (group: string, index: number) => `${group}_${index % ACCOUNTS}`;
const email = (group: string, index: number) => `${user(group, index)}@example.org`;
const WRONG = 'wrong-Kettle-48-orbit';
const logIn = (username: string) => ({ tab: 'login', username, password: WRONG });
const recover = (username: string) => ({ username, code: '0000-0000-0000-0000', password: WRONG });
export const register = (group: string, mail: string, index: number, password: string) => ({
  ...{ tab: 'register', username: user(group, index), password },
  email: email(mail, index),
});

/** Groups of existing accounts: a rate limit that one question reaches must not refuse another question. */
export const GROUPS = ['named', 'paired'];

const codeOf = (table: string, index: number) =>
  createHash('sha1')
    .update(`${table} ${index % ACCOUNTS}`)
    .digest('hex');

/** Gives `ACCOUNTS` accounts expired links: the server must answer their codes like unknown codes. */
export async function addExpiredLinks(db: pg.ClientBase): Promise<void> {
  const { rows } = await db.query<{ user_id: bigint }>(
    'select user_id from account order by user_id desc limit $1',
    [ACCOUNTS],
  );
  for (const [index, { user_id: userId }] of rows.entries()) {
    const hash = (table: string) => createHash('sha256').update(codeOf(table, index)).digest();
    await db.query(
      "insert into reset_link (user_id, code_hash, expires_at) values ($1, $2, now() - interval '1 day')",
      [userId, hash('reset_link')],
    );
    await db.query(
      `insert into email_link (user_id, kind, email, email_key, code_hash, created_at, expires_at)
       values ($1, 'confirm', $2, $2, $3, now(), now() - interval '1 day')`,
      [userId, `over_${index}@example.org`, hash('email_link')],
    );
  }
}

export const QUESTIONS: readonly Question[] = [
  {
    name: 'log-in, user name',
    existing: (index) => logIn(user('named', index)),
    unknown: (index) => logIn(user('nobody', index)),
  },
  {
    name: 'log-in, e-mail',
    existing: (index) => logIn(email('named', index)),
    unknown: (index) => logIn(email('nobody', index)),
  },
  {
    name: 'registration, weak password, taken names',
    existing: (index) => register('named', 'named', index, 'password1'),
    unknown: (index) => register('newcomer', 'newcomer', index, 'password1'),
  },
  {
    name: "registration, taken name, its account's e-mail",
    existing: (index) => register('paired', 'paired', index, WRONG),
    unknown: (index) => register('paired', 'stranger', index, WRONG),
  },
  {
    name: 'forgotten password, e-mail',
    call: 'forgotPassword',
    existing: (index) => ({ email: email('named', index) }),
    unknown: (index) => ({ email: email('nobody', index) }),
  },
  {
    name: 'new password, code of an expired link',
    call: 'resetPassword',
    existing: (index) => ({ code: codeOf('reset_link', index), password: WRONG }),
    unknown: (index) => ({ code: codeOf('nothing', index), password: WRONG }),
  },
  {
    name: 'change to an e-mail that somebody has',
    call: 'changeEmail',
    isMember: true,
    existing: (index) => ({ email: email('paired', index), password: PASSWORD }),
    unknown: (index) => ({ email: email('nobody', index), password: PASSWORD }),
  },
  {
    name: 'confirmed e-mail, code of an expired link',
    call: 'confirmEmail',
    existing: (index) => ({ code: codeOf('email_link', index) }),
    unknown: (index) => ({ code: codeOf('nothing', index) }),
  },
  {
    name: 'recovery code, user name',
    call: 'recoverAccount',
    existing: (index) => recover(user('named', index)),
    unknown: (index) => recover(user('nobody', index)),
  },
  {
    name: 'recovery code, e-mail',
    call: 'recoverAccount',
    existing: (index) => recover(email('named', index)),
    unknown: (index) => recover(email('nobody', index)),
  },
];
