import { writeFile } from 'node:fs/promises';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../server/domain/context.ts';
import { eraseAccount } from '../../server/domain/deletion/delete-account.ts';
import { eraseBatchFiles, forfeitLeftovers } from '../../server/domain/deletion/leftovers.ts';
import { depositFunds, enforceFunding, readFunding } from '../../server/domain/funding.ts';
import { startOutbox } from '../../server/domain/outbox.ts';
import { updateWdinfo } from '../../server/domain/payout-methods.ts';
import { sendReport } from '../../server/domain/reports.ts';
import { openSession } from '../../server/domain/sessions.ts';
import { claimTask } from '../../server/domain/tasks.ts';
import { DAY } from '../../server/domain/time.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { playable } from '../../server/domain/videos.ts';
import { record } from '../../server/domain/watching.ts';
import { handleLoginReward } from '../../server/domain/welcome.ts';
import { cancelWithdrawal } from '../../server/domain/withdrawal-cancel.ts';
import { withdraw } from '../../server/domain/withdrawals.ts';
import { columnsContaining } from './erased.support.ts';
import { domain, run } from './operator.setup.ts';
import {
  ask,
  exportAs,
  file,
  inFolder,
  method,
  readOut,
  setUpBatch,
  setUpPayouts,
} from './payouts.setup.ts';
import { refusalOf } from './support.ts';

const BY = ['--as', 'an-operator'];
const WORDS = ['quetzalina', 'Tukan Papagei', 'tukan-account', 'Q*', 'Qu***na'];

setUpPayouts();
setUpBatch();
beforeAll(async () => {
  await domain.configure({ 'invite.release_after_videos': '1', 'video.watch_seconds': '0' });
  await depositFunds(domain.pool, 100_000_000n, 'a test', domain.now());
  await enforceFunding(domain.pool, true);
});
afterEach(async () => {
  expect((await verifyLedger(domain.pool)).differences).toEqual([]);
});

const walletOf = async ({ userId }: Caller) =>
  (await domain.pool.query('select * from wallet where user_id = $1', [userId])).rows[0];
const erase = ({ userId }: Caller) => eraseAccount(domain.pool, userId, null, domain.now());
const ok = async (...words: string[]) =>
  expect(await run([...words, ...BY])).toMatchObject({ status: 0, err: '' });

async function deliver(): Promise<void> {
  const onError = (error: unknown) => {
    throw error;
  };
  const outbox = startOutbox({ pool: domain.pool, now: domain.now, onError });
  await outbox.drain();
  await outbox.stop();
}

async function watch(person: Caller): Promise<void> {
  const videos_id = await domain.video();
  await playable(domain.context(), person, { page: 1, limit: 100 });
  domain.advance(60_000);
  await record(domain.context(), person, { videos_id });
  await deliver();
}

/** Creates a member who has had the welcome reward. */
async function member(username: string, inviters: readonly Caller[] = []): Promise<Caller> {
  const person = await domain.user({ username, inviters: inviters.map(({ userId }) => userId) });
  await handleLoginReward(domain.context(), person, {});
  return person;
}

/** Performs actions of the person and of operators that store the person’s words. */
async function live(person: Caller): Promise<void> {
  const context = domain.context();
  await claimTask(context, person, { task: 'download_app' });
  await openSession(context, person.userId, true);
  await domain.pool.query(
    `update session set web_push = jsonb_build_object('endpoint', 'https://push.example/quetzalina')
     where user_id = $1`,
    [person.userId],
  );
  const payee = { recipient_name: 'Tukan Papagei', account: 'tukan-account' };
  await updateWdinfo(context, person, { country: 'DE', method, ...payee });
  const what = { kind: 'clip', id: await domain.video(), reason: 'other' } as const;
  await sendReport(context, person, { ...what, text: 'Write to quetzalina' });
  await ok('reports', 'dismiss', '1', '--reason', 'Quetzalina is no judge of it');
  await ok('users', 'block', 'Quetzalina', '--reason', 'Quetzalina is a farm');
  await ok('users', 'unblock', 'quetzalina@example.org');
  await ok('users', 'reset-link', 'quetzalina');
  await ok('ledger', 'correct', 'QUETZALINA', '1', '--reason', 'For Quetzalina');
  await ok('ledger', 'prepare', 'quetzalina', '1', '--reason', 'More for Quetzalina');
}

