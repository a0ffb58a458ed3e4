import pg from 'pg';

/** Queries for the objects of a database: a text describes each object, without the order of columns. */
const PARTS = {
  columns: `select format('%s.%s %s not null: %s, default: %s', attrelid::regclass, attname,
      format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid)) as text
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and attnum > 0
      and not attisdropped`,
  constraints: `select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as text
    from pg_constraint where connamespace = 'public'::regnamespace`,
  indexes: `select indexdef as text from pg_indexes where schemaname = 'public'`,
  triggers: `select pg_get_triggerdef(oid) as text from pg_trigger where not tgisinternal`,
  functions: `select pg_get_functiondef(oid) as text from pg_proc
    where pronamespace = 'public'::regnamespace`,
  rights: `select format('%s %s', oid::regclass, relacl) as text from pg_class
    where relnamespace = 'public'::regnamespace`,
  migrations: `select format('%s %s %s', name, checksum, contract) as text from migration`,
};

export async function describeSchema(url: string): Promise<Record<string, string[]>> {
  const client = new pg.Client(url);
  await client.connect();
  const found: Record<string, string[]> = {};
  for (const [part, query] of Object.entries(PARTS)) {
    const { rows } = await client.query<{ text: string }>(query);
    found[part] = rows.map(({ text }) => text).sort();
  }
  await client.end();
  return found;
}
