import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Trace } from './span.ts';

/** W3C Trace Context, of this version or a later one. */
const TRACE_PARENT =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}/;

/** As the app names each of its requests. */
const REQUEST_ID = /^(?!0{32})[0-9a-f]{32}$/;

export const newTraceId = (): string => randomUUID().replaceAll('-', '');

/** @returns the trace that the caller names, or a new one. A proxy's word counts before the app's. */
export function traceOf({ traceparent, 'x-request-id': requestId }: IncomingHttpHeaders): Trace {
  const [, id, parent] = TRACE_PARENT.exec(String(traceparent)) ?? [];
  if (id !== undefined) return { id, parent };
  const [named] = REQUEST_ID.exec(String(requestId)) ?? [];
  return { id: named ?? newTraceId() };
}
