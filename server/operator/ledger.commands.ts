import { formatMoney, MONEY_INPUT, parseMoney } from '../../contract/money.ts';
import { seedDemo } from '../demo/seed.ts';
import { Refusal } from '../domain/context.ts';
import { correctBalance } from '../domain/corrections.ts';
import { foldName } from '../domain/names.ts';
import { verifyLedger } from '../domain/verify.ts';
import { type Command, OperatorError, UsageError } from './command.ts';
import { readText } from './options.ts';
import { card } from './text.ts';

const verify: Command = {
  name: 'ledger verify',
  synopsis: '',
  summary: 'recomputes every balance from the entries; exit status 1 on any difference',
  positionals: 0,
  options: [],
  run: async ({ db }) => {
    const { differences, ...totals } = await verifyLedger(db);
    const figures = {
      users: totals.users,
      transfers: totals.transfers,
      available: formatMoney(totals.available),
      held: formatMoney(totals.held),
      debts: formatMoney(totals.debts),
      corrected: formatMoney(totals.corrected),
      rewards: formatMoney(totals.rewards),
      payouts: formatMoney(totals.payouts),
    };
    const good = differences.length === 0;
    const verdict = good ? 'the ledger is in order' : differences.join('\n');
    return {
      json: { ok: good, ...figures, differences },
      text: `${card(figures)}\n${verdict}`,
      status: good ? 0 : 1,
    };
  },
};

/** @returns 1/10,000 units; below 0: to take */
function readSigned(text: string): bigint {
  const units = text.replace(/^[+-]/, '');
  if (!MONEY_INPUT.test(units) || parseMoney(units) === 0n) {
    throw new UsageError(`AMOUNT must be an amount such as 1.50 or -1.50, not "${text}"`);
  }
  return text.startsWith('-') ? -parseMoney(units) : parseMoney(units);
}

const correct: Command = {
  name: 'ledger correct',
  changes: true,
  synopsis: 'USER AMOUNT --reason TEXT',
  summary: 'gives (1.50) or takes (-1.50) by an entry of its own; the person reads the reason',
  positionals: 2,
  options: ['reason'],
  required: ['reason'],
  run: async ({ db, now }, { positionals: [name = '', text = ''], values }) => {
    const amount = readSigned(text);
    const reason = readText('reason', values.reason ?? '', 200);
    const { rows } = await db.query<{ user_id: bigint; username: string }>(
      'select user_id, username from account where username_key = $1 or email_key = $1',
      [foldName(name)],
    );
    const [user] = rows;
    if (!user) throw new OperatorError(`there is no user "${name}"`);
    const corrected = await correctBalance(db, user.user_id, { amount, reason }, now).catch(
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        throw new OperatorError('the funds do not cover it: funding deposit comes first');
      },
    );
    if (!corrected) throw new Error(`no wallet of user ${user.user_id}`);
    const json = {
      id: Number(corrected.correction_id),
      username: user.username,
      amount: formatMoney(amount),
      reason,
      balance: formatMoney(corrected.available),
      debt: formatMoney(corrected.debt),
    };
    return { json, text: card(json) };
  },
};

const demoSeed: Command = {
  name: 'demo seed',
  changes: true,
  synopsis: '',
  summary: 'adds the demo’s clips, ads, payout methods and figures',
  positionals: 0,
  options: [],
  run: async ({ db, now }) => {
    const added = await seedDemo(db, now);
    return { json: added, text: card({ ...added }) };
  },
};

export const ledgerCommands: readonly Command[] = [verify, correct, demoSeed];
