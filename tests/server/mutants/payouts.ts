import type { Mutant } from './mutant.ts';

const settlement = 'server/domain/settlement.ts';
const steps = 'server/domain/payout-steps.ts';
const choice = 'server/domain/payout-choice.ts';
const migration = 'server/database/migrations/0040_cancelled_batches.sql';
const tests = ['payout-steps.test.ts', 'payout-moves.test.ts'];

/** Mutants of a withdrawal's review, batch and return. */
export const payoutMutants: readonly Mutant[] = [
  {
    fault: 'the amount of a returned payout does not go back to the balance',
    file: settlement,
    find: "op: 'payout_returned', debit: 'payouts', credit: 'available'",
    replace: "op: 'payout_returned', debit: 'held', credit: 'payouts'",
    tests,
  },
  {
    fault: 'the amount of a failed payout stays held',
    file: settlement,
    find: "op: 'withdrawal_failed', debit: 'held'",
    replace: "op: 'withdrawal_failed', debit: 'payouts'",
    tests,
  },
  {
    fault: 'the payout machine allows the rejection of a request in a batch',
    file: 'machines/payout.machine.ts',
    find: "'batch.cancelled': 'pending' }",
    replace: "'batch.cancelled': 'pending', 'request.rejected': 'rejected' }",
    tests,
  },
  {
    fault: 'the database allows the payment of a rejected request',
    file: migration,
    find: "      ('', 'pending'),",
    replace: "      ('', 'pending'), ('rejected', 'paid'),",
    tests,
  },
  {
    fault: 'the history of a withdrawal accepts any step',
    file: migration,
    find: '  add constraint withdrawal_step_move check (\n    (from_step, to_step) in (',
    replace: '  add constraint withdrawal_step_move check (true or\n    (from_step, to_step) in (',
    tests,
  },
  {
    fault: 'the history of a withdrawal lacks its later steps',
    file: steps,
    find: `previous_step, step, \${now} from \${taken}\`;`,
    replace: `previous_step, step, \${now} from \${taken} where step_number = 1\`;`,
    tests,
  },
  {
    fault: 'a request in review is exported',
    file: choice,
    find: 'where method = $1 and step = any($2) and',
    replace: "where method = $1 and (step = any($2) or step = 'in_review') and",
    tests,
  },
  {
    fault: 'a batch takes requests that need another operator',
    file: 'server/domain/approvals.ts',
    find: `coalesce(prepared_by <> \${who}::text, false) or (`,
    replace: 'true or (',
    tests: ['operator-alone.test.ts'],
  },
  {
    fault: 'a batch rounds an amount with parts of a cent',
    file: choice,
    find: 'or amount % (',
    replace: 'or true or amount % (',
    tests: ['payouts.test.ts'],
  },
  {
    fault: 'the file of a batch is written before the commit',
    file: 'server/operator/cli.ts',
    find: '      await writeAudit(db, entry, context.now);\n      return result;',
    replace:
      '      await result.finish?.(db as never);\n      await writeAudit(db, entry, context.now);\n      return { ...result, finish: async () => {} };',
    tests: ['payout-crash.test.ts'],
  },
  {
    fault: 'a file has its name before all its bytes are written',
    file: 'server/operator/payouts/export.ts',
    find: '  await disk.store(part, content);\n  try {\n    await disk.link(part, out);\n  } finally {\n    await disk.remove(part);\n  }',
    replace: '  await disk.store(out, content);',
    tests: ['payout-crash.test.ts'],
  },
  {
    fault: 'a result with another amount is accepted',
    file: 'server/domain/payout-results.ts',
    find: 'amount === null || amount === parseDecimal(sent.amount, MONEY_PLACES)',
    replace: 'amount === null || parseDecimal(sent.amount, MONEY_PLACES) > 0n',
    tests: ['payout-results.test.ts'],
  },
  {
    fault: 'a duplicate that the bank rejects fails the payments under way',
    file: 'server/operator/payouts/pain002.ts',
    find: "isDuplicate ? 'duplicate' : outcome",
    replace: "isDuplicate && said === '' ? 'duplicate' : outcome",
    tests: ['payout-results.test.ts'],
  },
  {
    fault: 'an import locks wallets one by one while it holds the lock of the funds',
    file: 'server/domain/payout-results.ts',
    find: 'await lockPayees(db, references);',
    replace: 'await lockPayees(db, []);',
    tests: ['payout-results.test.ts'],
  },
  {
    fault: 'wallets of a batch are locked in the order of their payments',
    file: 'server/database/functions/lock_wallets.sql',
    find: 'order by id loop',
    replace: 'order by -id loop',
    tests: ['payout-results.test.ts'],
  },
  {
    fault: 'an export does not increase the number of the step',
    file: 'server/database/functions/export_withdrawals.sql',
    find: 'step_number = asked.step_number + 1,',
    replace: 'step_number = asked.step_number,',
    tests: ['payouts.test.ts'],
  },
  {
    fault: 'an export takes requests that were cancelled meanwhile',
    file: 'server/database/functions/export_withdrawals.sql',
    find: 'withdrawal_id = chosen.withdrawal_id and step = any(p_from)',
    replace: 'withdrawal_id = chosen.withdrawal_id and p_from is not null',
    tests: ['payout-export.test.ts', 'payout-together.test.ts'],
  },
  {
    fault: 'a spreadsheet program executes a cell as a formula',
    file: 'server/domain/csv.ts',
    find: '[-=+@＝＋－＠−]',
    replace: '[-=+＝＋－＠−]',
    tests: ['payouts.test.ts'],
  },
  {
    fault: 'an export takes requests that were made after the operator was asked to confirm',
    file: 'server/operator/payouts/booking.ts',
    find: '{ ...order, only }, settings',
    replace: '{ ...order, ...(only.length < 0 && { only }) }, settings',
    tests: ['payout-export.test.ts'],
  },
  {
    fault: 'an export takes requests with signals although --with does not name them',
    file: 'server/operator/payouts/choice.ts',
    find: 'signals.length === 0 || named.has(withdrawal_id)',
    replace: 'signals.length >= 0 || named.has(withdrawal_id)',
    tests: ['payout-export.test.ts'],
  },
  {
    fault: 'an export is booked without a confirmation',
    file: 'server/operator/cli.ts',
    find: '    const now = await agree(plan);\n    return change(',
    replace:
      '    const { now } = context;\n    setTimeout(() => agree(plan).catch(() => {}));\n    return change(',
    tests: ['payout-export.test.ts'],
  },
  {
    fault: 'the verification overlooks a missing step',
    file: 'server/domain/verify.ts',
    find: "where (step_number, step_number) is distinct from (coalesce(steps, 0), coalesce(newest, 0))\n    or array_append(coalesce(origins, '{}'), step)\n      is distinct from",
    replace: 'where false\n    or array_append(array[coalesce(origins[1], step)], step)\n      < ',
    tests,
  },
  {
    fault: 'an operator may pay a person alone after making a reset link for them',
    file: 'server/domain/approvals.ts',
    find: "if (await hasMadeResetLinkFor(db, who, payments)) return 'link';",
    replace: '',
    tests: ['operator-alone.test.ts'],
  },
];
