import { expect, test } from 'vitest';
import { startOutbox } from '../../server/domain/outbox.ts';
import { SECOND } from '../../server/domain/time.ts';
import { domain, json, run, setUpOperator } from './operator.setup.ts';

setUpOperator();

test('outbox: lists rewards that could not be credited, and retries them', async () => {
  expect(await run(['outbox', 'list'])).toEqual({
    status: 0,
    out: 'every reward has arrived or is on its way',
    err: '',
  });
  await domain.pool.query(
    `insert into outbox (user_id, op, idempotency_key, amount, detail, created_at)
     values (4711, 'invite', 'friend:9', 5000, 'A***', now())`,
  );
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await startOutbox({ pool: domain.pool, onError: () => {}, now: domain.now }).stop();
    domain.advance(SECOND);
  }
  expect(await json('outbox', 'list')).toMatchObject({
    status: 0,
    answer: [
      {
        id: 1,
        user_id: 4711,
        username: null,
        type: 'invite',
        key: 'friend:9',
        amount: '0.5000',
        detail: 'A***',
        error: 'user 4711 has no wallet',
      },
    ],
  });
  expect(await run(['outbox', 'retry', '1'])).toEqual({
    status: 0,
    out: 'the reward (friend invited) of user 4711 is on its way again',
    err: '',
  });
  expect(await run(['outbox', 'retry', '1'])).toEqual({
    status: 1,
    out: '',
    err: 'there is no reward 1 in the list',
  });
  expect((await json('outbox', 'list')).answer).toEqual([]);
});
