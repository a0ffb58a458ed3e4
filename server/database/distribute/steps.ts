import pg from 'pg';
import {
  COUNTED,
  type DistributionPlan,
  ENDED_TRIGGERS,
  type PlannedTable,
} from '../distribution.ts';
import { type Index, PERSON } from './catalog.ts';
import type { Distributed } from './citus.ts';

/** The table with which all other tables of a person are colocated. */
const FIRST = 'wallet';

/** Bars servers of earlier versions from starting: rules over all people are without their indexes. */
export const MARK = `update migration set contract = true
  where number = (select max(number) from migration) and not contract`;

const call = (name: string, ...args: readonly string[]) =>
  `select ${name}(${args.map((arg) => (arg.includes('=> ') ? arg : pg.escapeLiteral(arg))).join(', ')})`;

const beside = (table: string) => `colocate_with => ${pg.escapeLiteral(table)}`;

/** Makes a unique index plain: uniqueness over all machines cannot be kept, but searches need the index. */
const asPlain = (table: string, { index, is_constraint, text }: Index) => [
  is_constraint ? `alter table ${table} drop constraint ${index}` : `drop index ${index}`,
  text.replace('CREATE UNIQUE INDEX', 'CREATE INDEX'),
];

/** Returns statements, for one transaction, that replace what Citus refuses in a table; empty: nothing. */
function prepare(planned: PlannedTable): string[] {
  const { name, place, row } = planned;
  const ended = row.triggers.filter((trigger) => ENDED_TRIGGERS.has(trigger));
  const drops = ended.map((trigger) => `drop trigger ${trigger} on ${name}`);
  for (const counted of new Set(ended.map((trigger) => ENDED_TRIGGERS.get(trigger)))) {
    if (counted)
      drops.push(`drop table ${counted}`, `create view ${counted} as ${COUNTED.get(counted)}`);
  }
  if (place !== 'person' || planned.triggers.length > 0) return drops;
  const plain = planned.plain.flatMap(
    ({ index }) => row.indexes.find((each) => each.index === index) ?? [],
  );
  drops.push(...plain.flatMap((index) => asPlain(name, index)));
  // a table that loses its primary key needs another key, which identifies rows that move to another machine
  const other = row.indexes.find(
    ({ is_identity, columns }) => is_identity && columns.includes(PERSON),
  );
  if (plain.some(({ is_primary }) => is_primary) && other) {
    drops.push(`alter table ${name} replica identity using index ${other.index}`);
  }
  return drops;
}

/** Continues a table's sequences: Citus copies it into a new table of this name, whose sequences start at 1. */
const continueSequences = ({ name, row }: PlannedTable) =>
  row.numbered.map(
    (column) =>
      `select setval(pg_get_serial_sequence('${name}', '${column}'), coalesce(max(${column}), 1), max(${column}) is not null) from ${name}`,
  );

/**
 * Statements that move a table's rows to their planned place; null: they stay. The local copy on the
 * coordinator, which no query reads and which may fill the disk, is truncated.
 */
function moveStatements(planned: PlannedTable, isReached: boolean): string | null {
  const { name, place, row } = planned;
  const empty = call('truncate_local_data_after_distributing_table', name);
  const mayEmpty = [`grant truncate on ${name} to current_user`, empty];
  const emptied = row.may_empty
    ? [empty]
    : [...mayEmpty, `revoke truncate on ${name} from current_user`];
  const thenEmpty = (text: string) => [text, ...emptied].join(';\n');
  if (place === 'person' && planned.triggers.length === 0) {
    const where = beside(name === FIRST ? 'none' : FIRST);
    return thenEmpty(call('create_distributed_table', name, PERSON, where));
  }
  if (place === 'lookup' && planned.isSpread) {
    const [first = ''] = planned.key;
    return thenEmpty(call('create_distributed_table', name, first, beside('none')));
  }
  if (place !== 'shared') return null;
  if (planned.isEverywhere) return thenEmpty(call('create_reference_table', name));
  if (!isReached) return null;
  return [call('citus_add_local_table_to_metadata', name), ...continueSequences(planned)].join(
    ';\n',
  );
}

/** The outstanding statements, in their order; each can be run again. */
export function stepsOf(
  { tables, functions }: DistributionPlan,
  { tables: made, functions: known }: Distributed,
): string[] {
  const ordered = tables.toSorted(
    (one, other) => Number(other.name === FIRST) - Number(one.name === FIRST),
  );
  const prepared = ordered.flatMap((planned) => {
    const statements = prepare(planned);
    return statements.length > 0 ? [statements.join(';\n')] : [];
  });
  const there = functions.filter(({ crosses, stays }) => crosses === null && stays === null);
  const reached = new Set(there.flatMap((each) => each.tables));
  const placed = ordered.flatMap((planned) =>
    made.has(planned.name) ? [] : (moveStatements(planned, reached.has(planned.name)) ?? []),
  );
  const helpers = new Set(there.flatMap((each) => each.helpers).filter((each) => !known.has(each)));
  const delegated = there
    .flatMap(({ signatures }) => signatures)
    .filter((signature) => !known.get(signature));
  return [
    ...prepared,
    ...placed,
    ...[...helpers].map((signature) => call('create_distributed_function', signature)),
    ...delegated.map((signature) =>
      call('create_distributed_function', signature, `p_${PERSON}`, beside(FIRST)),
    ),
  ];
}
