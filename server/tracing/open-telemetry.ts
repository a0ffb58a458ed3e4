import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  RandomIdGenerator,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Span, SpanStart, Tracing } from './span.ts';

/** Size of the queue for the collector; further spans are dropped. */
const MAX_WAITING = 2_048;
/** Interval at which spans are sent. */
const SEND_EVERY_MS = 2_000;
/** Timeout of a batch, including retries. */
const SEND_TIMEOUT_MS = 5_000;
/** How long a server that ends waits for the collector. */
const STOP_TIMEOUT_MS = 2_000;

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/** Reports when the collector stops accepting spans, and when it accepts them again. */
function watched(exporter: SpanExporter, warn: (message: string) => void): SpanExporter {
  let isAway = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        // 0: success
        const fails = result.code !== 0;
        if (fails && !isAway)
          warn(`traces are lost: ${result.error?.message ?? 'no reason given'}`);
        if (!fails && isAway) warn('traces are sent again');
        isAway = fails;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

interface OpenSpan extends Span {
  readonly context: Context;
}

/** Makes OpenTelemetry spans, sent as OTLP in JSON. The collector decides which ones to store. */
export function connect(url: string, warn: (message: string) => void): Tracing {
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: SEND_TIMEOUT_MS });
  const random = new RandomIdGenerator();
  let traceId: string | undefined;
  const provider = new TracerProvider({
    // applies OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES
    resource: resourceFromAttributes({ 'service.name': 'clipurse' }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    sampler: new AlwaysOnSampler(),
    idGenerator: {
      generateTraceId: () => traceId ?? random.generateTraceId(),
      generateSpanId: () => random.generateSpanId(),
    },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: watched(exporter, warn),
        maxQueueSize: MAX_WAITING,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: SEND_TIMEOUT_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('clipurse');
  const current = new AsyncLocalStorage<Context>();

  function contextOf({ trace: given }: SpanStart): Context {
    if (given === undefined) return current.getStore() ?? ROOT_CONTEXT;
    if (given.parent === undefined) return ROOT_CONTEXT;
    const parent = { traceId: given.id, spanId: given.parent, traceFlags: 1, isRemote: true };
    return trace.setSpanContext(ROOT_CONTEXT, parent);
  }

  function begin(start: SpanStart): OpenSpan {
    const { name, kind, facts = {}, beganAt } = start;
    traceId = start.trace?.id;
    const parent = contextOf(start);
    const options = {
      kind: KINDS[kind],
      attributes: facts,
      ...(beganAt && { startTime: beganAt }),
    };
    const span = tracer.startSpan(name, options, parent);
    traceId = undefined;
    return {
      context: trace.setSpan(parent, span),
      note: (more) => void span.setAttributes(more),
      fail: (type) =>
        void span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR }),
      end: () => span.end(),
    };
  }

  return {
    begin,
    within: (span, work) => current.run((span as OpenSpan).context, work),
    hasActiveSpan: () => current.getStore() !== undefined,
    async stop() {
      const sent = provider.shutdown().catch(() => {});
      await Promise.race([sent, delay(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}
