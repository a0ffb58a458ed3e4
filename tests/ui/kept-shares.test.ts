import { expect, test } from 'vitest';
import { readClaim } from '../../src/ports/claim-store.ts';

const kept = {
  ...{ id: 'n-share-1-1', userId: 3, attempt: 1, earnedAtMs: 1_000 },
  ...{ call: 'claimShareReward', itemId: null },
};

test.each([
  ['stored by an earlier version, without the clip', {}, undefined],
  ['stored with the shared clip', { videoId: 7 }, 7],
])('a persisted share can be read: %s', (_, more, videoId) => {
  const claim = readClaim({ ...kept, ...more });
  expect(claim).toMatchObject(kept);
  expect(claim?.call === 'claimShareReward' && claim.videoId).toBe(videoId);
});
