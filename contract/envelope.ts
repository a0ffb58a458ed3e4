import * as v from 'valibot';
import { reasons } from './reasons.ts';
import { requirement } from './shapes.ts';

/** Every answer of `/index.php/api`, faults included. */
export const envelope = v.object({
  code: v.pipe(v.number(), v.integer()),
  msg: v.string(),
  data: v.nullable(v.record(v.string(), v.unknown())),
});
export type Envelope = v.InferOutput<typeof envelope>;

/** `data` of a refusal (`code: 0`). */
export const refusal = v.object({
  reason: v.picklist(reasons),
  /** milliseconds for `too_early`, seconds for `too_many_attempts` and `no_more_today` */
  retry_after: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** with `requirements_unmet` */
  requirements: v.optional(v.array(requirement)),
  /** with `proof_needed`: ALTCHA's challenge, as JSON */
  challenge: v.optional(v.string()),
});

/** Path prefix of every call. */
export const BASE_PATH = '/index.php';
export const TOKEN_HEADER = 'ba-user-token';
export const IDEMPOTENCY_HEADER = 'idempotency-key';
/** Header of each request and its answer: 32 hexadecimal digits, the request's id in the server's log and traces. */
export const REQUEST_HEADER = 'x-request-id';
export const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{1,64}$/;
export const MAX_BODY_BYTES = 64 * 1024;
