import pg from 'pg';
import { checkSessions, checkVersion } from '../database/checks.ts';
import { readTime } from '../database/clock.ts';
import { createPool } from '../database/database.ts';
import { toDatabaseError } from '../database/database-error.ts';
import { checkRole, grantToRuntime } from '../database/grants.ts';
import { findMissing, migrate } from '../database/migrate.ts';
import { nameDatabase } from '../database/open.ts';
import { OPERATOR_LIMITS } from '../database/session.ts';
import { writeAudit } from '../domain/audit.ts';
import { OperatorError, type StandaloneCommand } from './command.ts';

async function grant(connectionString: string, role: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  try {
    await grantToRuntime(client, role);
  } finally {
    await client.end();
  }
}

/** Migrates and grants, with an entry in the audit log. @returns names of migrations and functions */
async function bringUpToDate(pool: pg.Pool, url: string, who: string, role: string | undefined) {
  // checked first, so that a mistyped role changes nothing
  if (role !== undefined) await checkRole(pool, role);
  const made = await migrate(url);
  if (role !== undefined) await grant(url, role);
  if (made.length > 0 || role !== undefined) {
    const what = { made, ...(role === undefined ? {} : { granted: role }) };
    await writeAudit(pool, { who, action: 'database migrate', what }, await readTime(pool));
  }
  return made;
}

export const migrateDatabase: StandaloneCommand = {
  name: 'database migrate',
  synopsis: '[--grant ROLE] [--dry-run]',
  summary:
    'brings the tables of an external Postgres (DATABASE_URL) to this version; --grant lets the server’s ROLE read and write them; --dry-run only prints the missing changes',
  positionals: 0,
  options: ['grant'],
  flags: ['dry-run'],
  runStandalone: async ({ databaseUrl, dataDir, who }, { values }) => {
    if (databaseUrl === null) {
      throw new OperatorError(
        'DATABASE_URL is not set: the server migrates the embedded database when it starts',
      );
    }
    const database = nameDatabase(databaseUrl, dataDir);
    const pool = createPool({ url: databaseUrl, max: 2, limits: OPERATOR_LIMITS });
    try {
      await checkVersion(pool);
      await checkSessions(pool);
      const missing = await findMissing(pool);
      if (values['dry-run'] !== undefined) {
        const text = missing.length > 0 ? `missing: ${missing.join(', ')}` : 'nothing is missing';
        return { json: { database, missing, made: [] }, text: `${database}: ${text}` };
      }
      const made = await bringUpToDate(pool, databaseUrl, who, values.grant);
      const granted = values.grant ? `; ${values.grant} may read and write rows` : '';
      const text = (made.length > 0 ? `made ${made.join(', ')}` : 'nothing was missing') + granted;
      return { json: { database, missing: [], made }, text: `${database}: ${text}` };
    } catch (error) {
      throw toDatabaseError(error);
    } finally {
      await pool.end();
    }
  },
};
