import pg from 'pg';
import { distribute } from '../../server/database/distribute/distribute.ts';
import { migrate } from '../../server/database/migrate.ts';

/** The role of the tests, which owns their database. */
const OWNER = 'clipurse';

async function ask<T extends object>(url: string, statements: readonly string[]): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found: T[] = [];
    for (const statement of statements) found.push(...(await client.query<T>(statement)).rows);
    return found;
  } finally {
    await client.end();
  }
}

/** The URL of a database on a machine of the cluster. */
function urlOf(coordinator: string, database: string, { host, port, user }: Partial<Machine>) {
  const url = new URL(coordinator);
  url.pathname = `/${database}`;
  if (host) url.hostname = host;
  if (port) url.port = String(port);
  if (user) url.username = user;
  return url.href;
}

interface Machine {
  readonly host: string;
  readonly port: number;
  readonly user: string;
}

const WORKERS = `select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 order by 2`;

/**
 * Creates a database on a cluster of Citus, migrated and distributed.
 * @param coordinator superuser's URL of a database on the coordinator whose `pg_dist_node` lists the workers
 */
export async function distributedDatabase(coordinator: string, name: string) {
  const workers = await ask<Machine>(coordinator, [WORKERS]);
  const { hostname, port } = new URL(coordinator);
  const machines = [{}, ...workers];
  for (const machine of machines) {
    const there = urlOf(coordinator, 'postgres', machine);
    await ask(there, [`create database ${name} owner ${OWNER}`]);
    await ask(urlOf(coordinator, name, machine), ['create extension citus']);
  }
  await ask(urlOf(coordinator, name, {}), [
    `select citus_set_coordinator_host('${hostname}', ${port})`,
    ...workers.map((worker) => `select citus_add_node('${worker.host}', ${worker.port})`),
  ]);
  const url = urlOf(coordinator, name, { user: OWNER });
  await migrate(url);
  const pool = new pg.Pool({ connectionString: url });
  await distribute(pool);
  await pool.end();
  return {
    url,
    drop: async () => {
      for (const machine of machines) {
        await ask(urlOf(coordinator, 'postgres', machine), [`drop database ${name} with (force)`]);
      }
    },
  };
}
