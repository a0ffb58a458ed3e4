import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { startOutbox } from '../../server/domain/outbox.ts';
import { connectSmtp } from '../../server/mail/smtp.ts';
import { createMailWorker } from '../../server/mail/worker.ts';
import { summaryOf } from '../../server/tracing/statements.ts';
import { traceOf } from '../../server/tracing/trace-parent.ts';
import { startTracing } from '../../server/tracing/tracing.ts';
import { containsWord, personalValues } from './http/log-lines.ts';
import { addPayoutMethod } from './http/payout.ts';
import { enterPersonalData } from './http/personal-run.ts';
import { server, setUpServer } from './http/server.setup.ts';
import { type MailServer, startMailServer } from './mail.support.ts';
import {
  addDevice,
  type MockFcm,
  openWorker,
  queueMessages,
  startMockFcm,
} from './push.support.ts';
import { type ArrivedSpan, type Collector, startCollector } from './traces.support.ts';

let collector: Collector;
let stop: () => Promise<void>;
const warnings: string[] = [];
const tracesUrlOf = (endpoint: string) =>
  readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }).tracesUrl;

// tracing must start before the server connects to the database
beforeAll(async () => {
  collector = await startCollector();
  stop = await startTracing(tracesUrlOf(collector.url), (message) => warnings.push(message));
});
afterAll(async () => {
  await stop();
  await collector.close();
});
setUpServer({ config: { mail: { url: 'smtp://mail.example', from: 'help@clips.example' } } });

let mailServer: MailServer;
let fcm: MockFcm;
beforeAll(async () => {
  mailServer = await startMailServer();
  fcm = await startMockFcm();
  await addPayoutMethod(server.domain);
  return async () => {
    await mailServer.close();
    await fcm.close();
  };
});

/** Delivers a commission, a mail, and a message to a person's phone. */
async function deliver(): Promise<void> {
  const { domain } = server;
  const { pool, now } = domain;
  const user = await domain.user({ username: 'traced_friend' });
  await pool.query(
    `insert into outbox (user_id, op, idempotency_key, amount, detail, created_at, due_at)
     values ($1, 'invite', 'friend:9', 1, '', $2, $2)`,
    [user.userId, now()],
  );
  const outbox = startOutbox({ pool, now, onError: (error) => warnings.push(String(error)) });
  await outbox.drain();
  await outbox.stop();
  await server.visitor().send('forgotPassword', { email: 'traced_friend@example.org' });
  const send = createMailWorker({
    ...{ pool, now, smtp: connectSmtp({ url: mailServer.url, from: 'help@clips.example' }) },
    ...{ product: () => 'Clipurse', publicUrl: 'https://clips.example', random: () => 0 },
    onError: (error) => warnings.push(String(error)),
  });
  await send(new AbortController().signal);
  const device = await addDevice(domain, user, 'push-token-of-a-friend');
  await queueMessages(domain, device, 1);
  await (await openWorker(domain, fcm)).work();
}

const TRACE_PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';

