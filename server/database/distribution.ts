import type { Database } from './database.ts';

/** The column by which a person's rows are together. */
export const PERSON = 'user_id';

/** A unique index that does not hold the person. */
interface Rule {
  readonly index: string;
  readonly columns: readonly string[];
  /** its values come from one sequence, so they are unique without it */
  readonly is_numbered: boolean;
}

/**
 * Where a table's rows would be: `person`, with all else of their person; `waits`, as long as a rule over all
 * people stands in it; `lookup`, by what they are found by; `shared`, on each machine, for functions of a
 * person use it; `operators`, on the coordinator.
 */
export type PlannedTable = { readonly name: string } & (
  | { readonly place: 'person'; readonly plain: readonly Rule[] }
  | { readonly place: 'waits'; readonly rules: readonly Rule[] }
  | { readonly place: 'lookup'; readonly key: readonly string[] }
  | { readonly place: 'shared'; readonly isWritten: boolean }
  | { readonly place: 'operators' }
);

interface PlannedFunction {
  readonly name: string;
  /** why it does not run where its person is; null: it does */
  readonly crosses: string | null;
}

export interface DistributionPlan {
  readonly tables: readonly PlannedTable[];
  readonly functions: readonly PlannedFunction[];
}

/** Rules over all people that need no index: their values are unique by how they are made. */
const UNIQUE_BY_ITSELF: ReadonlySet<string> = new Set([
  // it names the request by its number
  'withdrawal_payout_reference',
  // a hash of 256 random bits
  'session_pkey',
]);

/** Functions of a person that go to other people's rows; tests know the same ones by their statements and scans. */
export const CROSSING: Readonly<Record<string, string>> = {
  erase_account: 'what others see of the person is erased too',
  record_welcome: 'what a person who was invited brings is noted with each inviter',
  release_rewards: 'what the person brings lies with each receiver',
  settle_withdrawal: 'an operator names a request by its number alone',
};

const TABLES = `
  select relname as name,
    exists (
      select from pg_attribute where attrelid = relation.oid and attname = '${PERSON}' and attnum > 0
    ) as has_person,
    coalesce((
      select json_agg(json_build_object(
        'index', indexrelid::regclass::text, 'columns', columns, 'is_key', indpred is null,
        'is_primary', indisprimary,
        'is_numbered', indnkeyatts = 1 and exists (
          select from pg_attribute
          where attrelid = indrelid and attnum = indkey[0] and attidentity <> ''
        )
      ) order by indexrelid::regclass::text)
      from pg_index, lateral (
        select array_agg(coalesce(attname, '(expression)') order by place) as columns
        from unnest(indkey::int2[]) with ordinality as held (attnum, place)
        left join pg_attribute on attrelid = indrelid and pg_attribute.attnum = held.attnum
      ) as named
      where indrelid = relation.oid and indisunique
    ), '[]') as indexes
  from pg_class as relation
  where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
  order by relname`;

const FUNCTIONS = `
  select proname as name, prosrc as source, coalesce(proargnames[1] = 'p_${PERSON}', false) as of_person
  from pg_proc where pronamespace = 'public'::regnamespace order by proname, oid`;

interface Index extends Rule {
  readonly is_key: boolean;
  readonly is_primary: boolean;
}

interface TableRow {
  readonly name: string;
  readonly has_person: boolean;
  readonly indexes: readonly Index[];
}

interface FunctionRow {
  readonly name: string;
  readonly source: string;
  readonly of_person: boolean;
}

function placeOf({ name, has_person, indexes }: TableRow, sources: string): PlannedTable {
  if (!has_person) {
    if (!new RegExp(`\\b(?:from|join|into|update)\\s+${name}\\b`).test(sources)) {
      return { name, place: 'operators' };
    }
    const isWritten = new RegExp(`\\b(?:delete from|into|update)\\s+${name}\\b`).test(sources);
    return { name, place: 'shared', isWritten };
  }
  if (!indexes.some(({ columns, is_key }) => is_key && columns[0] === PERSON)) {
    return { name, place: 'lookup', key: indexes.find((each) => each.is_primary)?.columns ?? [] };
  }
  const others = indexes.filter(({ columns }) => !columns.includes(PERSON));
  const rules = others.filter((rule) => !rule.is_numbered && !UNIQUE_BY_ITSELF.has(rule.index));
  if (rules.length > 0) return { name, place: 'waits', rules };
  return { name, place: 'person', plain: others };
}

/** What would be where, by the catalog of a database of this version. Changes nothing. */
export async function planDistribution(db: Database): Promise<DistributionPlan> {
  const tables = (await db.query<TableRow>(TABLES)).rows;
  const found = (await db.query<FunctionRow>(FUNCTIONS)).rows.filter((each) => each.of_person);
  const sources = found.map(({ source }) => source.replaceAll(/--.*$/gm, '')).join('\n');
  // a function whose arguments were changed is there twice for a time
  const names = [...new Set(found.map(({ name }) => name))];
  return {
    tables: tables.map((table) => placeOf(table, sources)),
    functions: names.map((name) => ({ name, crosses: CROSSING[name] ?? null })),
  };
}
