import type * as calls from '../../contract/calls.ts';
import { formatMoney } from '../../contract/money.ts';
import { type RewardLog, type RewardType, rewardTypes } from '../../contract/shapes.ts';
import type { Handler } from './context.ts';
import { offsetOf, pageOf } from './paging.ts';
import { type ByLanguage, textIn } from './texts.ts';

interface RewardRow {
  readonly version: bigint;
  readonly op: string;
  readonly amount: bigint;
  readonly detail: string;
  readonly created_at: Date;
  /** the title of what was watched, by language */
  readonly titles: ByLanguage | null;
}

/** A reward as the wire shows it; its id counts the user's own transfers. */
function toRewardLog(row: RewardRow, language: string | undefined): RewardLog {
  return {
    id: Number(row.version),
    type: row.op as RewardType,
    amount: formatMoney(row.amount),
    created_at: row.created_at.toISOString(),
    detail: textIn(language, row.detail, row.titles ?? {}),
  };
}

/** SQL: a title by language, of the clip or the advertisement that an entry was made for. */
const titlesOf = (table: 'video' | 'ad') => `(
  select texts -> 'title' from ${table}
  where ${table}_id = substring(idempotency_key from '^${table}:(\\d{1,18}):')::bigint)`;

export const rewardLogs: Handler<typeof calls.rewardLogs> = async (
  { db, visitor },
  { userId },
  input,
) => {
  const types = input.type ? [input.type] : rewardTypes;
  const where = 'from transfer where user_id = $1 and op = any($2)';
  const { rows } = await db.query<RewardRow>(
    `select page.*, coalesce(${titlesOf('video')}, ${titlesOf('ad')}) as titles
     from (
       select version, op, amount, detail, created_at, idempotency_key ${where}
       order by version desc limit $3 offset $4
     ) as page order by version desc`,
    [userId, types, input.limit, offsetOf(input)],
  );
  const counted = await db.query<{ total: bigint }>(`select count(*) as total ${where}`, [
    userId,
    types,
  ]);
  const list = rows.map((row) => toRewardLog(row, visitor.language));
  return pageOf(input, list, counted.rows[0]?.total ?? 0);
};
