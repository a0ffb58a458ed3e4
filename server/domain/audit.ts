import type { Database } from '../database/database.ts';

export interface AuditEntry {
  readonly who: string;
  readonly action: string;
  readonly what: Readonly<Record<string, unknown>>;
  readonly reason?: string | undefined;
}

/** Writes an entry; to be called in the transaction of what it tells of. */
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
  readonly limit: number;
  /** the only action to show; null: any */
  readonly action: string | null;
  /** an action to leave out; null: none */
  readonly without: string | null;
}

/** The newest entries, the oldest of them first. */
export async function readAudit(
  db: Database,
  { limit, action, without }: AuditFilter,
): Promise<AuditRow[]> {
  const { rows } = await db.query<AuditRow>(
    `select * from (
       select * from audit where action = coalesce($2, action) and action is distinct from $3
       order by audit_id desc limit $1
     ) as newest
     order by audit_id`,
    [limit, action, without],
  );
  return rows;
}
