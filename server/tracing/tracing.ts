import type { SpanAttributes, SpanStart, Tracing } from './span.ts';

/** null: nothing is traced. A process has one tracing, like its standard output. */
let tracing: Tracing | null = null;

export const tracingOf = (): Tracing | null => tracing;

/**
 * Starts sending spans to a collector. Without a collector this does nothing, and loads nothing.
 * @param url of the collector's `/v1/traces`; null: none
 * @param warn reports when the collector stops accepting spans, and when it accepts them again
 * @returns a function that ends the tracing, within two seconds
 */
export async function startTracing(
  url: string | null,
  warn: (message: string) => void,
): Promise<() => Promise<void>> {
  if (url === null) return async () => {};
  const { connect } = await import('./open-telemetry.ts');
  const started = connect(url, warn);
  tracing = started;
  return async () => {
    tracing = null;
    await started.stop();
  };
}

const ignore = () => {};

/**
 * Does work in a span of its own.
 * @param work gets a function that adds facts to the span
 */
export async function inSpan<Result>(
  start: SpanStart,
  work: (note: (facts: SpanAttributes) => void) => Promise<Result>,
): Promise<Result> {
  if (tracing === null) return work(ignore);
  const span = tracing.begin(start);
  try {
    return await tracing.within(span, () => work((facts) => span.note(facts)));
  } catch (error) {
    span.fail(typeOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Records a span of work that is over. */
export function noteSpan(start: SpanStart & { readonly beganAt: number }): void {
  tracing?.begin(start).end();
}

function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
