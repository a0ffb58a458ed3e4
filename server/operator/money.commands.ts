import { formatMoney } from '../../contract/money.ts';
import { type Balance, type MonthReport, readMonth, sumOf } from '../domain/month-report.ts';
import { type Command, type OperatorContext, UsageError } from './command.ts';
import { entryInWords } from './entry-words.ts';
import { readSettings } from './settings.ts';
import { readCsvOption, writeSheet } from './sheets.ts';
import { table } from './text.ts';

/** @returns the first moment of a UTC month, and of the next one */
function readMonthOption(text: string): { readonly from: Date; readonly to: Date } {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  if (!year) throw new UsageError(`--month must be a month such as 2026-03, not "${text}"`);
  const from = new Date(`${text}-01T00:00:00.000Z`);
  return { from, to: new Date(Date.UTC(from.getUTCFullYear(), Number(month))) };
}

type Lines = Readonly<Record<string, bigint>>;
/** Sections of the report in their order, each with named amounts. */
type Parts = Readonly<Record<string, Lines>>;

const balance = ({ available, held, debts }: Balance): Lines => ({
  owed: available + held,
  available,
  held,
  'owed by people': debts,
});

function nowOf(report: MonthReport): Parts {
  const { heldByStep, onItsWay, promised, owed, paidOut } = report;
  const difference = promised - owed;
  return {
    'held now': Object.fromEntries(heldByStep),
    'on its way now': Object.fromEntries(onItsWay),
    'promised now': {
      promised,
      'owed by the ledger': owed,
      difference,
      'of it paid out': paidOut,
      'of it on its way': sumOf(onItsWay),
      'of it unexplained': difference - paidOut - sumOf(onItsWay),
    },
  };
}

function partsOf(report: MonthReport): Parts {
  const { taken, requested, givenBack, repaid } = report;
  return {
    opening: balance(report.opening),
    earned: Object.fromEntries(report.earned),
    corrections: { taken, 'debts repaid': repaid },
    withdrawals: { requested, 'given back': givenBack },
    paid: Object.fromEntries(report.paid),
    'paid and returned': Object.fromEntries(report.returned),
    closing: balance(report.closing),
    ...nowOf(report),
  };
}

const inText = (parts: Parts) =>
  Object.fromEntries(
    Object.entries(parts).map(([part, lines]) => [
      part.replaceAll(' ', '_'),
      Object.fromEntries(
        Object.entries(lines).map(([name, amount]) => [
          name.replaceAll(' ', '_'),
          formatMoney(amount),
        ]),
      ),
    ]),
  );

/** Returns the words for a reward or a request's step; `--json` has the names. */
function inWords(part: string, name: string): string {
  if (part === 'earned') return entryInWords(name);
  return part === 'held now' ? name.replaceAll('_', ' ') : name;
}

const rowsOf = (parts: Parts) =>
  Object.entries(parts).flatMap(([part, lines]) =>
    Object.entries(lines).map(([name, amount]) => ({
      part,
      name: inWords(part, name),
      amount: formatMoney(amount),
    })),
  );

async function answer(
  context: OperatorContext,
  month: string,
  csv: string | null,
): Promise<{ json: unknown; text: string; status: 0 | 1 }> {
  const { from, to } = readMonthOption(month);
  if (from > context.now) throw new UsageError(`--month ${month} has not begun`);
  const report = await readMonth(context.db, { from, to }, (share) => {
    context.report?.('reading every entry of the ledger', share);
  });
  const parts = partsOf(report);
  const { currency } = await readSettings(context);
  const isOver = to <= context.now;
  const unexplained = parts['promised now']?.['of it unexplained'] ?? 0n;
  const rows = rowsOf(parts);
  const verdict = [
    isOver ? [] : [`${month} is not over: the closing balance is the balance of now`],
    unexplained === 0n ? [] : ['the difference is not explained: give ledger verify'],
  ].flat();
  const shown = csv === null ? table(rows, '') : await writeSheet(context, csv, rows);
  return {
    json: { month, over: isOver, currency, ...inText(parts) },
    text: [shown, ...verdict].join('\n'),
    status: unexplained === 0n ? 0 : 1,
  };
}

const report: Command = {
  name: 'money report',
  hasAmounts: true,
  synopsis: '--month YYYY-MM [--csv FILE]',
  summary:
    'reports a month in UTC: opening and closing balance, earnings by kind, payments by method; and the amounts ' +
    'that are held, on their way, promised and owed now. The command reads every entry, which may take minutes; ' +
    'exit status 1 when a part of the promised amount is not explained',
  positionals: 0,
  options: ['month', 'csv'],
  required: ['month'],
  run: (context, { values: { month = '', csv } }) => answer(context, month, readCsvOption(csv)),
};

export const moneyCommands: readonly Command[] = [report];
