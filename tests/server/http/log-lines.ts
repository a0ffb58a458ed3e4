import type pg from 'pg';
import * as v from 'valibot';
import { keysOf } from '../../../server/database/data-keys.ts';
import { type Place, unseal } from '../../../server/database/seal.ts';
import { placeOf } from '../../../server/domain/payout-accounts/sealed.ts';
import { placeOfEmail } from '../../../server/domain/sealed-emails.ts';

const err = v.strictObject({
  type: v.optional(v.string()),
  message: v.optional(v.string()),
  frames: v.optional(v.array(v.string())),
  code: v.optional(v.string()),
  table: v.optional(v.string()),
  column: v.optional(v.string()),
  constraint: v.optional(v.string()),
  routine: v.optional(v.string()),
});

/** The fields of a line of the server's log, as in docs/operating.md. */
const logLine = v.strictObject({
  level: v.picklist([30, 40, 50]),
  time: v.pipe(v.number(), v.integer()),
  pid: v.number(),
  hostname: v.string(),
  msg: v.string(),
  reqId: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/))),
  method: v.optional(v.string()),
  route: v.optional(v.string()),
  status: v.optional(v.number()),
  outcome: v.optional(v.string()),
  ms: v.optional(v.number()),
  err: v.optional(err),
});

export const logFields = Object.keys(logLine.entries);

/**
 * Reads the personal values in the database that no log may have. Values under six characters are left
 * out: they occur by chance.
 */
export async function personalValues(db: pg.Pool): Promise<string[]> {
  const { rows } = await db.query<{ user_id: bigint; value: string }>(
    `select distinct user_id, value from (
       select user_id, unnest(array[username, email, invite_code]) from account
       union all select user_id, unnest(array[recipient_name, account]) from payout_info
       union all select user_id, unnest(array[recipient_name, account]) from withdrawal
       union all select user_id, fcm_token from session
       union all select user_id, web_push ->> 'endpoint' from session
       union all select user_id, email from email_link
       union all select user_id, name from passkey
       union all select user_id, text from report
       union all select user_id, text from objection
     ) as personal (user_id, value) where length(value) >= 6`,
  );
  const open = (place: Place, value: string) => {
    try {
      // the stored text of a short value is long while it is sealed
      return [unseal(keysOf(db), place, value)].filter(({ length }) => length >= 6);
    } catch {
      return [];
    }
  };
  return rows.flatMap(({ user_id, value }) =>
    [placeOfEmail(user_id), placeOf(user_id)].flatMap((place) => open(place, value)),
  );
}

/** Whether a line has a value as a whole word: `session_409` does not contain the name `session_4`. */
export const containsWord = (line: string, value: string) =>
  line.includes(value) && new RegExp(`(?<!\\w)${RegExp.escape(value)}(?!\\w)`).test(line);

/** @throws for a line with an undocumented field, or with a value of `personal` */
export function checkLog(lines: readonly string[], personal: readonly string[]): void {
  for (const line of lines) {
    const { success, issues } = v.safeParse(logLine, JSON.parse(line));
    if (!success) throw new Error(`${v.summarize(issues)}\n${line}`);
    const told = personal.find((value) => containsWord(line, JSON.stringify(value).slice(1, -1)));
    if (told !== undefined) throw new Error(`the log tells ${told}\n${line}`);
  }
}
