import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Trace } from './span.ts';

/** The header of W3C Trace Context, in this version or a later one. */
const TRACE_PARENT =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}/;

/** The app's id of a request. */
const REQUEST_ID = /^(?!0{32})[0-9a-f]{32}$/;

export const newTraceId = (): string => randomUUID().replaceAll('-', '');

/** @returns the trace in the headers, or a new one. A proxy's header takes precedence over the app's. */
export function traceOf({ traceparent, 'x-request-id': requestId }: IncomingHttpHeaders): Trace {
  const [, id, parent] = TRACE_PARENT.exec(String(traceparent)) ?? [];
  if (id !== undefined) return { id, parent };
  const [named] = REQUEST_ID.exec(String(requestId)) ?? [];
  return { id: named ?? newTraceId() };
}
