import type { Video } from '../../contract/shapes.ts';
import type { Context } from './context.ts';
import { placed } from './media-addresses.ts';
import { inLanguage, type Texts } from './texts.ts';
import { toVideo, type VideoRow } from './videos.ts';

/** A clip, and what only a page says of it. */
export interface FirstClip {
  readonly video: Video;
  /** the picture of a link to it; null: its poster */
  readonly preview: string | null;
  /** what readers of some languages read of it */
  readonly texts: Texts;
}

/**
 * Of the clips for everybody the one that was pinned last, or else the one that people finish most;
 * where there is none, the one that people of some language or country finish most.
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
 * The clip that a page may start with before anybody has asked for one.
 * @param id null: the feed's first one
 * @returns null when there is no such clip that is enabled
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
  const preview = row.preview === null ? null : placed(site.mediaUrl, row.preview);
  return { video: toVideo(row, { settings, site }), preview, texts: row.texts };
}

/** The clip as readers of a language read it. */
export const clipIn = (language: string, clip: FirstClip): FirstClip => ({
  ...clip,
  video: inLanguage(language, clip.video, clip.texts),
});
