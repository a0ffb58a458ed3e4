import type { Database } from '../database/database.ts';
import { addressesOf, type MediaFiles, type Settled, settleMedia } from './gone-media.ts';

/** Where media is named. */
export type MediaKind = 'video' | 'ad';

/** `hidden`: until an operator has looked at it. */
export type Shown = 'shown' | 'disabled' | 'hidden';

/**
 * Of what is disabled: what hides it is what people reported. A process of a version that knows no
 * reports may have enabled and disabled it since.
 */
export const isHidden = ({ disabled_at, hidden_at }: HiddenColumns): boolean =>
  disabled_at !== null && hidden_at !== null && disabled_at <= hidden_at;

export interface HiddenColumns {
  readonly disabled_at: Date | null;
  readonly hidden_at: Date | null;
}

/**
 * Takes media out of the app with its addresses, or brings it back under the same ones. Its row must be
 * locked in the same transaction.
 */
export async function setShown<Row extends MediaFiles>(
  db: Database,
  kind: MediaKind,
  id: number,
  shown: Shown,
  now: Date,
): Promise<{ row: Row } & Settled> {
  const { rows } = await db.query<Row>(
    `update ${kind} set
       disabled_at = case when $2 <> 'shown' then coalesce(disabled_at, $3) end,
       hidden_at = case when $2 = 'hidden' then coalesce(hidden_at, $3) end,
       is_demo = is_demo and $2 <> 'shown'
     where ${kind}_id = $1 returning *`,
    [id, shown, now],
  );
  const [row] = rows;
  if (!row) throw new Error(`${kind} ${id} was locked and is not there`);
  return { row, ...(await settleMedia(db, addressesOf(row), now)) };
}