/** Makes three withdrawals (paid, cancelled, rejected); a pending withdrawal forbids deletion. */
async function bePaid(person: Caller): Promise<void> {
  const pending = { reason: 'pending_exists' };
  const paid = (await withdraw(domain.context(), person, { amount: '5' })).withdrawal.id;
  expect(await exportAs('csv', '--with', `${paid}`)).toMatchObject({ status: 0 });
  expect(await readOut(file)).toContain('tukan-account');
  expect(await refusalOf(erase(person))).toEqual(pending);
  const results = (await readOut(file)).replaceAll(/,,\r\n/g, ',paid,\r\n');
  await writeFile(inFolder('results'), results);
  await ok('payouts', 'import', inFolder('results'));
  const { id } = (await withdraw(domain.context(), person, { amount: '2' })).withdrawal;
  await ok('withdrawals', 'prepare', `${id}`, '--reason', 'Tukan Papagei is known');
  expect(await refusalOf(erase(person))).toEqual(pending);
  await cancelWithdrawal(domain.context(), person, { id });
  const { id: wrong } = (await withdraw(domain.context(), person, { amount: '2' })).withdrawal;
  const why = ['--reason', 'account_wrong', '--note', 'Tukan Papagei is nobody'];
  await ok('withdrawals', 'reject', `${wrong}`, ...why);
}

test('deleting an account erases the person’s words, and keeps the ledger and the tree of friends', async () => {
  const top = await member('top_of_all');
  const middle = await member('middle_one', [top]);
  const leaver = await member('Quetzalina', [middle, top]);
  const above = [leaver, middle, top];
  const friend = await member('friend_of_hers', above);
  const idle = await member('idle_friend', above);
  for (const each of [middle, leaver, friend]) await watch(each);
  await live(leaver);
  await bePaid(leaver);

  const others = [top, middle, friend, idle];
  const before = await Promise.all(others.map(walletOf));
  const { room } = await readFunding(domain.pool);
  const { available } = await walletOf(leaver);
  const coming = await domain.pool.query<{ sum: bigint }>(
    'select sum(amount)::bigint as sum from coming_reward where user_id = $1',
    [leaver.userId],
  );
  const promised = coming.rows[0]?.sum ?? 0n;
  expect(promised).toBeGreaterThan(0n);
  await ok('users', 'erase', 'Quetzalina');

  expect(await columnsContaining(domain.pool, WORDS)).toEqual([]);
  expect(await Promise.all(others.map(walletOf))).toEqual(before);
  expect(await walletOf(leaver)).toMatchObject({ available: 0n, held: 0n, debt: 0n });
  // the deleted person’s balance and promised rewards now cover other rewards
  expect((await readFunding(domain.pool)).room - room).toBe(available + promised);
  const tree = await domain.pool.query(
    'select user_id from friend where friend_id = $1 order by level',
    [friend.userId],
  );
  expect(tree.rows).toEqual(above.map(({ userId }) => ({ user_id: userId })));
  // a friend of the deleted person still earns a reward for the inviters above
  await watch(idle);
  expect((await walletOf(middle)).credited).toBeGreaterThan(before[1].credited);
  expect(await walletOf(leaver)).toMatchObject({ available: 0n });
});

test('a deleted account’s debt is written off, and rewards credited to it later go to the house', async () => {
  const inviter = await member('inviter');
  await ok('ledger', 'correct', 'inviter', '-9', '--reason', 'a test');
  expect((await walletOf(inviter)).debt).toBeGreaterThan(0n);
  await erase(inviter);
  expect(await walletOf(inviter)).toMatchObject({ available: 0n, debt: 0n });
  expect(await refusalOf(erase(inviter))).toEqual({ reason: 'invalid_credentials' });
  // stands for a friend who registered before the deletion, and is welcomed after it
  const { room } = await readFunding(domain.pool);
  await watch(await member('late_friend', [inviter]));
  const came = (await walletOf(inviter)).available;
  expect(came).toBeGreaterThan(0n);
  const { room: left } = await readFunding(domain.pool);
  await forfeitLeftovers(domain.pool, domain.now());
  expect(await walletOf(inviter)).toMatchObject({ available: 0n });
  expect((await readFunding(domain.pool)).room).toBe(left + came);
  expect(left).toBeLessThan(room);
});

