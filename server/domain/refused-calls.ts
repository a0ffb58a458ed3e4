import { tasks } from '../../contract/shapes.ts';
import { DAY } from './time.ts';

/** After so long nothing tells any more what was refused. */
export const REFUSED_CALL_LIFETIME_MS = 30 * DAY;

/** Different refusals of one person that are kept of one UTC day: nobody fills the disk with them. */
const KEPT_A_DAY = 50;

/** What a call is about: a clip, an advertisement or a task that there is; empty: none of them. */
export const itemOf = ({ videos_id, ad_id, task }: Readonly<Record<string, unknown>>): string =>
  String(videos_id ?? ad_id ?? tasks.find((known) => known === task) ?? '');

/**
 * A part of the statement that keeps a refusal as the answer of its key: it costs no statement of its
 * own. `$1` is the user, `$2` the call's path, `$7` now, `$8` its UTC day, `$9` the item, `$10` the
 * reason.
 * @param kept SQL of a table with one row when the refusal is the key's first answer, else none
 */
export const noteRefusal = (kept: string): string => `
  insert into refused_call (user_id, day, call, item, reason, first_at, last_at, times)
  select $1, $8::date, $2, $9::text, $10::text, $7, $7, 1 from ${kept}
  where (select count(*) from refused_call where user_id = $1 and day = $8::date) < ${KEPT_A_DAY}
  on conflict (user_id, day, call, item, reason) do update
    set last_at = excluded.last_at, times = refused_call.times + 1`;
