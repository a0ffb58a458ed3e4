import type { Database } from './database.ts';
import {
  FUNCTIONS,
  type FunctionRow,
  PERSON,
  type Rule,
  TABLES,
  type TableRow,
} from './distribute/catalog.ts';
import { calleesOf, type PlannedFunction, placeFunctions } from './distribute/functions.ts';

/**
 * Planned place of a table's rows: `person`, with all other rows of their person; `waits`, nowhere while the table
 * has a unique rule over all people; `lookup`, by the key that finds them; `shared`, within reach of each machine,
 * because functions of a person use the table; `operators`, on the coordinator.
 */
export type PlannedTable = { readonly name: string; readonly row: TableRow } & (
  | {
      readonly place: 'person';
      readonly plain: readonly Rule[];
      /** triggers that Citus refuses on workers: because of them the whole table stays on the coordinator */
      readonly triggers: readonly string[];
    }
  | { readonly place: 'waits'; readonly rules: readonly Rule[] }
  | {
      readonly place: 'lookup';
      readonly key: readonly string[];
      /** each unique key contains the first column of `key`, by which the rows are spread; else they stay */
      readonly isSpread: boolean;
    }
  | {
      readonly place: 'shared';
      readonly isWritten: boolean;
      /** each machine has a copy; else the table is on the coordinator, where other machines reach it */
      readonly isEverywhere: boolean;
    }
  | { readonly place: 'operators' }
);

export interface DistributionPlan {
  readonly tables: readonly PlannedTable[];
  readonly functions: readonly PlannedFunction[];
}

/** Rules over all people that need no unique index: another table, or the way their values are made, ensures them. */
const UNIQUE_BY_ITSELF: ReadonlySet<string> = new Set([
  // account_lookup stores each name, address and code once
  'account_username',
  'account_email',
  'account_invite_code',
  // a hash of 256 random bits
  'reset_link_code_hash_key',
  // derived from the request's number
  'withdrawal_payout_reference',
  // a hash of 256 random bits
  'session_pkey',
]);

/** Tables that triggers maintain, which Citus refuses: a view of the same name computes the same counts instead. */
export const COUNTED: ReadonlyMap<string, string> = new Map([
  ['shown_clips', 'select count(*) as clips from video where disabled_at is null'],
  [
    'withdrawal_sum',
    `select 0::bigint as sum_id,
       coalesce(sum(amount) filter (where status = 'pending'), 0)::bigint as held,
       coalesce(sum(amount) filter (where status = 'paid'), 0)::bigint as paid
     from withdrawal`,
  ],
]);

/** Triggers that a distributed database does not need, with the table that they maintain. */
export const ENDED_TRIGGERS: ReadonlyMap<string, string | null> = new Map([
  // for servers of the version before, which must not run any more
  ['account_lookups', null],
  ['shown_clips_added', 'shown_clips'],
  ['shown_clips_changed', 'shown_clips'],
  ['shown_clips_emptied', 'shown_clips'],
  ['shown_clips_removed', 'shown_clips'],
  ['withdrawal_sum_changed', 'withdrawal_sum'],
  ['withdrawal_sum_emptied', 'withdrawal_sum'],
  ['withdrawal_sum_requested', 'withdrawal_sum'],
]);

/** Tables that are seldom written, and read with a person's rows: when a reward is paid, or a withdrawal. */
const READ_BY_ALL: ReadonlySet<string> = new Set(['funding', 'payout_method']);

/** Functions of a person that use other people's rows; tests find the same functions by statements and scans. */
export const CROSSING: Readonly<Record<string, string>> = {
  erase_account: 'the function also erases data of the person at other people',
  record_welcome: 'the function notes the rewards for an invited person at each inviter',
  release_rewards: 'the rewards that the person brings lie with each receiver',
  settle_withdrawal: 'an operator names a request only by its number',
};

const tableUsePattern = (table: string) =>
  new RegExp(`\\b(?:from|join|into|update)\\s+${table}\\b`);

/** Why a function that uses a table runs on the coordinator; null: it need not. */
function whyThere({ name, place, ...planned }: PlannedTable): string | null {
  if (place === 'lookup') return `the rows of ${name} are not with the person`;
  return 'triggers' in planned && planned.triggers.length > 0
    ? `${name} is on the coordinator`
    : null;
}

const lasting = ({ triggers }: TableRow) => triggers.filter((name) => !ENDED_TRIGGERS.has(name));

function placeOf(row: TableRow, sources: string): PlannedTable {
  const { name, has_person, is_referring, indexes } = row;
  if (!has_person) {
    if (!READ_BY_ALL.has(name) && !tableUsePattern(name).test(sources)) {
      return { name, row, place: 'operators' };
    }
    const isWritten = new RegExp(`\\b(?:delete from|into|update)\\s+${name}\\b`).test(sources);
    const isEverywhere = lasting(row).length === 0 && (!isWritten || READ_BY_ALL.has(name));
    return { name, row, place: 'shared', isWritten, isEverywhere };
  }
  if (!indexes.some(({ columns, is_key }) => is_key && columns[0] === PERSON)) {
    const key = indexes.find((each) => each.is_primary)?.columns ?? [];
    const [first = ''] = key;
    const isSpread = !is_referring && indexes.every(({ columns }) => columns.includes(first));
    return { name, row, place: 'lookup', key, isSpread };
  }
  const others = indexes.filter(({ columns }) => !columns.includes(PERSON));
  const rules = others.filter((rule) => !rule.is_numbered && !UNIQUE_BY_ITSELF.has(rule.index));
  if (rules.length > 0) return { name, row, place: 'waits', rules };
  return { name, row, place: 'person', plain: others, triggers: lasting(row) };
}

/** Plans the place of tables and functions, by the catalog of a database of this version. Changes nothing. */
export async function planDistribution(db: Database): Promise<DistributionPlan> {
  const tables = (await db.query<TableRow>(TABLES)).rows;
  const all = (await db.query<FunctionRow>(FUNCTIONS)).rows;
  const found = all.map((row) => ({ ...row, source: row.source.replaceAll(/--.*$/gm, '') }));
  const ofPerson = found.filter((each) => each.of_person);
  const reached = ofPerson.flatMap((each) => [each, ...calleesOf(each, found)]);
  const sources = reached.map(({ source }) => source).join('\n');
  const planned = tables.map((table) => placeOf(table, sources));
  const tableUses = planned.map((table) => ({
    tableUsePattern: tableUsePattern(table.name),
    why: whyThere(table),
    // on a worker, an insert would number its row from another range than the coordinator's
    numbers: table.row.numbered.length > 0 ? new RegExp(`\\binto\\s+${table.name}\\b`) : null,
    name: table.name,
  }));
  return { tables: planned, functions: placeFunctions(found, tableUses, CROSSING) };
}
