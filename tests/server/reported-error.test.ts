import { setupI18n } from '@lingui/core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { withdrawConfig } from '../../contract/calls.ts';
import type { CallFailure } from '../../contract/failure.ts';
import { failureText } from '../../src/i18n/refusals.ts';
import { createApi } from '../../src/ports/api.ts';
import { server, setUpServer } from './http/server.setup.ts';
import { collector, setUpTracing, stopTracing } from './traces.setup.ts';

setUpTracing();
setUpServer();

test('the number that is shown with an error finds the error’s line in the log, and its trace', async () => {
  const { client, userId } = await server.user();
  await server.domain.pool.query('delete from wallet where user_id = $1', [userId]);
  const { fetch } = globalThis;
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    sent.push(new Headers(init.headers).get('x-request-id'));
    return fetch(server.url + path, init);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const api = createApi({ token: () => client.token, onSessionEnded: () => {} }, () => {});
  const failure = await api(withdrawConfig, {}).catch((error: unknown) => error as CallFailure);
  await stopTracing();

  const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
  const [, number] = /\(([0-9a-f]{8})\)$/.exec(i18n._(failureText(failure as CallFailure))) ?? [];
  const [line] = server.logLines.filter((each) => each.includes(`"reqId":"${number}`));
  expect(JSON.parse(line ?? '{}')).toMatchObject({ msg: 'request failed', reqId: sent[0] });
  const spans = collector.spans.filter(({ traceId }) => traceId === sent[0]);
  const [request] = spans.filter(({ parentSpanId }) => parentSpanId === undefined);
  expect(request).toMatchObject({ name: `GET /index.php${withdrawConfig.path}`, isFailed: true });
  // the trace has the statements, too
  expect(spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)).not.toEqual([]);
});
