import type * as calls from '../../../contract/calls.ts';
import { formatMoney } from '../../../contract/money.ts';
import { keysOf } from '../../database/data-keys.ts';
import type { Database } from '../../database/database.ts';
import { unseal } from '../../database/seal.ts';
import { reasonInSql } from '../../words/reasons.ts';
import { writeAudit } from '../audit.ts';
import { type Context, type Handler, Refusal } from '../context.ts';
import { BYTE_ORDER_MARK, csvForSpreadsheet } from '../csv.ts';
import { takeSlot } from '../limits.ts';
import { placeOf } from '../payout-accounts/sealed.ts';
import { placeOfEmail } from '../sealed-emails.ts';
import { DAY, utcDay } from '../time.ts';
import { accountSections } from './account.sections.ts';
import { IS_CORRECTION, moneySections } from './money.sections.ts';
import { inUnits, type Section } from './section.ts';
import { watchingSections } from './watching.sections.ts';

/** All stored data of a person, table by table. */
export const sections: readonly Section[] = [
  ...accountSections,
  ...moneySections,
  ...watchingSections,
];

export const nameOf = ({ name, table }: Section): string => name ?? table;

/** SQL of one row: the section's name, and its rows as the text of a JSON array. */
function selectOf(section: Section): string {
  const { table, whose = 'user_id = $1', columns, amounts = [], told = {}, order } = section;
  const fields = [
    ...columns,
    ...amounts.map((column) => `${inUnits(column)} as ${column}`),
    ...Object.entries(told).map(([column, sql]) => `${sql} as ${column}`),
  ];
  const sorted = order ? `order by ${order}` : '';
  return `select '${nameOf(section)}' as name, (
      select coalesce(json_agg(row_to_json(told)), '[]') from (
        select ${fields.join(', ')} from ${table} where ${whose} ${sorted}
      ) as told
    )::text as rows`;
}

/** One statement, so that all data is of one moment. */
const ALL = sections.map(selectOf).join(' union all ');

const SEALED = new Set(sections.filter(({ sealed }) => sealed).map(nameOf));

/**
 * @param list JSON of rows whose account or e-mail may be sealed: none of their other texts begins like a sealed one
 */
const unsealIn = (db: Database, userId: bigint, list: string): string =>
  list.replace(
    /("(account|email|email_key)":)("\\u0001[\w.-]+")/g,
    (_, name: string, column: string, value: string) => {
      const place = column === 'account' ? placeOf(userId) : placeOfEmail(userId);
      return name + JSON.stringify(unseal(keysOf(db), place, JSON.parse(value)));
    },
  );

/** All stored data of a person, as the text of a JSON document. */
export async function personJson(db: Database, userId: bigint, now: Date): Promise<string> {
  const { rows } = await db.query<{ name: string; rows: string }>(ALL, [userId]);
  const head = `"exported_at": ${JSON.stringify(now.toISOString())}`;
  const parts = rows.map(({ name, rows: list }) => {
    const told = SEALED.has(name) ? unsealIn(db, userId, list) : list;
    return `${JSON.stringify(name)}: ${told}`;
  });
  return `{\n${[head, ...parts].join(',\n')}\n}\n`;
}

interface EntryRow {
  readonly version: bigint;
  readonly op: string;
  readonly debit: string;
  readonly credit: string;
  readonly amount: bigint;
  readonly detail: string;
  readonly created_at: Date;
}

const HEAD = ['number', 'time', 'what', 'from', 'to', 'amount', 'detail'];

/** Rows per query: all rows of a person with many friends would fill the server's memory. */
const PAGE = 5_000;

const lineOf = ({ version, created_at, op, debit, credit, amount, detail }: EntryRow): string[] => [
  ...[String(version), created_at.toISOString(), op, debit, credit],
  ...[formatMoney(amount), detail],
];

/** All transfers of a person, as CSV for a spreadsheet. */
export async function entriesCsv(db: Database, userId: bigint): Promise<string> {
  let text = BYTE_ORDER_MARK + csvForSpreadsheet([HEAD]);
  let after: bigint | undefined = 0n;
  while (after !== undefined) {
    const { rows }: { rows: EntryRow[] } = await db.query<EntryRow>(
      `select version, op, debit, credit, amount, created_at,
         case when ${IS_CORRECTION} then ${reasonInSql('detail')} else detail end as detail
       from transfer
       where user_id = $1 and version > $2 order by version limit ${PAGE}`,
      [userId, after],
    );
    text += csvForSpreadsheet(rows.map(lineOf));
    after = rows.at(PAGE - 1)?.version;
  }
  return text;
}

let before: Promise<void> = Promise.resolve();

/** Makes files one by one, because each is in memory as a whole. A call's timeout includes the waiting for its turn. */
function inTurn(make: () => Promise<string>): Promise<string> {
  const made = before.then(make);
  before = made.then(
    () => undefined,
    () => undefined,
  );
  return made;
}

async function countExport({ db, settings, now }: Context, userId: bigint): Promise<void> {
  const limit = settings.get('limit.exports_per_day');
  const seconds = await takeSlot(db, { bucket: `export:${userId}`, limit, lengthMs: DAY }, now);
  if (seconds > 0) throw new Refusal('too_many_attempts', { retry_after: seconds });
}

/** @throws Refusal too_many_attempts */
export const myData: Handler<typeof calls.myData> = async (context, { userId }, { format }) => {
  const { db, now } = context;
  await countExport(context, userId);
  const what = { user_id: Number(userId), format };
  await writeAudit(db, { who: `user ${userId}`, action: 'data exported', what }, now);
  return {
    name: `my-data-${utcDay(now)}.${format}`,
    text: await inTurn(() =>
      format === 'csv' ? entriesCsv(db, userId) : personJson(db, userId, now),
    ),
  };
};
