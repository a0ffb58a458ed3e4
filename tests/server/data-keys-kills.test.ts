import { expect, test } from 'vitest';
import { attachKeys } from '../../server/database/data-keys.ts';
import { readEmailState } from '../../server/domain/at-rest/current-key.ts';
import { finishSealing } from '../../server/domain/at-rest/sealing.ts';
import { mailEmailLink } from '../../server/domain/email-links.ts';
import { findAccount } from '../../server/domain/find-account.ts';
import { forgotPassword } from '../../server/domain/forgot-password.ts';
import { personJson } from '../../server/domain/personal-data/export.ts';
import { volume } from '../volume.ts';
import { CrashSimulator, SimulatedCrash } from './crash-simulator.ts';
import { keysFrom, makeKey, provideKeysAndSealEmails } from './data-keys.support.ts';
import { columnsContaining } from './erased.support.ts';
import { domain } from './operator.setup.ts';
import { addMethod, ask, exportAs, method, setUpBatch, setUpPayouts } from './payouts.setup.ts';

setUpPayouts();
setUpBatch();

const account = (at: number) => `DE8937040044053201300${at}-kills`;
const ADDRESS = '@killed.example';
const email = (at: number) => `person${at}${ADDRESS}`;

/** Expects each person’s payout account and e-mail to be readable with the pool’s keys. */
async function expectWhole(people: readonly { user: { userId: bigint } }[]): Promise<void> {
  for (const [at, { user }] of people.entries()) {
    const told = await personJson(domain.pool, user.userId, domain.now());
    expect(told.split(`"account":"${account(at)}"`)).toHaveLength(3);
    expect(told.split(`"email":"${email(at)}"`)).toHaveLength(3);
    expect(await findAccount(domain.pool, email(at).toUpperCase())).toBe(user.userId);
  }
}

test('an encryption or rotation killed after any step loses nothing, and the next run finishes it', async () => {
  await addMethod(method);
  const people = [];
  for (const at of [0, 1]) {
    const { user } = await ask(method, { account: account(at) });
    await domain.pool.query('update account set email = $2, email_key = $2 where user_id = $1', [
      ...[user.userId, email(at)],
    ]);
    const address = { plain: email(at), key: email(at) };
    const link = { kind: 'undo', userId: user.userId, address, sessionHash: null } as const;
    await mailEmailLink(domain.pool, link, domain.now());
    await forgotPassword(domain.context(), null, { email: email(at) });
    people.push({ user });
  }
  await exportAs('csv');
  const [first, second] = [makeKey(), makeKey()];
  for (const keys of [[first], [second, first]]) {
    const id = await provideKeysAndSealEmails(domain, ...keys);
    for (let crashesAt = 1; ; crashesAt += volume(1, 7)) {
      const simulator = new CrashSimulator(crashesAt);
      const isDone = await finishSealing(simulator.pool(domain.pool)).then(
        () => true,
        (error: unknown) => {
          if (error instanceof SimulatedCrash) return false;
          throw error;
        },
      );
      await simulator.rolledBack();
      await expectWhole(people);
      if (isDone) break;
    }
    const { rows } = await domain.pool.query(
      'select key_id from data_key where done_at is not null order by place desc limit 1',
    );
    expect([rows, await readEmailState(domain.pool)]).toEqual([[{ key_id: id }], 'done']);
  }
  attachKeys(domain.pool, keysFrom(second));
  await expectWhole(people);
  expect(await columnsContaining(domain.pool, [account(0), account(1), ADDRESS])).toEqual([]);
});
