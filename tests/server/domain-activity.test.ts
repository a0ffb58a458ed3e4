import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import type { Caller } from '../../server/domain/context.ts';
import { invitedUsers } from '../../server/domain/invitations.ts';
import { landing } from '../../server/domain/landing.ts';
import { SECOND } from '../../server/domain/time.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { playable } from '../../server/domain/videos.ts';
import { record } from '../../server/domain/watching.ts';
import { handleLoginReward } from '../../server/domain/welcome.ts';
import { domain, inviteCodeOf, logOf, page, setUpInvitations } from './invitations.setup.ts';
import { drainOutbox } from './support.ts';

const CLIPS = 4;
/** The direct inviter’s reward for a friend: 7 percent of 1.9999, and 0.5. */
const BROUGHT = 1_399n + 5_000n;

setUpInvitations();
afterEach(async () => {
  await domain.configure({ 'invite.release_after_videos': '0' });
  expect((await verifyLedger(domain.pool)).differences).toEqual([]);
});

async function addClips(): Promise<number[]> {
  await domain.pool.query('truncate video restart identity');
  const clips = [];
  for (let clip = 0; clip < CLIPS; clip += 1) clips.push(await domain.video());
  return clips;
}

/** Pays the user for these clips, watched one after the other. */
async function watch(user: Caller, clips: readonly number[]): Promise<void> {
  await playable(domain.context(), user, page);
  for (const videos_id of clips) {
    domain.advance(5 * SECOND);
    await record(domain.context(), user, { videos_id });
  }
}

const welcome = (user: Caller) => handleLoginReward(domain.context(), user, {});

async function creditedOf({ userId }: Caller): Promise<bigint> {
  const { rows } = await domain.pool.query('select credited from wallet where user_id = $1', [
    userId,
  ]);
  return rows[0].credited;
}

test('an inviter’s reward is pending until the friend’s third paid clip, and is then credited', async () => {
  await domain.configure({ 'invite.release_after_videos': '3' });
  const clips = await addClips();
  const grandparent = await domain.user();
  const inviter = await domain.user({ inviters: [grandparent.userId] });
  const friend = await domain.user({ inviters: [inviter.userId, grandparent.userId] });
  const shown = async () => (await invitedUsers(domain.context(), inviter, page)).list[0];
  expect(await shown()).toMatchObject({ reward: '0.0000', on_its_way: '0.0000' });
  await welcome(friend);
  await watch(friend, clips.slice(0, 2));
  await drainOutbox(domain);
  expect(await logOf(inviter)).toEqual([]);
  expect(await shown()).toMatchObject({
    reward: '0.0000',
    on_its_way: '0.6399',
    videos_missing: 1,
  });
  domain.advance(5 * SECOND);
  await record(domain.context(), friend, { videos_id: clips[2] ?? 0 });
  await drainOutbox(domain);
  expect(await shown()).toMatchObject({
    reward: '0.6399',
    on_its_way: '0.0000',
    videos_missing: 0,
  });
  expect((await logOf(inviter)).map(({ type }) => type).sort()).toEqual([
    'invite',
    'invite_level_1_reward',
  ]);
  expect(await creditedOf(grandparent)).toBe(599n);
  expect(await invitedUsers(domain.context(), inviter, page)).toMatchObject({
    release_after_videos: 3,
  });
});

test('the landing page’s clip counts as a watched clip', async () => {
  await domain.configure({ 'invite.release_after_videos': '1' });
  await addClips();
  const inviter = await domain.user();
  const { watch_ticket } = await landing(domain.context(), null, {
    invite_code: await inviteCodeOf(inviter),
  });
  domain.advance(5 * SECOND);
  const friend = await domain.user({ inviters: [inviter.userId] });
  await handleLoginReward(domain.context(), friend, { watch_ticket });
  await drainOutbox(domain);
  expect(await creditedOf(inviter)).toBe(BROUGHT);
});

test('a welcome after enough watched clips releases the inviter’s reward at once', async () => {
  await domain.configure({ 'invite.release_after_videos': '3' });
  const clips = await addClips();
  const inviter = await domain.user();
  const friend = await domain.user({ inviters: [inviter.userId] });
  await watch(friend, clips.slice(0, 3));
  await drainOutbox(domain);
  expect(await creditedOf(inviter)).toBe(0n);
  await welcome(friend);
  await drainOutbox(domain);
  expect(await creditedOf(inviter)).toBe(BROUGHT);
});

test('a lowered number of clips releases the reward with the friend’s next clip', async () => {
  await domain.configure({ 'invite.release_after_videos': '9' });
  const clips = await addClips();
  const inviter = await domain.user();
  const friend = await domain.user({ inviters: [inviter.userId] });
  await welcome(friend);
  await watch(friend, clips.slice(0, 2));
  await domain.configure({ 'invite.release_after_videos': '1' });
  await drainOutbox(domain);
  expect(await creditedOf(inviter)).toBe(0n);
  await watch(friend, clips.slice(2, 3));
  await drainOutbox(domain);
  expect(await creditedOf(inviter)).toBe(BROUGHT);
});

test('a welcome that races the last clip never loses the inviter’s reward', async () => {
  await domain.configure({ 'invite.release_after_videos': '1' });
  const [videos_id = 0] = await addClips();
  const inviter = await domain.user();
  const friends = await Promise.all(
    Array.from({ length: 40 }, () => domain.user({ inviters: [inviter.userId] })),
  );
  for (const friend of friends) await playable(domain.context(), friend, page);
  domain.advance(5 * SECOND);
  await Promise.all(
    friends.flatMap((friend) => [
      record(domain.context(), friend, { videos_id }),
      welcome(friend),
      drainOutbox(domain),
    ]),
  );
  await drainOutbox(domain);
  expect(await creditedOf(inviter)).toBe(40n * BROUGHT);
});

/** The clips that a friend watches, and the number of clips before the welcome; -1: no welcome. */
const life = fc.record({
  watches: fc.integer({ min: 0, max: CLIPS }),
  welcomedAfter: fc.integer({ min: -1, max: CLIPS }),
});

test('an inviter earns by each friend who was welcomed and has watched enough, and by no other friend', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(life, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 0, max: CLIPS }),
      async (lives, required) => {
        await domain.configure({ 'invite.release_after_videos': String(required) });
        const clips = await addClips();
        const inviter = await domain.user();
        for (const { watches, welcomedAfter } of lives) {
          const friend = await domain.user({ inviters: [inviter.userId] });
          const split = Math.min(Math.max(welcomedAfter, 0), watches);
          await watch(friend, clips.slice(0, split));
          if (welcomedAfter >= 0) await welcome(friend);
          await watch(friend, clips.slice(split, watches));
        }
        await drainOutbox(domain);
        const active = lives.filter(
          ({ watches, welcomedAfter }) => welcomedAfter >= 0 && watches >= required,
        );
        expect(await creditedOf(inviter)).toBe(BigInt(active.length) * BROUGHT);
      },
    ),
    { numRuns: 25, endOnFailure: true },
  );
});
