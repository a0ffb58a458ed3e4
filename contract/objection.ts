import * as v from 'valibot';
import { time } from './values.ts';

/** The longest that an objection may be, in UTF-16 units, as a field's `maxlength` counts them. */
export const MAX_OBJECTION_TEXT = 1_000;

/** What a person has said against a refusal of money, and what became of it. */
export const objection = v.object({
  text: v.string(),
  status: v.picklist(['open', 'upheld', 'dismissed']),
  created_at: time,
  /** decided for the person by then, if nobody answers; null: by an operator alone, or decided already */
  decide_at: v.nullable(time),
  decided_at: v.nullable(time),
  /** why it was decided so */
  answer: v.nullable(v.string()),
});
export type Objection = v.InferOutput<typeof objection>;

/** Of a refusal: null: nothing was said against it; not given: nothing can be */
export const objectionOfCase = v.optional(v.nullable(objection));
