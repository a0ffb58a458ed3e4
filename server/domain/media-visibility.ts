import type { Database } from '../database/database.ts';
import {
  addressesOf,
  type MediaFiles,
  type TakenDownChange,
  updateTakenDown,
} from './gone-media.ts';

/** The tables of media. */
export type MediaKind = 'video' | 'ad';

/** `hidden`: disabled until an operator has decided on reports. */
export type MediaVisibility = 'shown' | 'disabled' | 'hidden';

/**
 * Whether reports hide the disabled media. The times are compared, because a process of a version without reports may
 * have enabled and disabled the media since.
 */
export const isHidden = ({ disabled_at, hidden_at }: HiddenColumns): boolean =>
  disabled_at !== null && hidden_at !== null && disabled_at <= hidden_at;

export interface HiddenColumns {
  readonly disabled_at: Date | null;
  readonly hidden_at: Date | null;
}

/** A clip's time span in the feed; null: no end on that side. */
export interface SpanColumns {
  readonly feed_from: Date | null;
  readonly feed_until: Date | null;
}

/** SQL: whether an instant is within a clip's time span. @param now SQL of the instant */
export const isWithinSpan = (now: string): string =>
  `(coalesce(feed_from <= ${now}, true) and coalesce(feed_until > ${now}, true))`;

/** SQL: when media was disabled, and when its time span began to hide it; advertisements have no span. */
const SHOWN = {
  ad: `disabled_at = case when $2 <> 'shown' then coalesce(disabled_at, $3) end`,
  video: `
    disabled_at = case when $2 <> 'shown' or not ${isWithinSpan('$3')} then coalesce(disabled_at, $3) end,
    feed_out_at = case when $2 = 'shown' and not ${isWithinSpan('$3')}
      then coalesce(feed_out_at, $3) end`,
};

/**
 * Removes media from the app together with its addresses, or shows it again under the same ones; a clip outside of its
 * time span stays out until the span begins. The row must be locked in the same transaction.
 */
export async function setMediaVisibility<Row extends MediaFiles>(
  db: Database,
  kind: MediaKind,
  id: number,
  shown: MediaVisibility,
  now: Date,
): Promise<{ row: Row } & TakenDownChange> {
  const { rows } = await db.query<Row>(
    `update ${kind} set
       ${SHOWN[kind]},
       hidden_at = case when $2 = 'hidden' then coalesce(hidden_at, $3) end,
       is_demo = is_demo and $2 <> 'shown'
     where ${kind}_id = $1 returning *`,
    [id, shown, now],
  );
  const [row] = rows;
  if (!row) throw new Error(`${kind} ${id} was locked and is not there`);
  return { row, ...(await updateTakenDown(db, addressesOf(row), now)) };
}
