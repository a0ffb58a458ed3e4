import * as v from 'valibot';
import { defineCall } from './call.ts';
import { count, idInput } from './values.ts';

/** How many clips one request may tell of. */
const MAX_CLIPS = 40;
/** Nobody looks at one clip for longer than a day. */
const MAX_SECONDS = 86_400;

const lookedAt = v.object({
  id: idInput,
  /** whole seconds for which it has played */
  seconds: v.pipe(
    v.number(),
    v.integer('a whole number'),
    v.minValue(0, 'from 0'),
    v.maxValue(MAX_SECONDS, 'at most 86400'),
  ),
  /** whether it has played to its end; else it was left before */
  ended: v.boolean(),
});
export type LookedAt = v.InferOutput<typeof lookedAt>;

/**
 * Which clips of today's list were looked at, and for how long. It pays nothing. Nothing is lost with it but
 * a little of what the order of the feed goes by, so no app sends it again.
 */
export const sendProgress = defineCall({
  method: 'POST',
  path: '/api/video/progress',
  access: 'private',
  takes: v.object({
    clips: v.pipe(
      v.array(lookedAt),
      v.minLength(1, 'at least one clip'),
      v.maxLength(MAX_CLIPS, 'at most 40 clips'),
    ),
  }),
  gives: v.object({
    /** how many of them were noted; the others are not in today's list, are noted already, or took no time */
    noted: count,
  }),
  refusals: [],
});
