import type * as v from 'valibot';
import type { Reason } from './reasons.ts';

/** Flat fields: they also travel as a query string or a form body. */
export type Fields = v.GenericSchema<Record<string, unknown>, Record<string, unknown>>;

/** One call of the wire: where it lives, what it takes and gives, and why it may be refused. */
export interface Call<
  Takes extends Fields = Fields,
  Gives extends v.GenericSchema = v.GenericSchema,
  Refusal extends Reason = Reason,
  Access extends 'public' | 'private' = 'public' | 'private',
> {
  readonly method: 'GET' | 'POST';
  readonly path: `/api/${string}`;
  /** public: needs no token; private: an ended session is answered 401, 409 or 303 */
  readonly access: Access;
  readonly takes: Takes;
  readonly gives: Gives;
  readonly refusals: readonly Refusal[];
}

/** What a caller may write. */
export type InputOf<C extends Call> = v.InferInput<C['takes']>;
/** What the server works with: defaults filled in, text turned into numbers. */
export type ParsedInputOf<C extends Call> = v.InferOutput<C['takes']>;
/** What both sides see as `data` on success. */
export type OutputOf<C extends Call> = v.InferOutput<C['gives']>;

export function defineCall<
  const Takes extends Fields,
  const Gives extends v.GenericSchema,
  const Refusal extends Reason = never,
  const Access extends 'public' | 'private' = 'private',
>(call: Call<Takes, Gives, Refusal, Access>): Call<Takes, Gives, Refusal, Access> {
  return call;
}