test('a request is traced from its call to each statement, and no span has a person’s value', async () => {
  const given = await enterPersonalData(server);
  await deliver();
  const { headers } = await server.visitor().send('videoList', {}, { traceparent: TRACE_PARENT });
  await server.visitor().raw('/readyz');
  const personal = await personalValues(server.domain.pool);
  await stop();

  const { spans } = collector;
  const named = (name: string) => spans.filter((span) => span.name === name);
  const childrenOf = ({ traceId, spanId }: ArrivedSpan) =>
    spans.filter((span) => span.traceId === traceId && span.parentSpanId === spanId);
  expect([...collector.services]).toEqual(['clipurse']);

  const [list] = named('GET /index.php/api/video/list');
  expect(headers.get('x-request-id')).toBe('0af7651916cd43dd8448eb211c80319c');
  expect(list).toMatchObject({
    ...{ traceId: '0af7651916cd43dd8448eb211c80319c', parentSpanId: 'b7ad6b7169203331', kind: 2 },
    attributes: {
      ...{ 'http.request.method': 'GET', 'http.route': '/index.php/api/video/list' },
      ...{ 'http.response.status_code': 200, 'clipurse.outcome': 'ok' },
    },
  });
  // the body of these requests arrives after their headers
  const saves = named('POST /index.php/api/user/updateWdinfo');
  expect(saves.map(({ isFailed }) => isFailed).sort()).toEqual([false, true]);
  const [failed] = saves.filter(({ isFailed }) => isFailed);
  expect(failed?.parentSpanId).toBe(undefined);
  const [statement] = failed ? childrenOf(failed).filter(({ isFailed }) => isFailed) : [];
  expect(statement).toMatchObject({
    name: 'insert payout_info',
    kind: 3,
    attributes: { 'db.system.name': 'postgresql', 'error.type': '23514' },
  });
  expect(server.logLines.join('')).toContain(`"reqId":"${failed?.traceId}"`);

  expect(named('outbox deliver')[0]?.attributes).toEqual({ 'clipurse.outbox.credited': 1 });
  expect(named('mail send')[0]?.attributes).toEqual({
    ...{ 'clipurse.mail.kind': 'reset', 'clipurse.result': 'sent' },
  });
  expect(named('mail send').flatMap(childrenOf)).not.toEqual([]);
  expect(named('push send')[0]?.attributes).toMatchObject({ 'clipurse.result': 'sent' });
  // a statement outside of a request or a delivery has no span
  const roots = spans.filter(({ parentSpanId }) => parentSpanId === undefined);
  expect(roots.filter(({ kind, name }) => kind === 3 && name !== 'push send')).toEqual([]);
  expect(spans.filter(({ name }) => name.includes('readyz'))).toEqual([]);

  const secrets = [...personal, ...Object.values(given), '127.0.0.1', 'traced_friend'];
  const sent = collector.texts.join('\n');
  expect(secrets.filter((value) => containsWord(sent, JSON.stringify(value).slice(1, -1)))).toEqual(
    [],
  );
  expect(secrets.length).toBeGreaterThan(10);
  expect(warnings).toEqual([]);
});

test.each([
  ['select count(*) from account where username = $1', 'select account'],
  ['select record_watch($1, $2)', 'select record_watch'],
  ['with a as (select 1 from b for update skip locked) insert into c (d) select 1', 'insert c'],
  ["update setting set value = 'delete from x'", 'update setting'],
  ['delete from session where user_id = $1', 'delete session'],
  ["select 'amira@mail.example'", 'select'],
  ['begin', 'begin'],
])('the statement %s is called %s', (text, name) => {
  expect(summaryOf(text)).toBe(name);
});

test.each([
  ['00-00000000000000000000000000000000-b7ad6b7169203331-01'],
  ['00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01'],
  ['ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
  ['00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01'],
  ['amira@mail.example'],
])('%s names no trace: the server begins one', (traceparent) => {
  const { id, parent } = traceOf({ traceparent });
  expect([id, parent]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), undefined]);
  expect(traceparent.toLowerCase()).not.toContain(id);
});

test.each([
  ['0'.repeat(32)],
  ['0AF7651916CD43DD8448EB211C80319C'],
  ['0af76519-16cd-43dd-8448-eb211c80319c'],
  ['0af7651916cd43dd8448eb211c80319c0'],
  ['0af7651916cd43dd8448eb211c80319c, 0af7651916cd43dd8448eb211c80319c'],
  ['","level":50,"msg":"forged'],
])('the request id %s is replaced by another one', (name) => {
  const { id } = traceOf({ 'x-request-id': name });
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(name.toLowerCase()).not.toContain(id);
});

test('the trace id of a proxy takes precedence over the app’s request id', () => {
  const named = { traceparent: TRACE_PARENT, 'x-request-id': 'a'.repeat(32) };
  expect(traceOf(named).id).toBe('0af7651916cd43dd8448eb211c80319c');
});

test.each([
  ['http://127.0.0.1:4318', 'http://127.0.0.1:4318/v1/traces'],
  ['https://otlp.example/otlp/', 'https://otlp.example/otlp/v1/traces'],
])('traces of the endpoint %s are sent to %s', (endpoint, url) => {
  expect(tracesUrlOf(endpoint)).toBe(url);
});

test.each(['collector:4318', 'grpc://127.0.0.1:4317', 'yes', 'https://:b@otlp.example'])(
  '%s is refused as an endpoint, in one line',
  (endpoint) => {
    expect(() => tracesUrlOf(endpoint)).toThrow(
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://127.0.0.1:4318',
    );
  },
);
