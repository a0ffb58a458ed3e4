import * as v from 'valibot';
import { time } from './values.ts';

/** Maximum length of an objection in UTF-16 units, as a field's `maxlength` counts them. */
export const MAX_OBJECTION_TEXT = 1_000;

/** A user's objection to a refusal of money, and its outcome. */
export const objection = v.object({
  text: v.string(),
  status: v.picklist(['open', 'upheld', 'dismissed']),
  created_at: time,
  /** deadline: without an answer by then, the objection is upheld; null: only an operator decides, or has decided */
  decide_at: v.nullable(time),
  decided_at: v.nullable(time),
  /** reason of the decision */
  answer: v.nullable(v.string()),
});
export type Objection = v.InferOutput<typeof objection>;

/** Objection to a refusal; null: none yet; not given: no objection is possible. */
export const objectionOfCase = v.optional(v.nullable(objection));
