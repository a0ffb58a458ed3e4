import { expect, test } from 'vitest';
import { form, nobody, type Start, somebody, start } from './auth.stage.ts';
import { faulted, offline, refused, user } from './samples.ts';
import { settled } from './scenarios.ts';

test('a log-in stores token and user and clears the saved invite code', async () => {
  const { actor, logIn, done, news, ready } = start(nobody);
  await ready;
  actor.send({ type: 'login.submitted', form });
  await logIn.answer(user);
  expect(done).toEqual(['store token-a', 'clear invite code']);
  expect(actor.getSnapshot().context).toMatchObject({ token: 'token-a', user });
  expect(news).toEqual(['auth.loggedIn']);
});

test('any failed log-in clears token and user, and says why', async () => {
  const { actor, logIn, done, ready } = start(nobody);
  await ready;
  actor.send({ type: 'login.submitted', form });
  await logIn.fail(refused('invalid_credentials'));
  expect(done).toEqual(['clear session null']);
  expect(actor.getSnapshot().context).toMatchObject({
    token: null,
    user: null,
    failure: { kind: 'refused', reason: 'invalid_credentials' },
  });
});

test('a log-in that is never answered ends as a failure', async () => {
  const { actor, done, logIn, ready } = start(nobody);
  await ready;
  actor.send({ type: 'login.submitted', form });
  await logIn.fail({ kind: 'timeout' });
  expect(actor.getSnapshot().value).toBe('loggedOut');
  expect(actor.getSnapshot().context.failure).toEqual({ kind: 'timeout' });
  expect(done).toEqual(['clear session null']);
});

test('a session ends once, however many calls report it', async () => {
  const { actor, news, done, ready } = start(somebody);
  await ready;
  for (let call = 0; call < 5; call += 1) {
    actor.send({ type: 'session.ended', token: user.token });
  }
  expect(actor.getSnapshot().value).toBe('loggedOut');
  expect(news).toEqual(['auth.sessionEnded']);
  expect(done).toEqual(['clear session token-a']);
});

test('a late answer to an older session does not end the new one', async () => {
  const { actor, news, ready } = start(somebody);
  await ready;
  actor.send({ type: 'session.ended', token: 'the one before' });
  expect(actor.getSnapshot().matches('loggedIn')).toBe(true);
  expect(news).toEqual([]);
});

test('a network failure does not end a session', async () => {
  const { actor, load, done, ready } = start(somebody);
  await ready;
  await load.fail(offline);
  expect(actor.getSnapshot().value).toEqual({ loggedIn: 'outdated' });
  expect(done).toEqual([]);
});

test('who is there is said at the start, after each change, and when the user is known', async () => {
  const visitor = start(nobody);
  await visitor.ready;
  visitor.actor.send({ type: 'login.submitted', form });
  await visitor.logIn.answer(user);
  expect(visitor.users).toEqual([null, 7]);
  const { actor, load, users, ready } = start({ ...somebody, user: null });
  await ready;
  await load.answer(user);
  actor.send({ type: 'session.changed', session: { token: 'token-b', user: { ...user, id: 8 } } });
  actor.send({ type: 'session.ended', token: 'token-b' });
  expect(users).toEqual([null, 7, 8, null]);
});

test('a new balance is known and stored without the estimate of the old one, until the server gives its own', async () => {
  const { actor, load, ready } = start(somebody);
  await ready;
  await load.answer(user);
  const known = () => {
    const { user: shown } = actor.getSnapshot().context;
    return [shown?.balance, shown?.local_amount];
  };
  actor.send({ type: 'balance.changed', balance: user.balance, isShown: true });
  expect(known()).toEqual(['2.0000', '2.00']);
  actor.send({ type: 'balance.changed', balance: '3.0000', isShown: false });
  expect(known()).toEqual(['3.0000', null]);
  actor.send({ type: 'user.outdated' });
  await load.answer({ ...user, balance: '3.0000', local_amount: '3.00' });
  expect(known()).toEqual(['3.0000', '3.00']);
});

