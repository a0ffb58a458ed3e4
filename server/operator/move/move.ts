import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { checkSessions, checkVersion } from '../../database/checks.ts';
import { readTime } from '../../database/clock.ts';
import { createPool } from '../../database/database.ts';
import { toDatabaseError } from '../../database/database-error.ts';
import { type Embedded, openEmbedded } from '../../database/embedded/embedded.ts';
import { assertMigrated, migrate } from '../../database/migrate.ts';
import {
  type MoveRecord,
  moveRecordOf,
  readMoveRecord,
  removeMoveRecord,
  writeMoveRecord,
} from '../../database/moved.ts';
import { nameDatabase } from '../../database/open.ts';
import { OPERATOR_LIMITS } from '../../database/session.ts';
import { writeAudit } from '../../domain/audit.ts';
import { type LedgerReport, verifyLedger } from '../../domain/verify.ts';
import { OperatorError } from '../command.ts';
import type { Report } from '../progress.ts';
import { copyRows } from './copy.ts';

export interface MoveOrder {
  /** absolute */
  readonly dataDir: string;
  /** URL of the external Postgres */
  readonly to: string;
  /** name of the operator, for the audit log */
  readonly who: string;
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
  readonly report?: Report | undefined;
}

export interface Moved {
  /** names the database, without its password */
  readonly to: string;
  readonly ledger: LedgerReport;
}

/** A connection may be idle in its transaction for long, while the connection to the other database works. */
const COPY_LIMITS = { ...OPERATOR_LIMITS, idleInTransactionMs: 600_000 };

/** Opens a connection for `work`, and ends it afterwards: it may still be in a `copy` that failed. */
async function withConnection(
  url: string,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const pool = createPool({ url, max: 1, limits: COPY_LIMITS });
  try {
    const client = await pool.connect();
    await work(client).finally(() => client.release(true));
  } finally {
    await pool.end();
  }
}

/** @throws OperatorError when the target database is in use: its rows would be lost */
async function expectUnused(pool: pg.Pool, name: string): Promise<void> {
  const { rows } = await pool.query<{ used: string }>(
    `select 'people' as used where exists (select from account)
     union all select 'clips' where exists (select from video)
     union all select 'advertisements' where exists (select from ad)
     union all select 'deposits' where exists (select from funding_deposit)`,
  );
  const [first] = rows;
  if (first) {
    throw new OperatorError(`${name} has ${first.used} already: name an empty database`);
  }
}

const SELF = 'select current_database() || pg_postmaster_start_time() as self';

/** @throws OperatorError when source and target are the same database */
async function assertDifferentDatabases(source: pg.Pool, pool: pg.Pool): Promise<void> {
  const [one, other] = await Promise.all([source, pool].map((each) => each.query(SELF)));
  if (one?.rows[0].self === other?.rows[0].self) {
    throw new OperatorError('--to leads to the embedded database itself');
  }
}

const isCopied = async (pool: pg.Pool, id: string): Promise<boolean> =>
  (await pool.query("select from audit where action = 'move' and what ->> 'id' = $1", [id]))
    .rowCount === 1;

/** Copies all rows in one transaction on each side, together with an entry in the copy's audit log. */
const copy = (url: string, { id }: MoveRecord, order: MoveOrder, now: Date): Promise<void> =>
  withConnection(url, (from) =>
    withConnection(order.to, async (to) => {
      const { dataDir, who, signal, report } = order;
      await from.query('begin');
      await to.query('begin');
      const rows = await copyRows({ from, to, signal, report });
      const what = { id, from: `embedded in ${dataDir}`, rows };
      await writeAudit(to, { who, action: 'move', what }, now);
      await to.query('commit');
    }),
  );

/** @throws OperatorError when the database was moved already, or a move elsewhere is unfinished */
async function recordOf(dataDir: string, to: string): Promise<MoveRecord> {
  const record = await readMoveRecord(dataDir);
  if (!record) return { to, id: randomUUID(), done: false };
  if (record.done) {
    throw new OperatorError(`the database of ${dataDir} was moved to ${record.to} already`);
  }
  if (record.to === to) return record;
  throw new OperatorError(
    `a move to ${record.to} was not finished: give that move again (or, if ${record.to} has no users, delete ${moveRecordOf(dataDir)})`,
  );
}

/** Makes the tables of the copy and fills them, unless an earlier move has done so. */
async function fill(
  embedded: Embedded,
  pool: pg.Pool,
  record: MoveRecord,
  order: MoveOrder,
): Promise<void> {
  const { dataDir } = order;
  await checkVersion(pool);
  await checkSessions(pool);
  await migrate(order.to);
  if (await isCopied(pool, record.id)) return;
  await expectUnused(pool, record.to);
  await writeMoveRecord(dataDir, record);
  // a process that opens the embedded database from now on finds the record, and stops
  if (await embedded.isShared()) {
    await removeMoveRecord(dataDir);
    throw new OperatorError(`another process uses the database of ${dataDir}: stop the server`);
  }
  try {
    await copy(embedded.url, record, order, await readTime(pool));
  } catch (error) {
    // the answer to a commit may have been lost: then the copy exists, and the next move finds it
    const isThere = await isCopied(pool, record.id).catch(() => true);
    if (!isThere) await removeMoveRecord(dataDir);
    throw error;
  }
}

/**
 * Moves the embedded database to an external Postgres without users: copies all rows and sequences in one
 * transaction, and verifies the copy's ledger. The embedded database stays unchanged, but no server opens
 * it any more. A move that was killed is finished by the same command.
 * @throws OperatorError, DatabaseError with one line when it fails; then the embedded database is unchanged, and
 *   either all rows were copied or none
 */
export async function moveDatabase(order: MoveOrder): Promise<Moved> {
  const { dataDir, say, report } = order;
  const to = nameDatabase(order.to, dataDir);
  const record = await recordOf(dataDir, to);
  const embedded = await openEmbedded({ dataDir, log: say, makes: false, opensMoved: true });
  const source = createPool({ url: embedded.url, max: 1, limits: OPERATOR_LIMITS });
  const pool = createPool({ url: order.to, max: 2, limits: OPERATOR_LIMITS });
  try {
    await assertMigrated(source, 'embedded');
    await assertDifferentDatabases(source, pool);
    await fill(embedded, pool, record, order);
    report?.('verifying the ledger');
    const ledger = await verifyLedger(pool);
    if (ledger.differences.length === 0) await writeMoveRecord(dataDir, { ...record, done: true });
    return { to, ledger };
  } catch (error) {
    order.signal.throwIfAborted();
    throw error instanceof OperatorError ? error : toDatabaseError(error);
  } finally {
    await source.end();
    await pool.end();
    await embedded.release();
  }
}
