import { beforeAll, expect, test } from 'vitest';
import { countEndedLists } from '../../server/domain/feed/statistics.ts';
import { claimShareReward, incrementShare } from '../../server/domain/sharing.ts';
import { addMilliseconds, DAY } from '../../server/domain/time.ts';
import { domain, json, run, setUpOperator } from './operator.setup.ts';

setUpOperator();

let clips: number[];

/** Makes a member's list of today, with paid clips and clips watched without pay. */
async function watch(videos: readonly number[], unpaid: readonly number[] = []): Promise<void> {
  const { userId } = await domain.user();
  const day = domain.now().toISOString().slice(0, 10);
  await domain.pool.query('insert into feed_list values ($1, $2, $3, $4, $5, $5)', [
    ...[userId, day, clips],
    ...['u'.repeat(clips.length), unpaid],
  ]);
  for (const id of videos) {
    await domain.pool.query(
      `insert into watched (user_id, day, video_id, reward, watched_at) values ($1, $2, $3, 500, $4)`,
      [userId, day, id, domain.now()],
    );
  }
}

const report = async (id: number, isDecided: boolean) =>
  domain.pool.query(
    `insert into report (kind, item_id, reason, text, user_id, created_at, decided_at, is_upheld, answer)
     values ('clip', $1, 'violent', '', $2, $3, $4, $5, $6)`,
    [
      ...[id, (await domain.user()).userId, domain.now()],
      ...(isDecided ? [domain.now(), false, 'It is a film'] : [null, null, null]),
    ],
  );

/** Shares each clip, an invitation and an unknown clip as a member; the first share is a claim. */
async function share(...ids: readonly number[]): Promise<void> {
  const [context, member] = [domain.context(), await domain.user()];
  for (const [at, videos_id] of [...ids, undefined, 999].entries()) {
    const count = at === 0 ? claimShareReward : incrementShare;
    await count(context, member, { videos_id });
  }
  // the day's reward is already paid, so this claim is refused, and its share is not counted
  await claimShareReward(context, member, { videos_id: ids[0] }).catch(() => null);
  await incrementShare(context, member, { videos_id: ids[0] });
}

beforeAll(async () => {
  clips = [];
  for (const title of ['Koi', 'Rain', 'Snow']) clips.push(Number(await domain.video({ title })));
  const [koi = 0, rain = 0] = clips;
  for (const paid of [[koi], [koi, rain], [rain]]) await watch(paid);
  await watch([koi], [rain]);
  await share(koi, rain);
  await report(rain, true);
  await report(rain, false);
  // a report of an advertisement with the number of a clip
  await domain.pool.query(
    `insert into report (kind, item_id, reason, text, user_id, created_at)
     values ('ad', $1, 'violent', '', 1, now())`,
    [koi],
  );
  await countEndedLists(domain.pool, domain.settings, addMilliseconds(domain.now(), DAY));
});

const none = { reports: 0, reports_open: 0 };

test('videos stats: has views, finished, left, paid, shares and reports of each clip', async () => {
  const { answer } = await json('videos', 'stats');
  const [koi, rain, snow] = clips;
  expect(answer).toEqual([
    // all saw the first clip; members who were paid for the second, or watched it without pay, saw
    // it too
    {
      id: koi,
      title: 'Koi',
      enabled: true,
      pinned: false,
      shown: 4,
      finished: 3,
      left: 1,
      paid: 3,
      shared: 2,
      finished_percent: 75,
      ...none,
    },
    {
      id: rain,
      title: 'Rain',
      enabled: true,
      pinned: false,
      shown: 3,
      finished: 3,
      left: 0,
      paid: 2,
      shared: 1,
      finished_percent: 100,
      reports: 2,
      reports_open: 1,
    },
    {
      id: snow,
      title: 'Snow',
      enabled: true,
      pinned: false,
      shown: 0,
      finished: 0,
      left: 0,
      paid: 0,
      shared: 0,
      finished_percent: null,
      ...none,
    },
  ]);
});

test('videos show: has the figures of one clip, and the fields of videos list', async () => {
  const { answer } = await json('videos', 'show', String(clips[0]));
  const [listed] = (await json('videos', 'list')).answer;
  expect(answer).toEqual({
    ...listed,
    shown: 4,
    finished: 3,
    left: 1,
    paid: 3,
    shared: 2,
    finished_percent: 75,
    ...none,
  });
  const { out } = await run(['videos', 'show', String(clips[1])]);
  expect(out).toMatch(/^title: Rain$/m);
  expect(out).toMatch(/^reports_open: 1$/m);
});

test.each([
  ['9999', 'there is no video 9999'],
  ['koi', expect.stringContaining('koi')],
])('videos show %s is refused with a reason', async (id, err) => {
  expect(await run(['videos', 'show', id])).toMatchObject({ status: id === 'koi' ? 2 : 1, err });
});

test('a share does not wait for an operator’s lock on the clip', async () => {
  const [koi = 0] = clips;
  const operator = await domain.pool.connect();
  await operator.query('begin');
  await operator.query('select from video where video_id = $1 for update', [koi]);
  const before = (await json('videos', 'show', `${koi}`)).answer.shared;
  const member = await domain.user();
  await claimShareReward(domain.context(), member, { videos_id: koi });
  await incrementShare(domain.context(), member, { videos_id: koi });
  await operator.query('rollback');
  operator.release();
  // the reward is paid, and the count lacks the two shares
  expect((await json('videos', 'show', `${koi}`)).answer.shared).toBe(before);
});
