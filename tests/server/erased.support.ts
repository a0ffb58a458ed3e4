import type pg from 'pg';

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

const columnsOf = async (pool: pg.Pool): Promise<Column[]> => {
  const { rows } = await pool.query<Column>(
    `select table_name as table, column_name as column, data_type as type
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = current_schema() and table_type = 'BASE TABLE'
     order by table_name, ordinal_position`,
  );
  return rows;
};

/** Finds columns, such as `account.email`, that contain one of `words`; ignores case, except in bytea. */
export async function columnsContaining(
  pool: pg.Pool,
  words: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const { table, column, type } of await columnsOf(pool)) {
    const name = `"${column}"`;
    const has =
      type === 'bytea'
        ? `position(convert_to(word, 'UTF8') in ${name}) > 0`
        : `position(lower(word) in lower(${name}::text)) > 0`;
    const { rowCount } = await pool.query(
      `select from "${table}" where exists (select from unnest($1::text[]) as word where ${has}) limit 1`,
      [words],
    );
    if (rowCount) found.push(`${table}.${column}`);
  }
  return found;
}
