import type { Database } from '../database/database.ts';
import { type ListDefinition, type Page, readPage, type Selection } from './listing.ts';

export interface AuditEntry {
  readonly who: string;
  readonly action: string;
  readonly what: Readonly<Record<string, unknown>>;
  readonly reason?: string | undefined;
}

/** Writes an entry; call it in the transaction of the action that it records. */
export async function writeAudit(
  db: Database,
  { who, action, what, reason }: AuditEntry,
  now: Date,
): Promise<void> {
  await db.query('insert into audit (at, who, action, what, reason) values ($1, $2, $3, $4, $5)', [
    now,
    who,
    action,
    JSON.stringify(what),
    reason ?? null,
  ]);
}

export interface AuditRow extends AuditEntry {
  readonly audit_id: bigint;
  readonly at: Date;
}

export interface AuditFilter {
  /** the only action to show; null: any */
  readonly action: string | null;
  /** an action to leave out; null: none */
  readonly without: string | null;
}

/** $5 the only action, $6 the one to leave out. */
const LISTED: ListDefinition = {
  table: 'audit',
  time: 'at',
  key: 'audit_id',
  where: 'action = coalesce($5, action) and action is distinct from $6',
  newestFirst: true,
};

/** The newest entries, the oldest of them first. */
export async function readAudit(
  db: Database,
  { action, without }: AuditFilter,
  selection: Selection,
): Promise<Page<AuditRow>> {
  const statement = (audit: string) => `select * from ${audit}`;
  const page = await readPage<AuditRow>(db, LISTED, selection, statement, [action, without]);
  return { ...page, rows: page.rows.toReversed() };
}
