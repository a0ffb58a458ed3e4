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

/** A clip's time in the feed; null: no end on that side. */
export interface SpanColumns {
  readonly feed_from: Date | null;
  readonly feed_until: Date | null;
}

/** SQL: whether it is a clip's time in the feed. @param now SQL of an instant */
export const isWithinSpan = (now: string): string =>
  `(coalesce(feed_from <= ${now}, true) and coalesce(feed_until > ${now}, true))`;

/** SQL: when media is disabled, and since when its own time keeps it out: advertisements have none. */
const SHOWN = {
  ad: `disabled_at = case when $2 <> 'shown' then coalesce(disabled_at, $3) end`,
  video: `
    disabled_at = case when $2 <> 'shown' or not ${isWithinSpan('$3')} then coalesce(disabled_at, $3) end,
    feed_out_at = case when $2 = 'shown' and not ${isWithinSpan('$3')}
      then coalesce(feed_out_at, $3) end`,
};

/**
 * Takes media out of the app with its addresses, or brings it back under the same ones; a clip whose time in
 * the feed it is not stays out until it is. Its row must be locked in the same transaction.
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
       ${SHOWN[kind]},
       hidden_at = case when $2 = 'hidden' then coalesce(hidden_at, $3) end,
       is_demo = is_demo and $2 <> 'shown'
     where ${kind}_id = $1 returning *`,
    [id, shown, now],
  );
  const [row] = rows;
  if (!row) throw new Error(`${kind} ${id} was locked and is not there`);
  return { row, ...(await settleMedia(db, addressesOf(row), now)) };
}
