import { reasonInSql } from '../../words/reasons.ts';
import { GUARD, type Section } from './section.ts';

/** Sections about clips and ads shown and watched, shares, tasks and reports. */
export const watchingSections: readonly Section[] = [
  {
    table: 'progress',
    columns: ['day', 'videos_today', 'extra_views_today', 'extra_times_today'].concat(
      ['ads_watched_today', 'ads_clicked_today', 'shares_today', 'share_claimed_on'],
      ['last_watch_at', 'videos', 'ads_viewed', 'ads_clicked', 'shares', 'spent_until'],
      ['has_coming_rewards', 'is_deleted'],
    ),
  },
  {
    table: 'watched',
    columns: ['day', 'video_id', 'watched_at', 'watch_seconds', 'arrived_at'],
    amounts: ['reward'],
    order: 'watched_at',
  },
  {
    table: 'ad_rewarded',
    columns: ['day', 'ad_id', 'action', 'rewarded_at', 'watch_seconds', 'arrived_at'],
    amounts: ['reward'],
    order: 'rewarded_at',
  },
  { table: 'task_claimed', columns: ['task', 'claimed_at'], amounts: ['reward'] },
  { table: 'extra_views', columns: ['day', 'views'], order: 'day' },
  { table: 'unrewarded_share', columns: ['day'], order: 'day' },
  {
    table: 'served',
    columns: ['kind', 'item_id', 'first_at', 'earlier', 'seen_on'],
    order: 'first_at, item_id',
  },
  { table: 'media_asked', columns: ['video_id', 'asked_on'], order: 'asked_on, video_id' },
  {
    table: 'feed_list',
    columns: ['day', 'clips', 'reasons', 'looked_at', 'looked_through', 'looked_until'],
    order: 'day',
  },
  {
    table: 'feed_position',
    columns: ['unseen_rank', 'unseen_id', 'seen_until', 'risen_rank', 'risen_id'],
  },
  {
    table: 'report',
    columns: ['report_id', 'kind', 'item_id', 'reason', 'text', 'created_at', 'decided_at'].concat(
      'is_upheld',
    ),
    told: { answer: reasonInSql('answer') },
    notExported: { visitor: 'belongs to a visitor without an account' },
    order: 'report_id',
  },
  { table: 'watch_ticket_used', columns: ['used_at'], notExported: { nonce: GUARD } },
];
