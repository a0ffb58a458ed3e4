import { expect, test } from 'vitest';
import { SECOND } from '../../server/domain/time.ts';
import { record } from '../../server/domain/watching.ts';
import { domain, setUpDomain } from './domain.setup.ts';

setUpDomain();

test('what a process of the version before serves is paid by one of this version', async () => {
  const { userId, token } = await domain.user();
  const clip = await domain.video();
  const asBefore = `
    insert into handed (user_id, kind, item_id, first_at)
    select $1, 'video', $2, $3 where not exists (
      select from handed where user_id = $1 and kind = 'video' and item_id = $2
    ) on conflict do nothing`;
  const values = [userId, clip, domain.now()];
  const counts = [
    await domain.pool.query(asBefore, values),
    await domain.pool.query(asBefore, values),
  ];
  expect(counts.map(({ rowCount }) => rowCount)).toEqual([1, 0]);
  domain.advance(5 * SECOND);
  expect(await record(domain.context(), { userId, token }, { videos_id: clip })).toMatchObject({
    reward: '0.0500',
    balance: '0.0500',
  });
});
