import pg from 'pg';
import { DatabaseError } from './database-error.ts';

/** Tables that only grow: a server's role can insert rows, and neither change nor delete them. */
const APPEND_ONLY = ['audit', 'transfer'];
/** Tables that only migrations write. */
const READ_ONLY = ['database_function', 'migration'];

/** @throws DatabaseError when the role does not exist */
export async function checkRole(db: pg.ClientBase | pg.Pool, role: string): Promise<void> {
  const { rowCount } = await db.query('select from pg_roles where rolname = $1', [role]);
  if (rowCount === 0) throw new DatabaseError(`there is no role ${role}`);
}

/**
 * Grants a role what servers and operators' commands need, and no more: it reads and writes rows, but
 * makes, changes and drops no tables, and changes no row of the ledger or of the audit log. Earlier grants
 * to change those rows are revoked. The role may read and write the tables of later migrations.
 * @param client of the role that owns the tables
 * @throws DatabaseError when the role owns the tables, or does not exist
 */
export async function grantToRuntime(client: pg.Client, role: string): Promise<void> {
  await checkRole(client, role);
  const { rows } = await client.query<{ owns: boolean }>(
    `select exists (select from pg_class where relowner = pg_roles.oid and relname = 'transfer') as owns
     from pg_roles where rolname = $1`,
    [role],
  );
  if (rows[0]?.owns) throw new DatabaseError(`${role} owns the tables: name another role`);
  const name = pg.escapeIdentifier(role);
  await client.query(`begin;
    grant usage on schema public to ${name};
    grant select, insert, update, delete on all tables in schema public to ${name};
    grant usage, select, update on all sequences in schema public to ${name};
    grant execute on all functions in schema public to ${name};
    alter default privileges in schema public
      grant select, insert, update, delete on tables to ${name};
    alter default privileges in schema public
      grant usage, select, update on sequences to ${name};
    revoke update, delete on ${APPEND_ONLY.join()} from ${name};
    revoke insert, update, delete on ${READ_ONLY.join()} from ${name};
    commit`);
}
