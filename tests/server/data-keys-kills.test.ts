import { expect, test } from 'vitest';
import { lendKeys } from '../../server/database/data-keys.ts';
import { finishSealing } from '../../server/domain/at-rest/sealing.ts';
import { personJson } from '../../server/domain/personal-data/export.ts';
import { volume } from '../volume.ts';
import { keysFrom, makeKey, writeSealed } from './data-keys.support.ts';
import { findWords } from './erased.support.ts';
import { Death, Mortal } from './mortal.ts';
import { domain } from './operator.setup.ts';
import { addMethod, ask, exportAs, method, setUpBatch, setUpPayouts } from './payouts.setup.ts';

setUpPayouts();
setUpBatch();

const account = (at: number) => `DE8937040044053201300${at}-kills`;

/** Everything is readable with these keys: nobody has anybody else's. */
async function expectWhole(people: readonly { user: { userId: bigint } }[]): Promise<void> {
  for (const [at, { user }] of people.entries()) {
    const told = await personJson(domain.pool, user.userId, domain.now());
    expect(told.split(`"account":"${account(at)}"`)).toHaveLength(3);
  }
}

test('killed after any step, an encryption and a rotation lose nothing and are finished by the next', async () => {
  await addMethod(method);
  const people = [];
  for (const at of [0, 1]) people.push(await ask(method, { account: account(at) }));
  await exportAs('csv');
  const [first, second] = [makeKey(), makeKey()];
  for (const keys of [[first], [second, first]]) {
    const id = await writeSealed(domain, ...keys);
    for (let diesAt = 1; ; diesAt += volume(1, 7)) {
      const mortal = new Mortal(diesAt);
      const isDone = await finishSealing(mortal.pool(domain.pool)).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Death) return false;
          throw error;
        },
      );
      await mortal.buried();
      await expectWhole(people);
      if (isDone) break;
    }
    const { rows } = await domain.pool.query(
      'select key_id from data_key where done_at is not null order by place desc limit 1',
    );
    expect(rows).toEqual([{ key_id: id }]);
  }
  lendKeys(domain.pool, keysFrom(second));
  await expectWhole(people);
  expect(await findWords(domain.pool, [account(0), account(1)])).toEqual([]);
});