test('a payment returned to a deleted account goes to the house, and its reason may only be a code', async () => {
  const { user, id } = await ask(method, { amount: '5' });
  await ok('withdrawals', 'approve', `${id}`);
  await erase(user);
  const back = ['withdrawals', 'return', `${id}`, '--reason'];
  for (const words of [['Ada moved'], ['account_closed', '--note', 'Ada moved']]) {
    expect((await run([...back, ...words, ...BY])).err).toContain('give only a code');
  }
  expect(await columnsContaining(domain.pool, ['Ada moved'])).toEqual([]);
  await ok(...back, 'account_closed');
  expect(await walletOf(user)).toMatchObject({ available: 50_000n });
  await forfeitLeftovers(domain.pool, domain.now());
  expect(await walletOf(user)).toMatchObject({ available: 0n });
});

test('deleting a friend removes the rewards that inviters were promised for that friend', async () => {
  const inviter = await member('waits_for_friend');
  const idle = await member('never_watches', [inviter]);
  const coming = async () =>
    (await domain.pool.query('select from coming_reward where friend_id = $1', [idle.userId]))
      .rowCount;
  expect(await coming()).toBe(1 + 1);
  await erase(idle);
  expect(await coming()).toBe(0);
});

test('a batch’s file is stored while a withdrawal in it is open, then erased if one of its payees was deleted', async () => {
  const [leaver, other] = [await ask(method), await ask(method, { account: 'else' })];
  expect(await exportAs('csv')).toMatchObject({ status: 0 });
  const [head = '', first = '', second = ''] = (await readOut(file)).split('\r\n');
  const report = async (line: string) => {
    const name = inFolder(`results-${line.length}-${Math.random()}`);
    await writeFile(name, [head, line.replace(/,,$/, ',paid,'), ''].join('\r\n'));
    await ok('payouts', 'import', name);
  };
  const { rows } = await domain.pool.query('select max(batch_id)::int as id from payout_batch');
  const again = (name: string) =>
    run(['payouts', 'export', '--batch', `${rows[0].id}`, '--out', inFolder(name), ...BY]);
  await report(first);
  await erase(leaver.user);
  expect(await again(`${file}-open`)).toMatchObject({ status: 0 });
  await report(second);
  await eraseBatchFiles(domain.pool, domain.now());
  expect(await again(`${file}-erased`)).toMatchObject({
    ...{
      status: 1,
      err: `the file of batch ${rows[0].id} is erased, because none of its payments is under way`,
    },
  });
  expect((await run(['payouts', 'list'])).out).toContain('erased');
  expect(await run(['payouts', 'show', `${rows[0].id}`])).toMatchObject({ status: 0 });
  expect(other.id).toBeGreaterThan(leaver.id);
});

test('the file of a settled batch is erased after 90 days, that of an open batch is not', async () => {
  const { pool } = domain;
  await pool.query('update payout_batch set erased_at = now()');
  await ask(method);
  await exportAs('csv');
  /** Erases old files, this many days after the batch was made. @returns whether its file stays */
  const isKept = async (days: number) => {
    const { rows } = await pool.query('select max(created_at) as made from payout_batch');
    await eraseBatchFiles(pool, new Date(rows[0].made.getTime() + days * DAY));
    return (await pool.query('select from payout_batch where erased_at is null')).rowCount === 1;
  };
  expect(await isKept(91)).toBe(true);
  const results = (await readOut(file)).replaceAll(/,,\r\n/g, ',paid,\r\n');
  await writeFile(inFolder('all'), results);
  await ok('payouts', 'import', inFolder('all'));
  expect(await isKept(89)).toBe(true);
  expect(await isKept(91)).toBe(false);
});
