import type * as calls from '../../contract/calls.ts';
import { formatMoney } from '../../contract/money.ts';
import { type RewardLog, type RewardType, rewardTypes } from '../../contract/shapes.ts';
import type { Handler } from './context.ts';
import { nextOf, pageOf, pageStartOf } from './paging.ts';
import { type ByLanguage, textIn } from './texts.ts';

interface RewardRow {
  readonly version: bigint;
  readonly op: string;
  readonly amount: bigint;
  readonly detail: string;
  readonly created_at: Date;
  /** the title of the watched clip or ad, by language */
  readonly titles: ByLanguage | null;
}

/** A reward as the contract has it; its id is the transfer's number within the user's transfers. */
function toRewardLog(row: RewardRow, language: string | undefined): RewardLog {
  return {
    id: Number(row.version),
    type: row.op as RewardType,
    amount: formatMoney(row.amount),
    created_at: row.created_at.toISOString(),
    detail: textIn(language, row.detail, row.titles ?? {}),
  };
}

/** SQL: the title, by language, of the clip or ad of a transfer. */
const titlesOf = (table: 'video' | 'ad') => `(
  select texts -> 'title' from ${table}
  where ${table}_id = substring(idempotency_key from '^${table}:(\\d{1,18}):')::bigint)`;

/**
 * SQL: the number of transfers of `$1` that are rewards `$2`. A wallet's version counts all its transfers, and few of
 * them are not rewards: one index lookup finds each kind, and only the kinds that are not rewards are counted and
 * subtracted.
 */
const COUNT_ALL = `
  with recursive kind as (
    (select op from transfer where user_id = $1 order by op limit 1)
    union all
    select (select op from transfer where user_id = $1 and op > kind.op order by op limit 1)
    from kind where kind.op is not null
  )
  select version - coalesce((
    select sum((select count(*) from transfer where user_id = $1 and transfer.op = kind.op))
    from kind where op <> all($2)
  ), 0)::bigint as total from wallet where user_id = $1`;

/** SQL: counts the transfers of one kind by an index-only scan. */
const COUNT_KIND = 'select count(*) as total from transfer where user_id = $1 and op = any($2)';

export const rewardLogs: Handler<typeof calls.rewardLogs> = async (
  { db, visitor },
  { userId },
  input,
) => {
  const types = input.type ? [input.type] : rewardTypes;
  const { key, offset } = pageStartOf(input);
  const { rows } = await db.query<RewardRow>(
    `select page.*, coalesce(${titlesOf('video')}, ${titlesOf('ad')}) as titles
     from (
       select version, op, amount, detail, created_at, idempotency_key
       from transfer where user_id = $1 and op = any($2) and version < $5
       order by version desc limit $3 offset $4
     ) as page order by version desc`,
    [userId, types, input.limit, offset, key],
  );
  const counted = await db.query<{ total: bigint }>(input.type ? COUNT_KIND : COUNT_ALL, [
    userId,
    types,
  ]);
  const list = rows.map((row) => toRewardLog(row, visitor.language));
  const next = nextOf(
    input,
    rows.map(({ version }) => version),
  );
  return { ...pageOf(input, list, counted.rows[0]?.total ?? 0), next };
};