test.each([
  ['here', { type: 'balance.changed', balance: '3.0000', isShown: false }],
  [
    'in another window',
    {
      type: 'session.changed',
      session: { token: user.token, user: { ...user, balance: '3.0000' } },
    },
  ],
] as const)('what was asked before a reward was paid %s is asked for again', async (_, paid) => {
  const { actor, load, ready } = start(somebody);
  await ready;
  const asked = load.inputs().length;
  actor.send(paid);
  expect(load.inputs()).toHaveLength(asked + 1);
  await load.answer({ ...user, balance: '3.0000' });
  expect(actor.getSnapshot().context.user?.balance).toBe('3.0000');
  expect(actor.getSnapshot().value).toEqual({ loggedIn: 'current' });
});

test('the registration reward is asked for until it is answered', async () => {
  const { actor, welcome, news, done, time, ready } = start({ ...somebody, isWelcomeDue: true });
  await ready;
  await welcome.fail(offline);
  time.increment(5_000);
  await settled();
  await welcome.answer({ rewards: [], balance: '1.0000', refusal: null });
  expect(welcome.inputs()).toHaveLength(2);
  expect(news).toEqual(['reward.welcomed']);
  expect(done).toEqual(['welcomed']);
  expect(actor.getSnapshot().context.isWelcomeDue).toBe(false);
});

test('the registration reward is asked for before its time when the user is', async () => {
  const { actor, welcome, time, ready } = start({ ...somebody, isWelcomeDue: true });
  await ready;
  for (const failures of [1, 2, 3]) {
    await welcome.fail(offline);
    expect(actor.getSnapshot().context.welcomeFailures).toBe(failures);
    actor.send({ type: 'user.outdated' });
    await settled();
    expect(welcome.inputs()).toHaveLength(failures + 1);
  }
  // what it waited for before is over
  time.increment(19_999);
  expect(welcome.inputs()).toHaveLength(4);
});

test.each([
  ['agrees', true, (logOut: Start['logOut']) => logOut.answer()],
  ['refuses', false, (logOut: Start['logOut']) => logOut.fail(faulted)],
  ['cannot be reached', false, (logOut: Start['logOut']) => logOut.fail(offline)],
  ['does not answer', false, (logOut: Start['logOut']) => logOut.fail({ kind: 'timeout' })],
])('logging out, somebody else’s phone forgets when the server %s', async (_, isHeard, end) => {
  const { actor, logOut, done, news, ready } = start(somebody);
  await ready;
  actor.send({ type: 'logout.pressed' });
  await end(logOut);
  expect(actor.getSnapshot().value).toBe('loggedOut');
  expect(actor.getSnapshot().context).toMatchObject({ token: null, user: null });
  // a server that does not know it goes on sending
  const ended = isHeard ? [] : ['end subscription token-a'];
  expect([done, news]).toEqual([[...ended, 'clear session token-a'], ['auth.loggedOut']]);
});

test('another window that logs out or in is followed, and stores nothing here', async () => {
  const { actor, load, done, news, ready } = start(somebody);
  await ready;
  actor.send({ type: 'session.changed', session: { token: user.token, user } });
  expect(load.inputs()).toHaveLength(1);
  actor.send({ type: 'session.changed', session: null });
  expect([actor.getSnapshot().value, actor.getSnapshot().context.token]).toEqual([
    'loggedOut',
    null,
  ]);
  actor.send({ type: 'session.changed', session: { token: 'token-b', user: null } });
  expect(actor.getSnapshot().context).toMatchObject({ token: 'token-b', user: null });
  const other = { ...user, id: 8, token: 'token-b' };
  await load.answer(other);
  expect(actor.getSnapshot().context).toMatchObject({ token: 'token-b', user: other });
  expect([done, news]).toEqual([['store user 8'], ['auth.loggedOut']]);
});

test('the registration reward is asked for less and less often', async () => {
  const { welcome, time, ready } = start({ ...somebody, isWelcomeDue: true });
  await ready;
  for (const wait of [5_000, 10_000, 20_000]) {
    const before = welcome.inputs().length;
    await welcome.fail(offline);
    time.increment(wait - 1);
    expect(welcome.inputs()).toHaveLength(before);
    time.increment(1);
    await settled();
    expect(welcome.inputs()).toHaveLength(before + 1);
  }
});

test('passwords are not kept', async () => {
  const { actor, logIn, ready } = start(nobody);
  await ready;
  actor.send({ type: 'login.submitted', form });
  expect(JSON.stringify(actor.getSnapshot().context)).not.toContain(form.password);
  await logIn.answer(user);
  expect(JSON.stringify(actor.getSnapshot().context)).not.toContain(form.password);
});
