import { formatMoney, MONEY_INPUT, parseMoney } from '../../contract/money.ts';
import { depositFunds, readFunding } from '../domain/funding.ts';
import { type Command, type OperatorContext, UsageError } from './command.ts';
import { readText } from './options.ts';
import { card } from './text.ts';

async function show({ db }: OperatorContext) {
  const funding = await readFunding(db);
  const json = {
    enforced: funding.is_enforced,
    deposited: formatMoney(funding.deposited),
    promised: formatMoney(funding.promised),
    left: formatMoney(funding.deposited - funding.promised),
  };
  return { json, text: card(json) };
}

const status: Command = {
  name: 'funding show',
  synopsis: '',
  summary: 'what was put in, what was promised as rewards, and what is left',
  positionals: 0,
  options: [],
  run: show,
};

const deposit: Command = {
  name: 'funding deposit',
  changes: true,
  synopsis: 'AMOUNT --reason TEXT',
  summary:
    'records money that was put in for rewards; with `funding.enforce` they stop once it is used up',
  positionals: 1,
  options: ['reason'],
  required: ['reason'],
  run: async (context, { positionals: [text = ''], values: { reason = '' } }) => {
    if (!MONEY_INPUT.test(text) || parseMoney(text) === 0n) {
      throw new UsageError(`AMOUNT must be more than 0, at most four places, not "${text}"`);
    }
    const why = readText('reason', reason, 200);
    await depositFunds(context.db, parseMoney(text), why, context.now);
    return show(context);
  },
};

export const fundingCommands: readonly Command[] = [status, deposit];
