import * as v from 'valibot';
import { defineCall } from './call.ts';
import { video } from './shapes.ts';
import { count, idInput, pageOf, paging } from './values.ts';

/**
 * `video`: the clip that a link to the feed names, which is wanted before the list. `after`: the last
 * clip that is known; the page begins after it and `page` is not looked at, so that clips which were
 * watched, added or taken down meanwhile move none.
 */
const takes = v.object({ ...paging, video: v.optional(idInput), after: v.optional(idInput) });

/** Why a clip has its place. There may be more one day: an app says nothing of one that it does not know. */
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
  /** the clip that was asked for; null: nobody can watch it any more. Absent where none was. */
  linked: v.optional(v.nullable(v.object({ video, watched_today: v.boolean() }))),
  /**
   * The addresses of clips, advertisements and posters that were taken down or replaced in the last
   * days, the newest hundred: an app drops what it has kept of them. Absent where there are none.
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
    /** `seen_on`: of `again`, the UTC day on which this user saw it last, `yyyy-mm-dd` */
    ...pageOf(v.object({ ...placed, seen_on: v.optional(v.string()) })),
    remaining_today: count,
    daily_limit: count,
    /** with the extra views of today's shares */
    limit_today: count,
    extra_shares_left: count,
    /** whether clips earn nothing for now; older servers do not send it */
    rewards_paused: v.optional(v.boolean()),
    ...more,
  }),
  refusals: [],
});
