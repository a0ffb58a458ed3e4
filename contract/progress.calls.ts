import * as v from 'valibot';
import { defineCall } from './call.ts';
import { count, idInput } from './values.ts';

/** Maximum number of clips in one request. */
const MAX_CLIPS = 40;
/** Nobody watches one clip for longer than a day. */
const MAX_SECONDS = 86_400;

const clipProgress = v.object({
  id: idInput,
  /** whole seconds of play */
  seconds: v.pipe(
    v.number(),
    v.integer('a whole number'),
    v.minValue(0, 'from 0'),
    v.maxValue(MAX_SECONDS, 'at most 86400'),
  ),
  /** whether it played to its end */
  ended: v.boolean(),
});
export type ClipProgress = v.InferOutput<typeof clipProgress>;

/**
 * Reports the clips of today's list that were watched, and for how long. It pays nothing. A lost report only
 * affects the order of the feed a little, so no app sends it again.
 */
export const sendProgress = defineCall({
  method: 'POST',
  path: '/api/video/progress',
  access: 'private',
  takes: v.object({
    clips: v.pipe(
      v.array(clipProgress),
      v.minLength(1, 'at least one clip'),
      v.maxLength(MAX_CLIPS, 'at most 40 clips'),
    ),
  }),
  gives: v.object({
    /** number of clips that were noted; the others are not in today's list, were noted before, or have no play time */
    noted: count,
  }),
  refusals: [],
});
