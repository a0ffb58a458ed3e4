import type { Video } from '../../contract/shapes.ts';
import type { Context } from './context.ts';
import { toVideo, type VideoRow } from './videos.ts';

/** A clip, and what only a page says of it. */
export interface FirstClip {
  readonly video: Video;
  /** the picture of a link to it; null: its poster */
  readonly preview: string | null;
}

/**
 * The clip that a page may start with before anybody has asked for one.
 * @param id null: the feed's first one
 * @returns null when there is no such clip that is enabled
 */
export async function findFirstClip(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  id: number | null,
): Promise<FirstClip | null> {
  const { rows } = await db.query<VideoRow & Pick<FirstClip, 'preview'>>(
    `select video.* from video
     where disabled_at is null and ($1::bigint is null or video_id = $1)
     order by video_id limit 1`,
    [id],
  );
  const [row] = rows;
  return row === undefined ? null : { video: toVideo(row, settings), preview: row.preview };
}
