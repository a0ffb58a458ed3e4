import { expect, test } from 'vitest';
import type { Claim, Claimable } from '../../machines/outbox/claim.ts';
import { sendClaims } from '../../src/app/actors/claim-calls.ts';
import type { Api } from '../../src/ports/api.ts';

const { signal } = new AbortController();
const EARNED = '2026-03-09T08:00:00.000Z';

const claim = (id: string, what: Claimable, earnedAtMs: number | null = Date.parse(EARNED)) =>
  ({ id, userId: 3, attempt: 2, earnedAtMs, ...what }) satisfies Claim;

const clip = claim('a', { call: 'record', itemId: 11 });
const watched = claim('b', { call: 'watchAdReward', itemId: 12 });
const clicked = claim('c', { call: 'clickAdReward', itemId: 13 });
const share = claim('d', { call: 'claimShareReward', itemId: null });
const sharedClip = claim('f', { call: 'claimShareReward', itemId: null, videoId: 14 });
const task = claim('e', { call: 'claimTask', itemId: 'notification' });

const paid = { reward: '0.1000', balance: '5.2000' };

/** A fake server with this answer, which records its requests. */
function server(says: unknown) {
  const asked: unknown[] = [];
  const api = async ({ path }: { path: string }, input: unknown, options: unknown) => {
    asked.push({ path, input, options });
    return says;
  };
  return { asked, api: api as unknown as Api };
}

test.each([
  [clip, '/api/video/record', { videos_id: 11, earned_at: EARNED }],
  [watched, '/api/ad/watchAdReward', { ad_id: 12, earned_at: EARNED }],
  [clicked, '/api/ad/clickAdReward', { ad_id: 13, earned_at: EARNED }],
  [share, '/api/user/claimShareReward', { videos_id: undefined, earned_at: EARNED }],
  [sharedClip, '/api/user/claimShareReward', { videos_id: 14, earned_at: EARNED }],
  [task, '/api/task/claim', { task: 'notification' }],
  [{ ...clip, earnedAtMs: null }, '/api/video/record', { videos_id: 11 }],
])('a single claim is sent by its own call: $0.call, $2', async (one, path, input) => {
  const { asked, api } = server(paid);
  expect(await sendClaims(api, [one], signal)).toEqual([{ id: one.id, answer: paid }]);
  const idempotencyKey = `${one.id}-2`;
  expect(asked).toStrictEqual([{ path, input, options: { signal, idempotencyKey } }]);
});

test('several claims are sent in one call, each with the key of a single claim', async () => {
  const all = [clip, watched, clicked, sharedClip, { ...task, earnedAtMs: null }];
  const { asked, api } = server({ results: [] });
  await sendClaims(api, all, signal);
  const common = { earned_at: EARNED };
  const claims = [
    { ...common, key: 'a-2', call: 'record', id: 11 },
    { ...common, key: 'b-2', call: 'watchAdReward', id: 12 },
    { ...common, key: 'c-2', call: 'clickAdReward', id: 13 },
    { ...common, key: 'f-2', call: 'claimShareReward', id: null, videos_id: 14 },
    { key: 'e-2', call: 'claimTask', id: 'notification' },
  ];
  expect(asked).toStrictEqual([
    { path: '/api/claim/send', input: { claims }, options: { signal } },
  ]);
});

test('each claim of a call gets its own result, in any order of the results', async () => {
  const { api } = server({
    results: [
      { key: 'd-2', reason: null },
      { key: 'c-2', reason: 'too_early', retry_after: 7 },
      { key: 'b-2', reason: 'already_claimed' },
      { key: 'a-2', data: paid },
    ],
  });
  expect(await sendClaims(api, [clip, watched, clicked, share, task], signal)).toStrictEqual([
    { id: 'a', answer: paid },
    { id: 'b', failure: { kind: 'refused', reason: 'already_claimed' } },
    { id: 'c', failure: { kind: 'refused', reason: 'too_early', retryAfter: 7 } },
    { id: 'd', failure: { kind: 'faulted', status: 500 } },
    { id: 'e', failure: { kind: 'malformed' } },
  ]);
});

test('an empty list of claims makes no call', async () => {
  const { asked, api } = server(paid);
  expect(await sendClaims(api, [], signal)).toEqual([]);
  expect(asked).toEqual([]);
});
