import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as the collector received it. */
export interface ArrivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly isFailed: boolean;
}

interface Attribute {
  readonly key: string;
  readonly value: { stringValue?: string; intValue?: number | string; doubleValue?: number };
}

interface Export {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<ArrivedSpan, 'attributes'> & SentSpan)[] }[];
  }[];
}
interface SentSpan {
  readonly attributes: Attribute[];
  readonly status: { code: number };
}

const ERROR = 2;

const read = (attributes: readonly Attribute[]) =>
  Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, doubleValue } }) => [
      key,
      stringValue ?? Number(intValue ?? doubleValue),
    ]),
  );

/** A local collector of OpenTelemetry, which takes traces as OTLP in JSON over HTTP. */
export interface Collector {
  /** for `OTEL_EXPORTER_OTLP_ENDPOINT` */
  readonly url: string;
  readonly spans: ArrivedSpan[];
  /** the names of the services that sent spans */
  readonly services: Set<unknown>;
  /** the bodies of all requests, as text */
  readonly texts: string[];
  /** `hangs`: never answers */
  mode: 'takes' | 'refuses' | 'hangs';
  close(): Promise<void>;
}

/** @param port 0: a free port */
export async function startCollector(port = 0): Promise<Collector> {
  const take = (text: string) => {
    collector.texts.push(text);
    for (const { resource, scopeSpans } of (JSON.parse(text) as Export).resourceSpans) {
      collector.services.add(read(resource.attributes)['service.name']);
      for (const span of scopeSpans.flatMap(({ spans }) => spans)) {
        const { traceId, spanId, parentSpanId, name, kind, status } = span;
        const attributes = read(span.attributes);
        const isFailed = status.code === ERROR;
        collector.spans.push({ traceId, spanId, parentSpanId, name, kind, attributes, isFailed });
      }
    }
  };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    if (collector.mode === 'hangs') return take(text);
    const isRight =
      request.url === '/v1/traces' && request.headers['content-type'] === 'application/json';
    if (collector.mode === 'refuses' || !isRight) return void response.writeHead(400).end();
    take(text);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    services: new Set(),
    texts: [],
    mode: 'takes',
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return collector;
}
