import { formatMoney } from '../../contract/money.ts';
import { RATES_FOR, seedDemo } from '../demo/seed.ts';
import { verifyLedger } from '../domain/verify.ts';
import type { Command } from './command.ts';
import { namedUser } from './named-user.ts';
import { readSettings } from './settings.ts';
import { card } from './text.ts';

const verify: Command = {
  name: 'ledger verify',
  hasAmounts: true,
  synopsis: '[--of NAME]',
  summary:
    'computes every balance, or the balance of one user, again from the entries; exit status 1 when a balance differs',
  positionals: 0,
  options: ['of'],
  run: async ({ db }, { values: { of } }) => {
    const only = of === undefined ? null : await namedUser(db, of);
    const { differences, ...totals } = await verifyLedger(db, only);
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
    const ledger = of === undefined ? 'the ledger' : `the ledger of ${of}`;
    const verdict = good ? `${ledger} is in order` : differences.join('\n');
    return {
      json: { ok: good, ...figures, differences },
      text: `${card(figures)}\n${verdict}`,
      status: good ? 0 : 1,
    };
  },
};

const demoSeed: Command = {
  name: 'demo seed',
  changes: true,
  synopsis: '',
  summary: 'adds the demo’s clips, ads, payout methods, figures and exchange rates',
  positionals: 0,
  options: [],
  run: async ({ db, now }) => {
    const added = await seedDemo(db, now);
    const result = { json: added, text: card({ ...added }) };
    if (added.rates !== null) return result;
    const { currency } = await readSettings({ db });
    const note = `the demo’s rates are for 1 ${RATES_FOR} but amounts are in ${currency}: no rate was added`;
    return { ...result, note };
  },
};

export const ledgerCommands: readonly Command[] = [verify, demoSeed];
