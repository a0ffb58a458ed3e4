import * as v from 'valibot';
import { defineCall } from './call.ts';
import { video } from './shapes.ts';
import { count, idInput, pageOf, paging } from './values.ts';

/**
 * Query of a list of clips. `video`: the clip of the link that opened the feed; its place is before the list.
 * `after`: the last clip that the app has; the page begins after that clip and `page` is ignored, so clips that
 * were watched, added or taken down meanwhile do not shift the page.
 */
const takes = v.object({ ...paging, video: v.optional(idInput), after: v.optional(idInput) });

/**
 * Why a clip has its place in the list. Later servers may send more reasons; apps show nothing for an unknown reason.
 */
export type PlaceReason =
  | 'pinned'
  | 'new'
  | 'rarely_shown'
  | 'finished'
  | 'language'
  | 'country'
  | 'unseen'
  | 'again';

/** A clip with its place in the day's list. */
const placed = {
  ...video.entries,
  /** one of `PlaceReason`; absent where the list has no place for the clip */
  reason: v.optional(v.string()),
};

const more = {
  /** the clip of `video` in the query; null: it is no longer available; absent: the query has no `video` */
  linked: v.optional(v.nullable(v.object({ video, watched_today: v.boolean() }))),
  /**
   * The addresses of clips, advertisements and posters that were taken down or replaced in the last days, the
   * newest hundred: the app deletes these files from its caches. Absent where there are none.
   */
  taken_down: v.optional(v.array(v.string())),
};

export const videoList = defineCall({
  method: 'GET',
  path: '/api/video/list',
  access: 'public',
  takes,
  gives: v.object({ ...pageOf(v.object(placed)), ...more }),
  refusals: [],
});

export const playable = defineCall({
  method: 'GET',
  path: '/api/video/playable',
  access: 'private',
  takes,
  gives: v.object({
    /** `seen_on`, with reason `again`: the UTC day on which this user last saw the clip, `yyyy-mm-dd` */
    ...pageOf(v.object({ ...placed, seen_on: v.optional(v.string()) })),
    remaining_today: count,
    daily_limit: count,
    /** the daily limit and the extra views of today's shares */
    limit_today: count,
    extra_shares_left: count,
    /** whether clips earn nothing for now; older servers do not send it */
    rewards_paused: v.optional(v.boolean()),
    ...more,
  }),
  refusals: [],
});
