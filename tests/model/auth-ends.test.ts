import { expect, test } from 'vitest';
import type { RegisterForm } from '../../machines/auth/credentials.ts';
import type { KnownUser } from '../../machines/auth/model.ts';
import { form, nobody, type Start, somebody, start } from './auth.stage.ts';
import { faulted, offline, refused, user } from './samples.ts';
import { settled } from './scenarios.ts';

const timedOut = { kind: 'timeout' };
const newcomer: RegisterForm = {
  ...form,
  email: 'ada@example.org',
  confirmation: form.password,
  inviteCode: '',
};
const empty = { ...newcomer, username: ' ', password: '', email: '', confirmation: '' };
const welcomed = { rewards: [], balance: '1.0000', refusal: null };

const stateOf = ({ actor }: Start) => actor.getSnapshot().value;
const contextOf = ({ actor }: Start) => actor.getSnapshot().context;

async function visiting() {
  const auth = start(nobody);
  await auth.ready;
  return auth;
}

/** A member whom the server has just told everything. */
async function visited() {
  const auth = start(somebody);
  await auth.ready;
  expect(stateOf(auth)).toEqual({ loggedIn: 'refreshing' });
  await auth.load.answer(user);
  expect(stateOf(auth)).toEqual({ loggedIn: 'current' });
  auth.done.length = 0;
  return auth;
}

/** One whom the server could not tell anything, because there is no connection. */
async function outdated() {
  const auth = await visited();
  auth.actor.send({ type: 'user.outdated' });
  await auth.load.fail(offline);
  await auth.known.answer(1_000);
  return auth;
}

/** Nothing has happened 1 ms before, and it has at the time. */
function endsAt(auth: Start, ms: number, before: unknown, after: unknown): void {
  auth.time.increment(ms - 1);
  expect(stateOf(auth)).toEqual(before);
  auth.time.increment(1);
  expect(stateOf(auth)).toEqual(after);
}

test('where what is stored cannot be read, there is nobody', async () => {
  const failed = start(null);
  expect([stateOf(failed), failed.users]).toEqual(['restoring', []]);
  await failed.restore.fail(faulted);
  expect([stateOf(failed), failed.users]).toEqual(['loggedOut', [null]]);
});

test.each(['login.submitted', 'register.submitted'] as const)(
  '%s with fields that are empty says which, sends nothing, and is forgotten',
  async (type) => {
    const auth = await visiting();
    auth.actor.send({ type, form: empty });
    expect(stateOf(auth)).toBe('loggedOut');
    expect(contextOf(auth).problems).toMatchObject({ password: 'passwordRequired' });
    auth.actor.send({ type: 'turn.pressed' });
    expect(contextOf(auth).problems).toEqual({});
    auth.actor.send({ type, form: empty });
    auth.actor.send({ type, form: newcomer });
    expect(contextOf(auth).problems).toEqual({});
    expect(stateOf(auth)).toEqual(
      type === 'login.submitted' ? 'loggingIn' : { registering: 'loading' },
    );
  },
);

test('why a log-in failed is forgotten by the next one, by an empty one and by a turn', async () => {
  for (const next of [
    { type: 'login.submitted', form },
    { type: 'login.submitted', form: empty },
    { type: 'turn.pressed' },
  ] as const) {
    const auth = await visiting();
    auth.actor.send({ type: 'login.submitted', form });
    await auth.logIn.fail(refused('invalid_credentials'));
    expect([contextOf(auth).failure, auth.news]).toEqual([refused('invalid_credentials'), []]);
    auth.actor.send(next);
    expect(contextOf(auth).failure).toBeNull();
  }
});

test('a registration logs in, and what is due to the new member is asked for', async () => {
  const auth = await visiting();
  auth.actor.send({ type: 'register.submitted', form: newcomer });
  await settled();
  expect(auth.register.inputs()).toEqual([{ form: newcomer }]);
  await auth.register.answer(user);
  expect(auth.done).toEqual(['store token-a', 'clear invite code']);
  expect(auth.news).toEqual(['auth.loggedIn']);
  expect(contextOf(auth)).toMatchObject({ token: user.token, user, isWelcomeDue: true });
  expect(stateOf(auth)).toEqual({ loggedIn: 'welcoming' });
  await auth.welcome.answer(welcomed);
  expect(contextOf(auth)).toMatchObject({ isWelcomeDue: false, welcomeFailures: 0 });
  expect(stateOf(auth)).toEqual({ loggedIn: 'refreshing' });
});

test('a registration that is refused says why', async () => {
  const auth = await visiting();
  auth.actor.send({ type: 'register.submitted', form: newcomer });
  await settled();
  await auth.register.fail(refused('username_taken'));
  expect([stateOf(auth), auth.news, auth.done]).toEqual(['loggedOut', [], ['clear session null']]);
  expect(contextOf(auth).failure).toEqual(refused('username_taken'));
});

test.each([
  ['login.submitted', 'logIn'],
  ['register.submitted', 'register'],
] as const)('%s that is not answered in time fails', async (type, call) => {
  const auth = await visiting();
  auth.actor.send({ type, form: newcomer });
  await settled();
  await auth[call].fail(timedOut);
  expect([stateOf(auth), contextOf(auth).failure, auth.news]).toEqual(['loggedOut', timedOut, []]);
});

test.each([
  ['another call is told that it is over', { type: 'session.ended', token: user.token }, true],
  ['another window has left', { type: 'session.changed', session: null }, false],
] as const)('on the way out, whoever %s has left', async (_, event, isCleared) => {
  const auth = await visited();
  auth.actor.send({ type: 'logout.pressed' });
  auth.actor.send(event as never);
  expect(stateOf(auth)).toBe('loggedOut');
  expect(auth.done).toEqual(isCleared ? [`clear session ${user.token}`] : []);
});

