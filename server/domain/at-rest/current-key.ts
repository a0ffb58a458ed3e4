import { type DataKey, keysOf } from '../../database/data-keys.ts';
import type { Database } from '../../database/database.ts';

interface KeyRow {
  readonly place: number;
  readonly key_id: string;
  readonly made_at: Date;
  /** when no value was readable or sealed with an older key any more; null: not yet */
  readonly done_at: Date | null;
}

/** All keys in the table `data_key`, the newest first. */
export async function readKeyRows(db: Database): Promise<readonly KeyRow[]> {
  const { rows } = await db.query<KeyRow>('select * from data_key order by place desc');
  return rows;
}

/** How far e-mails are sealed: `readable`: not at all; `begun`: new ones, and some older ones; `done`: all. */
export async function readEmailState(db: Database): Promise<'readable' | 'begun' | 'done'> {
  const { rows } = await db.query<{ is_done: boolean }>(
    'select done_at is not null as is_done from email_lookup',
  );
  const [row] = rows;
  if (!row) return 'readable';
  return row.is_done ? 'done' : 'begun';
}

/**
 * The key to write with, within a transaction. A rotation waits for the transaction's end, so nothing is sealed with an
 * older key after the rotation began.
 * @returns null: this database seals nothing
 * @throws DatabaseError when this process lacks the key
 */
export async function writingKey(db: Database): Promise<DataKey | null> {
  const { rows } = await db.query<Pick<KeyRow, 'key_id'>>(
    'select key_id from data_key order by place desc limit 1 for share',
  );
  return rows[0] ? keysOf(db).find(rows[0].key_id) : null;
}
