import { expect, test } from 'vitest';
import type { Database } from '../../server/database/database.ts';
import { MediaRequestQueue } from '../../server/domain/media-asked.ts';
import { inSpan, tracingOf } from '../../server/tracing/tracing.ts';
import { server, setUpServer } from './http/server.setup.ts';
import { collector, setUpTracing, stopTracing } from './traces.setup.ts';

setUpTracing();
setUpServer();

test('a statement that writes for many requests is in no request’s trace', async () => {
  const hasActiveSpan: unknown[] = [];
  const query = async () => void hasActiveSpan.push(tracingOf()?.hasActiveSpan());
  const queue = new MediaRequestQueue({ query } as unknown as Database, (error) =>
    expect(error).toBe(0),
  );
  const asked = { userId: 1n, videoId: 1n, path: '/media/a.mp4', day: '2026-03-01' };
  await inSpan({ name: 'GET /media/a.mp4', kind: 'server' }, async () => queue.add(asked));
  // the queue writes every three seconds
  await expect.poll(() => hasActiveSpan).toEqual([false]);
});

test('a traced request is handled once, with a body and without', async () => {
  const visitor = server.visitor();
  await visitor.send('landing', { invite_code: 'NOBODYS1' });
  const login = { tab: 'login', username: 'nobody', password: 'nine quiet harbours' } as const;
  await visitor.send('checkIn', login);
  await stopTracing();

  const { spans } = collector;
  const count = (name: string, statement: string) => {
    const [request] = spans.filter((span) => span.name === name);
    const ofRequest = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    return ofRequest.filter((span) => span.name === statement).length;
  };
  expect(count('GET /index.php/api/video/landing', 'select account')).toBe(1);
  expect(count('POST /index.php/api/user/checkIn', 'select known_device')).toBe(1);
});
