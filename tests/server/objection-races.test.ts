import { afterEach, expect, test } from 'vitest';
import { inTransaction } from '../../server/database/database.ts';
import { eraseAccount } from '../../server/domain/deletion/delete-account.ts';
import { deleteExpired } from '../../server/domain/housekeeping.ts';
import { logIn } from '../../server/domain/login.ts';
import { objectToBlock } from '../../server/domain/objections.ts';
import { decideOverdueObjections } from '../../server/domain/objections-overdue.ts';
import { hashPassword } from '../../server/domain/passwords.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { columnsContaining } from './erased.support.ts';
import {
  balanceOf,
  decide,
  earner,
  HOUR,
  objection,
  objectTo,
  setUpObjections,
  take,
} from './objections.support.ts';
import { domain, json } from './operator.setup.ts';
import { untilLockWait } from './support.ts';

setUpObjections();
afterEach(async () => {
  expect((await verifyLedger(domain.pool)).differences).toEqual([]);
});

const overdue = () =>
  decideOverdueObjections(domain.pool, new Date(domain.now().getTime() + 73 * HOUR));

test('an objection that is sent ten times at once is stored once', async () => {
  const user = await earner();
  const id = await take(user.username);
  const made = await Promise.all(
    Array.from({ length: 10 }, () => objectTo(user, 'correction', id)),
  );
  expect(new Set(made.map((each) => JSON.stringify(each))).size).toBe(1);
  expect((await json('objections', 'list')).answer).toHaveLength(1);
});

test('an objection that five operators uphold at once returns the amount once', async () => {
  const { user, id } = await objection();
  const done = await Promise.all(Array.from({ length: 5 }, () => decide(id, true)));
  expect(done.filter(Boolean)).toHaveLength(1);
  expect(await balanceOf(user)).toBe(100);
});

test.each([true, false])(
  'the timer waits for an operator’s decision, which holds: upheld %s',
  async (isUpheld) => {
    const { user, id } = await objection();
    let timer: Promise<void> | undefined;
    await inTransaction(domain.pool, async (db) => {
      await decide(id, isUpheld, db);
      timer = overdue();
      await untilLockWait(domain.pool, timer);
    });
    await timer;
    expect(await balanceOf(user)).toBe(isUpheld ? 100 : 70);
    const { answer } = await json('objections', 'show', String(id));
    expect(answer).toMatchObject({ status: isUpheld ? 'upheld' : 'dismissed', decided_by: 'ann' });
  },
);

test('either the timer or an operator decides, if both do so at once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { user, id } = await objection();
    const [done] = await Promise.all([decide(id, false), overdue()]);
    expect(await balanceOf(user)).toBe(done ? 70 : 100);
  }
});

test('the deletion of an account removes its open objection', async () => {
  const { user, id } = await objection();
  await domain.pool.query("update objection set text = 'Zoraptera'");
  let decided: Promise<boolean> | undefined;
  await inTransaction(domain.pool, async (db) => {
    await eraseAccount(db, user.userId, null, domain.now());
    decided = decide(id, true);
    await untilLockWait(domain.pool, decided);
  });
  expect(await decided).toBe(false);
  await overdue();
  expect(await columnsContaining(domain.pool, ['Zoraptera'])).toEqual([]);
  await expect(objectTo(user, 'correction', 1)).rejects.toMatchObject({ code: 401 });
});

/** Makes a blocked member. @returns the member, and a function that sends the objection */
async function blocked() {
  const user = await earner();
  const { username } = user;
  const password = 'pelican-harbour-71';
  await json('users', 'block', username);
  await domain.pool.query('update account set password_hash = $2 where user_id = $1', [
    user.userId,
    await hashPassword(password, '198.51.100.1'),
  ]);
  const say = (secret = password, name = username) =>
    objectToBlock(domain.context(), null, { username: name, password: secret, text: 'Not me' });
  return { user, username, password, say };
}

test('an objection to a block is possible for half a year, and not again after its erasure', async () => {
  const { say } = await blocked();
  await say();
  await json('objections', 'dismiss', '1', '--reason', 'There are two accounts');
  domain.advance(184 * 24 * HOUR);
  await deleteExpired(domain.pool, domain.now());
  expect(await say()).toEqual({});
  expect((await json('objections', 'list')).answer).toEqual([]);
});

test('the deletion of a blocked account during an objection leaves no objection', async () => {
  const { user, say } = await blocked();
  let said: Promise<object> | undefined;
  await inTransaction(domain.pool, async (db) => {
    await eraseAccount(db, user.userId, null, domain.now());
    said = say();
    await untilLockWait(domain.pool, said);
  });
  expect(await said).toEqual({});
  expect(await columnsContaining(domain.pool, ['Not me'])).toEqual([]);
});

test('a blocked member objects by password, and the answer shows nothing of the account', async () => {
  const { user, username, password, say } = await blocked();
  expect([await say('wrong'), await say(password, 'nobody-here')]).toEqual([{}, {}]);
  expect((await json('objections', 'list')).answer).toEqual([]);
  expect([await say(password), await say(password)]).toEqual([{}, {}]);
  expect((await json('objections', 'list')).answer).toMatchObject([
    { username, about: 'block', item: null, amount: null, text: 'Not me' },
  ]);
  const enter = () => logIn(domain.context(), { tab: 'login', username, password, keep: false });
  await expect(enter()).rejects.toMatchObject({ reason: 'invalid_credentials' });
  await overdue();
  expect(await enter()).toMatchObject({ userId: user.userId });
  // the block is lifted, so a further objection is not stored
  expect(await say(password)).toEqual({});
  expect((await json('objections', 'list')).answer).toHaveLength(1);
});
