import type { Database } from '../database.ts';
import { DatabaseError } from '../database-error.ts';

/** The tables and functions that Citus manages already. */
export interface Distributed {
  /** distributed tables, reference tables, and tables on the coordinator only */
  readonly tables: ReadonlySet<string>;
  /**
   * functions that Citus copied to the workers, as `regprocedure` writes them; true: a call runs on the worker that
   * holds the person's rows
   */
  readonly functions: ReadonlyMap<string, boolean>;
}

const COORDINATOR = `
  select
    (select groupid from pg_dist_local_group) as here,
    exists (select from pg_dist_node where groupid = 0 and isactive) as is_known,
    (select count(*)::int from pg_dist_node
     where groupid <> 0 and noderole = 'primary' and isactive and shouldhaveshards) as workers`;

const OWNED = `
  select coalesce(string_agg(relname, ', ' order by relname), '') as others from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    and not pg_has_role(relowner, 'member')`;

const RUNNING = `
  select coalesce(string_agg(name, ', ' order by name), '') as running from running_server
  where ends_at > clock_timestamp()`;

async function only<Row extends object>(db: Database, text: string): Promise<Row> {
  const { rows } = await db.query<Row>(text);
  if (!rows[0]) throw new Error('no row');
  return rows[0];
}

/**
 * Checks that the database can be distributed, and changes nothing.
 * @throws DatabaseError that names the first condition that is not met
 */
export async function assertDistributable(db: Database): Promise<void> {
  const installed = await db.query(
    `select where to_regprocedure('create_reference_table(regclass)') is not null`,
  );
  if (!installed.rowCount) {
    throw new DatabaseError('the extension citus is missing in this database');
  }
  const { here, is_known, workers } = await only<{
    here: number;
    is_known: boolean;
    workers: number;
  }>(db, COORDINATOR);
  if (here !== 0) {
    throw new DatabaseError('this is a worker: set DATABASE_URL to the coordinator');
  }
  if (!is_known) {
    throw new DatabaseError(
      'the workers do not know the coordinator: call citus_set_coordinator_host() first',
    );
  }
  if (workers === 0) {
    throw new DatabaseError('there is no worker: call citus_add_node() for each worker first');
  }
  const { others } = await only<{ others: string }>(db, OWNED);
  if (others !== '') {
    throw new DatabaseError(
      `the role of DATABASE_URL does not own ${others}: connect as their owner`,
    );
  }
  const { running } = await only<{ running: string }>(db, RUNNING);
  if (running !== '') {
    throw new DatabaseError(`stop the servers first: ${running}`);
  }
}

const TABLES = `
  select relname as name from pg_dist_partition join pg_class on pg_class.oid = logicalrelid
  where relnamespace = 'public'::regnamespace`;

const FUNCTIONS = `
  select objid::regprocedure::text as name, distribution_argument_index is not null as is_of_person
  from pg_dist_object join pg_proc on pg_proc.oid = objid
  where classid = 'pg_proc'::regclass and pronamespace = 'public'::regnamespace`;

/** Reads what Citus manages: nothing, if the database has no Citus. */
export async function readDistributed(db: Database): Promise<Distributed> {
  const { rowCount } = await db.query(`select where to_regclass('pg_dist_partition') is not null`);
  if (!rowCount) return { tables: new Set(), functions: new Map() };
  const tables = await db.query<{ name: string }>(TABLES);
  const functions = await db.query<{ name: string; is_of_person: boolean }>(FUNCTIONS);
  return {
    tables: new Set(tables.rows.map(({ name }) => name)),
    functions: new Map(functions.rows.map(({ name, is_of_person }) => [name, is_of_person])),
  };
}
