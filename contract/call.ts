import type * as v from 'valibot';
import type { Reason } from './reasons.ts';

/** Flat fields, which a query string or a form body can carry as well as JSON. */
export type Fields = v.GenericSchema<Record<string, unknown>, Record<string, unknown>>;

/** One call of the wire: its path, input, output and refusals. */
export interface Call<
  Takes extends Fields = Fields,
  Gives extends v.GenericSchema = v.GenericSchema,
  Refusal extends Reason = Reason,
  Access extends 'public' | 'private' = 'public' | 'private',
> {
  readonly method: 'GET' | 'POST';
  readonly path: `/api/${string}`;
  /** public: needs no token; private: the answer is 401, 409 or 303 when the session has ended */
  readonly access: Access;
  readonly takes: Takes;
  readonly gives: Gives;
  readonly refusals: readonly Refusal[];
}

/** Input as a caller may write it. */
export type InputOf<C extends Call> = v.InferInput<C['takes']>;
/** Input as the server works with it: defaults filled in, text turned into numbers. */
export type ParsedInputOf<C extends Call> = v.InferOutput<C['takes']>;
/** `data` of a successful answer, as both sides see it. */
export type OutputOf<C extends Call> = v.InferOutput<C['gives']>;

export function defineCall<
  const Takes extends Fields,
  const Gives extends v.GenericSchema,
  const Refusal extends Reason = never,
  const Access extends 'public' | 'private' = 'private',
>(call: Call<Takes, Gives, Refusal, Access>): Call<Takes, Gives, Refusal, Access> {
  return call;
}
