import type { InputOf } from '../../contract/call.ts';
import type * as calls from '../../contract/calls.ts';
import type { ClaimCall } from '../../contract/claims.ts';
import { tasks } from '../../contract/shapes.ts';
import { DAY } from './time.ts';

/** After this time the stored refusals are deleted. */
export const REFUSED_CALL_LIFETIME_MS = 30 * DAY;

/** Most different refusals stored per person and UTC day, so that nobody can fill the disk with them. */
const MAX_STORED_PER_DAY = 50;

type FieldOf<Input> = Input extends unknown ? keyof Input : never;
type ItemField = Exclude<FieldOf<InputOf<(typeof calls)[ClaimCall]>>, 'earned_at'>;

/** The fields of a claim that name its item, with the value to store: for a task, only the name of an existing one. */
const ITEMS: Readonly<Record<ItemField, (value: unknown) => unknown>> = {
  videos_id: (id) => id,
  ad_id: (id) => id,
  task: (name) => tasks.find((known) => known === name),
};

/** The item of a call; empty: the call names none, or no existing task. */
export function itemOf(input: Readonly<Record<string, unknown>>): string {
  const items = Object.entries(ITEMS).map(([field, item]) => item(input[field]));
  return String(items.find((item) => item !== undefined) ?? '');
}

/**
 * Part of the statement that stores a refusal as the answer of its key, so that no second statement is needed. `$1` is
 * the user, `$2` the call's path, `$7` now, `$8` its UTC day, `$9` the item, `$10` the reason.
 * @param kept SQL of a table with one row when the refusal is the key's first answer, else none
 */
export const noteRefusal = (kept: string): string => `
  insert into refused_call (user_id, day, call, item, reason, first_at, last_at, times)
  select $1, $8::date, $2, $9::text, $10::text, $7, $7, 1 from ${kept}
  where (select count(*) from refused_call where user_id = $1 and day = $8::date) < ${MAX_STORED_PER_DAY}
  on conflict (user_id, day, call, item, reason) do update
    set last_at = excluded.last_at, times = refused_call.times + 1`;
