import type { Video } from '../../contract/shapes.ts';
import type { Context } from './context.ts';
import { publicMediaUrl } from './media-addresses.ts';
import { type Texts, translateFields } from './texts.ts';
import { toVideo, type VideoRow } from './videos.ts';

/** A clip with the data that only its page uses. */
export interface FirstClip {
  readonly video: Video;
  /** the preview picture of a link to the clip; null: its poster */
  readonly preview: string | null;
  /** its texts in other languages */
  readonly texts: Texts;
}

/**
 * Of the clips for everybody, the one pinned last, or else the one finished most; without any, the clip of some
 * language or country that is finished most.
 */
const FIRST = `
  (select *, 1 as turn from video where pinned_at is not null and disabled_at is null
     and feed_language = '' and feed_countries is null
   order by pinned_at desc limit 1)
  union all
  (select *, 2 from video where disabled_at is null and feed_language = '' and feed_countries is null
   order by feed_rank, video_id limit 1)
  union all
  (select *, 3 from video where disabled_at is null order by feed_rank, video_id limit 1)
  order by turn limit 1`;

/**
 * The clip that a page may start with before the app requests any.
 * @param id null: the first clip of the feed
 * @returns null when there is no such enabled clip
 */
export async function findFirstClip(
  { db, settings, site }: Pick<Context, 'db' | 'settings' | 'site'>,
  id: number | null,
): Promise<FirstClip | null> {
  type Row = VideoRow & Omit<FirstClip, 'video'>;
  const { rows } = await (id === null
    ? db.query<Row>(FIRST)
    : db.query<Row>('select * from video where disabled_at is null and video_id = $1', [id]));
  const [row] = rows;
  if (row === undefined) return null;
  const preview = row.preview === null ? null : publicMediaUrl(site.mediaUrl, row.preview);
  return { video: toVideo(row, { settings, site }), preview, texts: row.texts };
}

/** The clip with its texts in a language. */
export const translateClip = (language: string, clip: FirstClip): FirstClip => ({
  ...clip,
  video: translateFields(language, clip.video, clip.texts),
});
