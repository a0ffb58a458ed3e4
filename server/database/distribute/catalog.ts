/** The column by which the rows of one person are stored together. */
export const PERSON = 'user_id';

/** A unique index; a plan lists those without the person's column. */
export interface Rule {
  readonly index: string;
  readonly columns: readonly string[];
  /** its values come from one sequence, so they are unique without the index */
  readonly is_numbered: boolean;
}

export interface Index extends Rule {
  readonly is_key: boolean;
  readonly is_primary: boolean;
  /** the index belongs to a constraint */
  readonly is_constraint: boolean;
  /** the index covers every row, and none of its columns may be null: it can identify a row */
  readonly is_identity: boolean;
  /** its `create index` statement */
  readonly text: string;
}

export interface TableRow {
  readonly name: string;
  readonly has_person: boolean;
  /** columns whose numbers come from a sequence */
  readonly numbered: readonly string[];
  /** a foreign key leads from this table, or to it */
  readonly is_referring: boolean;
  readonly triggers: readonly string[];
  /** the connected role may truncate the table; false: its rows are permanent */
  readonly may_empty: boolean;
  /** the unique indexes */
  readonly indexes: readonly Index[];
}

export const TABLES = `
  select relname as name,
    exists (
      select from pg_attribute where attrelid = relation.oid and attname = '${PERSON}' and attnum > 0
    ) as has_person,
    array(
      select attname::text from pg_attribute where attrelid = relation.oid and attidentity <> ''
    ) as numbered,
    exists (
      select from pg_constraint where contype = 'f' and relation.oid in (conrelid, confrelid)
    ) as is_referring,
    array(
      select tgname::text from pg_trigger where tgrelid = relation.oid and not tgisinternal order by 1
    ) as triggers,
    has_table_privilege(relation.oid, 'truncate') as may_empty,
    coalesce((
      select json_agg(json_build_object(
        'index', indexrelid::regclass::text, 'columns', columns, 'is_key', indpred is null,
        'is_primary', indisprimary,
        'is_constraint', exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u')),
        'is_identity', indpred is null and not has_null,
        'text', pg_get_indexdef(indexrelid),
        'is_numbered', indnkeyatts = 1 and exists (
          select from pg_attribute
          where attrelid = indrelid and attnum = indkey[0] and attidentity <> ''
        )
      ) order by indexrelid::regclass::text)
      from pg_index, lateral (
        select array_agg(coalesce(attname, '(expression)') order by place) as columns,
          bool_or(attnotnull is not true) as has_null
        from unnest(indkey::int2[]) with ordinality as held (attnum, place)
        left join pg_attribute on attrelid = indrelid and pg_attribute.attnum = held.attnum
      ) as named
      where indrelid = relation.oid and indisunique
    ), '[]') as indexes
  from pg_class as relation
  where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
  order by relname`;

export interface FunctionRow {
  readonly name: string;
  /** the name with the types of the arguments */
  readonly signature: string;
  readonly source: string;
  readonly of_person: boolean;
}

export const FUNCTIONS = `
  select proname as name, pg_proc.oid::regprocedure::text as signature, prosrc as source,
    coalesce(proargnames[1] = 'p_${PERSON}', false) as of_person
  from pg_proc
  where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
    and not exists (
      select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e'
    )
  order by proname, pg_proc.oid`;
