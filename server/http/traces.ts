import type { FastifyInstance } from 'fastify';
import type { Span } from '../tracing/span.ts';
import { traceOf } from '../tracing/trace-parent.ts';
import { tracingOf } from '../tracing/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** null: the request is not traced */
    span: Span | null;
  }
}

/** Routes that monitoring requests every few seconds. */
const UNTRACED: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz']);

/** Makes a span for each request, from its headers to the end of its answer: route, method, status, outcome. */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, reply, done) => {
    const tracing = tracingOf();
    const { url: route = 'none' } = request.routeOptions;
    if (tracing === null || UNTRACED.has(route)) return done();
    const { method } = request;
    const span = tracing.begin({
      name: `${method} ${route}`,
      kind: 'server',
      facts: { 'http.request.method': method, 'http.route': route },
      trace: { ...traceOf(request.raw.headers), id: request.id },
    });
    request.span = span;
    // fires also when the client did not wait for the answer
    reply.raw.once('close', () => {
      const { statusCode: status } = reply;
      span.note({ 'http.response.status_code': status, 'clipurse.outcome': request.outcome });
      if (status >= 500) span.fail(String(status));
      span.end();
    });
    tracing.within(span, done);
  });
  // a body arrives in the connection's async context, which has no span
  app.addHook('preHandler', ({ span }, _reply, done) => {
    const tracing = tracingOf();
    if (span === null || tracing === null) done();
    else tracing.within(span, done);
  });
}
