import * as v from 'valibot';
import { defineCall } from './call.ts';
import { video } from './shapes.ts';
import { count, idInput, pageOf, paging } from './values.ts';

/** `video`: the clip that a link to the feed names, which is wanted before the list. */
const takes = v.object({ ...paging, video: v.optional(idInput) });

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
  summary: 'Every clip, in feed order.',
  takes,
  gives: v.object({ ...pageOf(video), ...more }),
  refusals: [],
});

export const playable = defineCall({
  method: 'GET',
  path: '/api/video/playable',
  access: 'private',
  summary: 'Clips that this user has not been paid for today; watch time counts from here.',
  takes,
  gives: v.object({
    ...pageOf(video),
    remaining_today: count,
    daily_limit: count,
    /** with the extra views of today's shares */
    limit_today: count,
    extra_shares_left: count,
    /** whether clips earn nothing for now; servers of before do not say */
    rewards_paused: v.optional(v.boolean()),
    ...more,
  }),
  refusals: [],
});