test('on the way out, another window’s log-in is followed, and no other session ends this one', async () => {
  const auth = await visited();
  auth.actor.send({ type: 'logout.pressed' });
  auth.actor.send({ type: 'session.ended', token: 'token-b' });
  expect(stateOf(auth)).toBe('loggingOut');
  auth.actor.send({ type: 'session.changed', session: { token: 'token-b', user } });
  expect(stateOf(auth)).toEqual({ loggedIn: 'refreshing' });
  expect(contextOf(auth).token).toBe('token-b');
});

test('the reward of a registration that is not answered in time is asked for again', async () => {
  const auth = start({ ...somebody, isWelcomeDue: true });
  await auth.ready;
  await auth.welcome.fail(timedOut);
  endsAt(auth, 5_000, { loggedIn: 'welcomeDelayed' }, { loggedIn: 'welcoming' });
});

test('it is asked for at least every five minutes', async () => {
  const auth = start({ ...somebody, isWelcomeDue: true });
  await auth.ready;
  for (let failure = 1; failure < 8; failure += 1) {
    await auth.welcome.fail(offline);
    auth.time.increment(5 * 60_000);
    await settled();
  }
  await auth.welcome.fail(offline);
  endsAt(auth, 5 * 60_000, { loggedIn: 'welcomeDelayed' }, { loggedIn: 'welcoming' });
});

test('a member of whom nothing comes in time is out of date, without being offline', async () => {
  const auth = await visited();
  auth.actor.send({ type: 'user.outdated' });
  await auth.load.fail(timedOut);
  expect(stateOf(auth)).toEqual({ loggedIn: 'outdated' });
  expect(contextOf(auth).isOffline).toBe(false);
});

test('who is out of date says since when and why, until the server answers', async () => {
  const auth = await outdated();
  expect(stateOf(auth)).toEqual({ loggedIn: 'outdated' });
  expect(contextOf(auth)).toMatchObject({ isOffline: true, knownAtMs: 1_000 });
  auth.actor.send({ type: 'user.outdated' });
  auth.actor.send({ type: 'user.outdated' });
  expect(auth.load.inputs()).toHaveLength(4);
  await auth.load.answer({ ...user, balance: '4.0000' });
  expect(contextOf(auth)).toMatchObject({ isOffline: false, knownAtMs: null });
  expect(contextOf(auth).user?.balance).toBe('4.0000');
  expect(auth.done).toEqual(['store user 7']);
});

test.each([true, false])(
  'a balance that is told is stored, and is of now; shown: %s',
  async (isShown) => {
    const auth = await outdated();
    const asked = auth.load.inputs().length;
    auth.actor.send({ type: 'balance.changed', balance: '3.0000', isShown });
    expect(auth.done).toEqual(['store user 7']);
    expect(auth.news).toEqual([]);
    expect(contextOf(auth).knownAtMs).toBeNull();
    // its estimate is the server's
    expect(auth.load.inputs()).toHaveLength(asked + (isShown ? 1 : 0));
  },
);

test('what another window was paid is followed and said, not stored; of another user it is none', async () => {
  const auth = await visited();
  const paid = { ...user, balance: '3.0000', local_amount: null };
  const send = (token: string, known: KnownUser | null) =>
    auth.actor.send({ type: 'session.changed', session: { token, user: known } });
  send(user.token, null);
  send(user.token, { ...paid, id: 8 });
  send(user.token, user);
  expect([contextOf(auth).user, auth.news]).toEqual([user, []]);
  send(user.token, paid);
  expect([contextOf(auth).user, auth.news, auth.done]).toEqual([paid, ['auth.paidElsewhere'], []]);
});

test('a window that follows another’s log-in claims nothing and keeps nothing of before', async () => {
  const auth = await visiting();
  auth.actor.send({ type: 'session.changed', session: null });
  expect(stateOf(auth)).toBe('loggedOut');
  auth.actor.send({ type: 'login.submitted', form: empty });
  auth.actor.send({ type: 'session.changed', session: { token: 'token-b', user } });
  expect(stateOf(auth)).toEqual({ loggedIn: 'refreshing' });
  expect(contextOf(auth)).toMatchObject({ token: 'token-b', user, isWelcomeDue: false });
  expect(contextOf(auth).problems).toEqual({});
});

test.each([
  ['login.submitted', (auth: Start) => auth.logIn],
  ['register.submitted', (auth: Start) => auth.register],
] as const)('%s gives way to a log-in of another window', async (type, attemptOf) => {
  const auth = await visiting();
  auth.actor.send({ type, form: newcomer });
  await settled();
  auth.actor.send({ type: 'session.changed', session: { token: 'token-b', user: null } });
  await attemptOf(auth).answer(user);
  expect(stateOf(auth)).toEqual({ loggedIn: 'refreshing' });
  expect(contextOf(auth)).toMatchObject({ token: 'token-b', user: null, failure: null });
  expect([auth.done, auth.news]).toEqual([[], []]);
});

test('a session that ends leaves nothing of its member', async () => {
  const auth = await outdated();
  auth.actor.send({ type: 'session.ended', token: user.token });
  expect(contextOf(auth)).toEqual({
    ...{ token: null, user: null, knownAtMs: null, isOffline: false },
    ...{ isWelcomeDue: false, welcomeFailures: 0, problems: {}, failure: null },
  });
});
