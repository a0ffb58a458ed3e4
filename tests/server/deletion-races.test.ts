import { afterEach, beforeAll, expect, test } from 'vitest';
import { inTransaction, retryOnConflict } from '../../server/database/database.ts';
import { info } from '../../server/domain/accounts.ts';
import { clickAdReward } from '../../server/domain/ad-rewards.ts';
import { getAdList } from '../../server/domain/ads.ts';
import type { Caller } from '../../server/domain/context.ts';
import { eraseAccount } from '../../server/domain/deletion/delete-account.ts';
import { rememberDevice } from '../../server/domain/devices.ts';
import { updateWdinfo } from '../../server/domain/payout-methods.ts';
import { sendReport } from '../../server/domain/reports.ts';
import { findSession, openSession } from '../../server/domain/sessions.ts';
import { claimShareReward } from '../../server/domain/sharing.ts';
import { claimTask } from '../../server/domain/tasks.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { playable } from '../../server/domain/videos.ts';
import { record } from '../../server/domain/watching.ts';
import { handleLoginReward } from '../../server/domain/welcome.ts';
import { withdraw } from '../../server/domain/withdrawals.ts';
import { addAd } from './ad.support.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { columnsContaining } from './erased.support.ts';
import { addGcash, GCASH, preparePayout } from './payout.support.ts';
import { untilLockWait } from './support.ts';

const page = { page: 1, limit: 100 };

setUpDomain({ settings: { 'video.watch_seconds': '0', 'reward.download_app': '5' } });
beforeAll(() => addGcash(domain));
afterEach(async () => {
  expect((await verifyLedger(domain.pool)).differences).toEqual([]);
});

/** Creates a logged-in member with a payout account, and serves them a clip and an ad. */
async function ready() {
  const { userId } = await domain.user();
  const token = await openSession(domain.context(), userId, true);
  const caller: Caller = { userId, token, isSessionUnchecked: true };
  await preparePayout(domain, caller);
  const videos_id = await domain.video();
  const ad_id = await addAd(domain);
  await playable(domain.context(), caller, page);
  await getAdList(domain.context(), caller, { ...page, country: 'DE' });
  domain.advance(60_000);
  return { caller, videos_id, ad_id };
}

type Ready = Awaited<ReturnType<typeof ready>>;

/** Calls that a phone may send while its account is deleted. */
const CALLS: Readonly<Record<string, (of: Ready) => Promise<unknown>>> = {
  record: ({ caller, videos_id }) => record(domain.context(), caller, { videos_id }),
  clickAdReward: ({ caller, ad_id }) => clickAdReward(domain.context(), caller, { ad_id }),
  claimTask: ({ caller }) => claimTask(domain.context(), caller, { task: 'notification' }),
  claimShareReward: ({ caller }) => claimShareReward(domain.context(), caller, {}),
  handleLoginReward: ({ caller }) => handleLoginReward(domain.context(), caller, {}),
  updateWdinfo: ({ caller }) =>
    updateWdinfo(domain.context(), caller, { ...GCASH, account: '09179876543' }),
  sendReport: ({ caller, videos_id: id }) =>
    sendReport(domain.context(), caller, { kind: 'clip', id, reason: 'other', text: 'Zoraptera' }),
};

test.each(Object.entries(CALLS))(
  '%s that waits while its account is deleted is answered 401',
  async (_, make) => {
    const person = await ready();
    const { userId } = person.caller;
    let answer: Promise<unknown> | undefined;
    await inTransaction(domain.pool, async (db) => {
      await eraseAccount(db, userId, null, domain.now());
      answer = make(person);
      answer.catch(() => {});
      await untilLockWait(domain.pool, answer);
    });
    await expect(answer).rejects.toMatchObject({ code: 401 });
    await expect(make(person)).rejects.toMatchObject({ code: 401 });
    const { rows } = await domain.pool.query(
      'select available, version from wallet where user_id = $1',
      [userId],
    );
    // two transfers: the task’s reward, and its return to the house at the deletion
    expect(rows).toEqual([{ available: 0n, version: 2n }]);
    expect(await columnsContaining(domain.pool, ['Zoraptera', '09179876543'])).toEqual([]);
  },
);

test('a deletion is refused if the password has changed since it was checked', async () => {
  const { caller } = await ready();
  const erased = eraseAccount(domain.pool, caller.userId, 'of another password', domain.now());
  await expect(erased).rejects.toMatchObject({ reason: 'invalid_credentials' });
  expect(await findSession(domain.context(), caller.token)).toMatchObject({
    userId: caller.userId,
  });
});

test('a log-in that waits while its account is deleted does not remember its device', async () => {
  const { userId } = await domain.user();
  const remember = () => rememberDevice(domain.pool, userId, 'device', domain.now());
  const known = () => domain.pool.query('select from known_device where user_id = $1', [userId]);
  await remember();
  expect(await known()).toMatchObject({ rowCount: 1 });
  let remembered: Promise<void> | undefined;
  await inTransaction(domain.pool, async (db) => {
    await eraseAccount(db, userId, null, domain.now());
    remembered = remember();
    await untilLockWait(domain.pool, remembered);
  });
  await remembered;
  expect(await known()).toMatchObject({ rowCount: 0 });
});

test('a withdrawal request that waits while its account is deleted holds no money', async () => {
  const { caller } = await ready();
  let answer: Promise<unknown> | undefined;
  await inTransaction(domain.pool, async (db) => {
    await eraseAccount(db, caller.userId, null, domain.now());
    answer = withdraw(domain.context(), caller, { amount: '1' });
    answer.catch(() => {});
    await untilLockWait(domain.pool, answer);
  });
  await expect(answer).rejects.toThrow();
  const { rowCount } = await domain.pool.query('select from withdrawal where user_id = $1', [
    caller.userId,
  ]);
  expect(rowCount).toBe(0);
});

test('a deletion that waits for a withdrawal request is refused, and changes nothing', async () => {
  const { caller } = await ready();
  let erased: Promise<unknown> | undefined;
  await inTransaction(domain.pool, async (db) => {
    await withdraw(domain.context({ db }), caller, { amount: '1' });
    erased = eraseAccount(domain.pool, caller.userId, null, domain.now());
    erased.catch(() => {});
    await untilLockWait(domain.pool, erased);
  });
  await expect(erased).rejects.toMatchObject({ reason: 'pending_exists' });
  const { userInfo } = await info(domain.context(), caller, {});
  expect(userInfo).toMatchObject({ balance: '4.0000', email: expect.stringContaining('@') });
  expect(await findSession(domain.context(), caller.token)).toMatchObject({
    userId: caller.userId,
  });
});

test('simultaneous deletions and welcomes of an inviter and friends end without deadlocks', async () => {
  const top = await ready();
  const people = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const { userId } = await domain.user({ inviters: [top.caller.userId] });
      return { userId, token: await openSession(domain.context(), userId, true) };
    }),
  );
  const results = await Promise.allSettled([
    ...people.map((person) => handleLoginReward(domain.context(), person, {})),
    ...[...people, top.caller].map(({ userId }) =>
      retryOnConflict(domain.pool, () => eraseAccount(domain.pool, userId, null, domain.now())),
    ),
  ]);
  const odd = results.flatMap((result) =>
    result.status === 'rejected' && result.reason.code !== 401 ? [String(result.reason)] : [],
  );
  expect(odd).toEqual([]);
});
