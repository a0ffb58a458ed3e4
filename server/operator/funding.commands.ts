import { formatMoney, MONEY_INPUT, parseMoney } from '../../contract/money.ts';
import { readDayPromises } from '../domain/day-promises.ts';
import { depositFunds, readFunding, removeFunds } from '../domain/funding.ts';
import {
  type Arguments,
  type Command,
  type OperatorContext,
  OperatorError,
  UsageError,
} from './command.ts';
import { readText } from './options.ts';
import { readSettings } from './settings.ts';
import { card } from './text.ts';

async function show(context: OperatorContext) {
  const { db, now } = context;
  const settings = await readSettings(context);
  const funding = await readFunding(db);
  const today = await readDayPromises(db, { settings, now });
  const json = {
    enforced: funding.is_enforced,
    currency: settings.currency,
    deposited: formatMoney(funding.deposited),
    promised: formatMoney(funding.promised),
    left: formatMoney(funding.deposited - funding.promised),
    newcomers_today: formatMoney(today.taken),
    newcomers_left: today.left === null ? null : formatMoney(today.left),
  };
  return { json, text: card(json) };
}

const status: Command = {
  name: 'funding show',
  synopsis: '',
  summary: 'shows the deposits, the promised rewards and the rest',
  positionals: 0,
  options: [],
  run: show,
};

/** @throws UsageError when the amount or the reason is invalid */
function readChange({ positionals: [text = ''], values: { reason = '' } }: Arguments) {
  if (!MONEY_INPUT.test(text) || parseMoney(text) === 0n) {
    throw new UsageError(`AMOUNT must be more than 0, at most four places, not "${text}"`);
  }
  return { amount: parseMoney(text), reason: readText('reason', reason, 200) };
}

const change = {
  changes: true,
  synopsis: 'AMOUNT --reason TEXT',
  positionals: 1,
  options: ['reason'],
  required: ['reason'],
} as const;

const deposit: Command = {
  ...change,
  name: 'funding deposit',
  summary:
    'records a deposit for rewards; with `funding.enforce` rewards stop when the deposits are used up',
  run: async (context, args) => {
    const { amount, reason } = readChange(args);
    await depositFunds(context.db, amount, reason, context.now);
    return show(context);
  },
};

const remove: Command = {
  ...change,
  name: 'funding remove',
  summary: 'records money that was taken out of the deposits, or corrects a wrong deposit',
  run: async (context, args) => {
    const { amount, reason } = readChange(args);
    if (!(await removeFunds(context.db, amount, reason, context.now))) {
      const { deposited } = await readFunding(context.db);
      throw new OperatorError(`the deposits are only ${formatMoney(deposited)}`);
    }
    return show(context);
  },
};

export const fundingCommands: readonly Command[] = [status, deposit, remove];
