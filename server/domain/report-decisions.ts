import type { Reported, ReportReason } from '../../contract/report-reasons.ts';
import type { Database } from '../database/database.ts';
import type { TakenDownChange } from './gone-media.ts';
import { type HiddenColumns, isHidden, setMediaVisibility } from './media-visibility.ts';
import { queuePush } from './push-queue.ts';
import { REPORTED } from './reports.ts';
import type { ByLanguage } from './texts.ts';

export interface ReportRow extends HiddenColumns {
  readonly report_id: bigint;
  readonly kind: Reported;
  readonly item_id: bigint;
  readonly reason: ReportReason;
  readonly text: string;
  /** null: a visitor */
  readonly username: string | null;
  readonly created_at: Date;
  /** null, like the next two: undecided */
  readonly decided_at: Date | null;
  readonly is_upheld: boolean | null;
  readonly answer: string | null;
  /** title of the reported clip or ad */
  readonly title: string;
  /** the title by language */
  readonly titles: ByLanguage;
  readonly url: string;
}

const TITLES = `coalesce(texts -> 'title', '{}') as titles`;

/** SQL: reports with their clips and ads. @param reports SQL of rows of `report`, under that name */
export const readReports = (reports: string): string => `
  select report.*, username, item.title, item.titles, item.url, item.disabled_at,
    item.hidden_at
  from ${reports}
  join lateral (
    select title, ${TITLES}, url, disabled_at, hidden_at from video
    where report.kind = 'clip' and video_id = report.item_id
    union all
    select title, ${TITLES}, url, disabled_at, hidden_at from ad
    where report.kind = 'ad' and ad_id = report.item_id
  ) as item on true
  left join account using (user_id)`;

export async function findReport(db: Database, id: number): Promise<ReportRow | null> {
  const { rows } = await db.query<ReportRow>(`${readReports('report')} where report_id = $1`, [id]);
  return rows[0] ?? null;
}

interface Decision {
  readonly isUpheld: boolean;
  /** the text for the reporters */
  readonly answer: string;
}

/**
 * `$1` and `$2` the reported clip or ad, `$3` now, `$4` whether it is upheld, `$5` the answer, `$6` the title, `$7` the
 * report, `$8` the title by language.
 */
const DECIDE = `
  with decided as (
    update report set decided_at = $3, is_upheld = $4, answer = $5
    where kind = $1 and item_id = $2 and decided_at is null
    returning report_id, user_id
  ),
  push_message as (${queuePush(
    `select user_id, 'report:' || report_id as occasion, 'report_decided' as kind,
       jsonb_build_object('upheld', $4::boolean, 'title', $6::text, 'titles', $8::jsonb,
         'reason', $5::text)::text as detail
     from decided where user_id is not null`,
    '$3',
  )})
  select count(*)::int as decided, coalesce(bool_or(report_id = $7), false) as is_new from decided`;

/**
 * Decides all open reports about the same clip or ad as this report. If upheld, disables the clip or ad; if dismissed,
 * shows it again where reports hid it. Members who reported it get a push message.
 * @returns the number of decided reports, and the addresses taken down; null: this report was decided before
 */
export async function decideReport(
  db: Database,
  report: ReportRow,
  { isUpheld, answer }: Decision,
  now: Date,
): Promise<({ decided: number } & Pick<TakenDownChange, 'gone' | 'kept'>) | null> {
  const { kind, title, titles } = report;
  const [table, id] = [REPORTED[kind], Number(report.item_id)];
  const locked = await db.query<HiddenColumns>(
    `select disabled_at, hidden_at from ${table} where ${table}_id = $1 for no key update`,
    [id],
  );
  const { rows } = await db.query<{ decided: number; is_new: boolean }>(DECIDE, [
    ...[kind, id, now],
    ...[isUpheld, answer, title, report.report_id, JSON.stringify(titles)],
  ]);
  const [row] = rows;
  if (!row?.is_new) return null;
  const { decided } = row;
  const wasHidden = locked.rows.some(isHidden);
  if (!isUpheld && !wasHidden) return { decided, gone: [], kept: [] };
  if (!isUpheld)
    return { decided, ...(await setMediaVisibility(db, table, id, 'shown', now)), kept: [] };
  return { decided, ...(await setMediaVisibility(db, table, id, 'disabled', now)) };
}
