import { expect, test } from 'vitest';
import { videoList } from '../../server/domain/videos.ts';
import { domain, json, run, setUpOperator } from './operator.setup.ts';

setUpOperator();

test('a pinned clip is first in the next list, until it is unpinned', async () => {
  for (const _ of [1, 2, 3]) await domain.video();
  expect((await json('videos', 'pin', '3')).answer).toMatchObject({ id: 3, pinned: true });
  const first = async () => {
    await domain.pool.query('truncate feed_list');
    const { list } = await videoList(domain.context(), null, { page: 1, limit: 1 });
    return list[0];
  };
  expect(await first()).toMatchObject({ id: 3, reason: 'pinned' });
  expect((await json('videos', 'unpin', '3')).answer).toMatchObject({ id: 3, pinned: false });
  expect(await first()).not.toMatchObject({ reason: 'pinned' });
  expect((await run(['videos', 'pin', '99'])).status).toBe(1);
});
