import { beforeAll, beforeEach } from 'vitest';
import { type Database, inTransaction } from '../../server/database/database.ts';
import type { Caller } from '../../server/domain/context.ts';
import { decideObjection, lockOpenObjection } from '../../server/domain/objection-decisions.ts';
import { object } from '../../server/domain/objections.ts';
import { updateWdinfo } from '../../server/domain/payout-methods.ts';
import { rejectWithdrawal } from '../../server/domain/settlement.ts';
import { claimTask } from '../../server/domain/tasks.ts';
import { withdraw } from '../../server/domain/withdrawals.ts';
import { domain, json, setUpOperator } from './operator.setup.ts';
import { addGcash, GCASH } from './payout.support.ts';

export const HOUR = 3_600_000;

/** Gives the test file an operator's data folder, and each test an empty table of objections. */
export function setUpObjections(): void {
  setUpOperator();
  beforeAll(() => addGcash(domain));
  beforeEach(async () => {
    await domain.pool.query('truncate objection, push, approved_alone restart identity');
    await domain.configure({
      'reward.download_app': '100',
      'withdraw.second_approval_above': '0',
      'review.account_users': '1000',
    });
    // commands use the database's clock
    domain.setNow(new Date());
  });
}

let count = 0;

/** Makes a member with a balance of 100.0000. */
export async function earner(): Promise<Caller & { username: string }> {
  count += 1;
  const username = `objector${count}`;
  const user = await domain.user({ username });
  await claimTask(domain.context(), user, { task: 'download_app' });
  return { ...user, username };
}

/** Takes an amount from a member. @returns the correction's id */
export async function take(username: string, amount = '30'): Promise<number> {
  const words = ['ledger', 'correct', username, `-${amount}`, '--reason', 'A mistake'];
  return (await json(...words)).answer.id;
}

/** Makes and rejects a withdrawal. @returns its id */
export async function rejected(user: Caller): Promise<number> {
  await updateWdinfo(domain.context(), user, GCASH);
  const { id } = (await withdraw(domain.context(), user, { amount: '10' })).withdrawal;
  await rejectWithdrawal(domain.pool, id, 'not_watched', domain.now());
  return id;
}

export const objectTo = (user: Caller, kind: 'withdrawal' | 'correction', id: number) =>
  object(domain.context(), user, { kind, id, text: 'I watched them' });

/** Makes an open objection to a correction. */
export async function objection(amount = '30') {
  const user = await earner();
  const correction = await take(user.username, amount);
  const { rows } = await domain.pool.query<{ id: bigint }>(
    `select coalesce(max(objection_id), 0) + 1 as id from objection`,
  );
  await objectTo(user, 'correction', correction);
  return { user, correction, id: rows[0]?.id ?? 0n };
}

/** Decides an objection, as an operator's command does. @returns whether it was open */
export const decide = (id: bigint, isUpheld: boolean, db: Database = domain.pool) =>
  inTransaction(db, async (transaction) => {
    const open = await lockOpenObjection(transaction, id);
    const approval = { who: 'ann', above: 0n };
    const decision = { isUpheld, answer: 'our_mistake', approval };
    if (open) await decideObjection(transaction, open, decision, domain.now());
    return open !== null;
  });

export async function balanceOf({ userId }: Caller): Promise<number> {
  const { rows } = await domain.pool.query<{ available: bigint }>(
    'select available from wallet where user_id = $1',
    [userId],
  );
  return Number(rows[0]?.available) / 10_000;
}
