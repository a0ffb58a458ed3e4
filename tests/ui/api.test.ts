import { afterEach, expect, test, vi } from 'vitest';
import { claimTask } from '../../contract/calls.ts';
import { createApi } from '../../src/ports/api.ts';
import type { ServerClock } from '../../src/ports/server-clock.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const adjust = vi.fn<ServerClock['adjust']>();
const api = createApi({ token: () => 'token-a', onSessionEnded: () => undefined }, adjust);

/** Makes a call that gets this answer. @returns the failure, or `{ resolved }` */
async function rejection(answer: () => Promise<Response>): Promise<unknown> {
  vi.stubGlobal('fetch', answer);
  return api(claimTask, { task: 'notification' }).then(
    (data) => ({ resolved: data }),
    (failure: unknown) => failure,
  );
}

const json =
  (body: object, status = 200) =>
  async () =>
    Response.json(body, { status });

test('any other code than 1 is rejected with the reason in the body', async () => {
  const refused = json({ code: 0, msg: 'No.', data: { reason: 'too_early', retry_after: 700 } });
  expect(await rejection(refused)).toEqual({
    kind: 'refused',
    reason: 'too_early',
    retryAfter: 700,
  });
  const fields = { task: 'unknown' };
  const invalid = json({ code: 400, msg: 'No.', data: { reason: 'invalid_request', fields } }, 400);
  expect(await rejection(invalid)).toEqual({ kind: 'faulted', status: 400, fields });
  expect(await rejection(json({ code: 2, msg: '', data: null }))).toEqual({
    kind: 'faulted',
    status: 2,
  });
});

test.each([401, 409, 303])('code %i tells that the session of the call has ended', async (code) => {
  const told: string[] = [];
  const ending = createApi(
    { token: () => 'token-a', onSessionEnded: (token) => told.push(token) },
    adjust,
  );
  vi.stubGlobal('fetch', json({ code, msg: 'Over.', data: null }));
  const sending = ending(claimTask, { task: 'notification' });
  await expect(sending).rejects.toEqual({ kind: 'sessionEnded', code });
  expect(told).toEqual(['token-a']);
});

test('an answer with an error status, or without our envelope, is rejected', async () => {
  const ours = json({ code: 503, msg: 'Busy.', data: null }, 503);
  expect(await rejection(ours)).toEqual({ kind: 'faulted', status: 503 });
  // only the code 500 carries the request's id, for the operator
  for (const [code, named] of [
    [500, { requestId: 'a1' }],
    [503, {}],
  ] as const) {
    const told = async () =>
      Response.json(
        { code, msg: '', data: null },
        { status: code, headers: { 'x-request-id': 'a1' } },
      );
    expect(await rejection(told)).toEqual({ kind: 'faulted', status: code, ...named });
  }
  const gateway = async () => new Response('<h1>Bad gateway</h1>', { status: 502 });
  expect(await rejection(gateway)).toEqual({ kind: 'malformed' });
  const portal = async () => new Response('<h1>Log in to this network</h1>');
  expect(await rejection(portal)).toEqual({ kind: 'malformed' });
});

test('a request that cannot be made, or finds no connection, is rejected as offline', async () => {
  const offline = { kind: 'offline' };
  expect(await rejection(() => Promise.reject(new TypeError('Failed to fetch')))).toEqual(offline);
  const unheard = createApi(
    { token: () => 'line\nbreak', onSessionEnded: () => undefined },
    adjust,
  );
  const sent = vi.fn();
  vi.stubGlobal('fetch', sent);
  await expect(unheard(claimTask, { task: 'notification' })).rejects.toEqual(offline);
  expect(sent).not.toHaveBeenCalled();
});

test('each request has a new id, also a repeated request, or the id that its caller gives', async () => {
  const named: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    named.push(new Headers(headers).get('x-request-id'));
    return Response.json({ code: 503, msg: 'Busy.', data: null }, { status: 503 });
  });
  const requestId = '6f1b0f0e6a3c4d0f9d550e3a5f3a7c11';
  for (const options of [{ idempotencyKey: 'a' }, { idempotencyKey: 'a' }, { requestId }]) {
    await api(claimTask, { task: 'notification' }, options).catch(() => undefined);
  }
  const drawn = expect.stringMatching(/^[0-9a-f]{32}$/);
  expect(named).toEqual([drawn, drawn, requestId]);
  expect(new Set(named).size).toBe(3);
});

test('a page over plain http, where randomUUID is missing, makes its calls too', async () => {
  vi.stubGlobal('crypto', { getRandomValues: (drawn: Uint32Array) => drawn.fill(4_000_000_000) });
  const answered = json({ code: 503, msg: 'Busy.', data: null }, 503);
  expect(await rejection(answered)).toEqual({ kind: 'faulted', status: 503 });
});
