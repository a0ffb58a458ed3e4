import { describe, expect, test } from 'vitest';
import { startRoot, startWatching } from './app.root.ts';

/** children that outlive a session */
const OF_PAGE = ['outbox', 'auth', 'locale', 'push', 'ticker'] as const;

/** A member after the three stages of starting. */
async function whole() {
  const all = await startWatching();
  all.root.send({ type: 'feed.clipPlaying' });
  await all.arrive('second', 'locale');
  all.root.send({ type: 'page.idle' });
  await all.arrive('third', 'push', 'ads', 'dailyShare', 'ticker');
  return all;
}

describe('a session', () => {
  test('stops its actors when it ends, and the visitor gets new ones', async () => {
    const { identify, running, asked, arrive, root, value } = await whole();
    expect(running).toContain('dailyShare');
    const before = asked().length;
    identify(null);
    expect(running).toEqual([...OF_PAGE]);
    expect(root.getSnapshot().context.visited).toEqual([]);
    expect(asked().slice(before).sort()).toEqual(['feed', 'second']);
    await arrive('feed', 'feed');
    await arrive('second', 'locale');
    root.send({ type: 'page.idle' });
    await arrive('third', 'push', 'ads', 'ticker');
    expect(running).toEqual([...OF_PAGE, 'feed', 'ads']);
    expect(value()).toMatchObject({
      session: 'visitor',
      screen: 'shown',
      start: { third: 'ready' },
    });
  });

  test('starts over with the new user id when another person logs in', async () => {
    const { identify, running, asked, of } = await whole();
    const before = asked().length;
    identify(8);
    expect(running).toEqual([...OF_PAGE]);
    expect(asked().slice(before).sort()).toEqual(['feed', 'second']);
    for (const id of ['outbox', 'push'] as const) {
      expect(of(id).slice(-2)).toEqual([
        { type: 'session.left' },
        { type: 'session.started', userId: 8 },
      ]);
    }
  });

  test('goes on when the same person is identified again', async () => {
    const { identify, running, asked } = await whole();
    const before = [[...running], asked().length];
    identify(7);
    expect([running, asked().length]).toEqual(before);
  });
});

test('the feed is told once when the screen around it is loaded', async () => {
  const { root, arrive, of } = await startWatching();
  root.send({ type: 'feed.clipPlaying' });
  expect(of('feed')).not.toContainEqual({ type: 'screen.loaded' });
  await arrive('second', 'locale');
  expect(of('feed').filter(({ type }) => type === 'screen.loaded')).toHaveLength(1);
});

describe('Share, pressed before the share module is loaded,', () => {
  const pressed = [{ type: 'share.pressed' }];

  /** A member with the screen around the first clip; the modules for an idle page are not loaded. */
  async function early() {
    const all = await startWatching();
    all.root.send({ type: 'feed.clipPlaying' });
    await all.arrive('second', 'locale');
    all.root.send({ type: 'share.pressed' });
    all.root.send({ type: 'page.idle' });
    return all;
  }

  test('opens the dialog once the module is loaded, and only once', async () => {
    const { arrive, of, root } = await early();
    await arrive('third', 'share-feed');
    expect(of('share-feed')).toEqual(pressed);
    root.send({ type: 'share.pressed' });
    expect(of('share-feed')).toEqual([...pressed, ...pressed]);
  });

  test('is forgotten with the session', async () => {
    const { arrive, of, identify, root } = await early();
    identify(8);
    await arrive('second', 'locale');
    root.send({ type: 'page.idle' });
    await arrive('third', 'share-feed');
    expect(of('share-feed')).toEqual([]);
  });
});

describe('an actor that acts for a person', () => {
  test('is told of the session, however late it starts', async () => {
    const started = { type: 'session.started', userId: 7 };
    const { of } = await whole();
    expect(of('outbox')).toEqual([started, { type: 'restore.due' }]);
    expect(of('push')).toEqual([started]);
  });

  test('is told of no session for a visitor', async () => {
    const { identify, open, arrive, of } = startRoot();
    open('install');
    identify(null);
    await arrive('install', 'push');
    expect(of('push')).toEqual([]);
  });

  test('that has not started when the session ends leaves its clean-up to the page', async () => {
    const { identify, orders } = await startWatching();
    identify(null);
    expect(orders).toContain('page.forgetPushSync');
    const late = await whole();
    late.identify(null);
    expect(late.orders).not.toContain('page.forgetPushSync');
    expect(late.of('push').at(-1)).toEqual({ type: 'session.left' });
  });
});

describe('the boot phases', () => {
  test('wait for the clip, then for an idle page', async () => {
    const { root, asked, arrive, orders } = await startWatching();
    expect(asked()).toEqual(['feed']);
    root.send({ type: 'feed.clipPlaying' });
    expect(asked()).toEqual(['feed', 'second']);
    expect(orders).not.toContain('page.draw');
    await arrive('second', 'locale');
    expect(orders).toEqual(['page.formatFor', 'page.draw', 'page.awaitIdle']);
    expect(asked()).toEqual(['feed', 'second']);
    root.send({ type: 'page.idle' });
    expect(asked()).toEqual(['feed', 'second', 'third']);
  });

  test('wait for an idle page no longer than 15 s', async () => {
    const { root, asked, arrive, time } = await startWatching();
    root.send({ type: 'feed.clipPlaying' });
    await arrive('second', 'locale');
    time.increment(14_999);
    expect(asked()).toEqual(['feed', 'second']);
    time.increment(1);
    expect(asked()).toEqual(['feed', 'second', 'third']);
    root.send({ type: 'page.idle' });
    expect(asked()).toEqual(['feed', 'second', 'third']);
  });

  test('wait for the clip no longer than 3 s, and not at all on a screen without clips', async () => {
    const slow = await startWatching();
    slow.time.increment(2_999);
    expect(slow.asked()).toEqual(['feed']);
    slow.time.increment(1);
    expect(slow.asked()).toEqual(['feed', 'second']);
    const elsewhere = startRoot();
    elsewhere.open('install');
    expect(elsewhere.asked()).toEqual(['second']);
  });

  test('a boot phase is retried 5 s after a failure, which is shown, or a timeout', async () => {
    const { root, asked, fail, arrive, time, orders } = await startWatching();
    root.send({ type: 'feed.clipPlaying' });
    expect(orders).not.toContain('page.showStartFailure');
    await fail('second');
    expect(orders).toContain('page.showStartFailure');
    time.increment(4_999);
    expect(asked()).toEqual(['feed', 'second']);
    time.increment(1);
    expect(asked()).toEqual(['feed', 'second', 'second']);
    await arrive('second');
    root.send({ type: 'page.idle' });
    time.increment(30_000);
    time.increment(5_000);
    expect(asked().slice(3)).toEqual(['third', 'third']);
  });
});

describe('children', () => {
  test('that belong to the screen around the first clip start again for another person', async () => {
    const { root, asked, arrive, identify, orders } = await startWatching();
    root.send({ type: 'feed.clipPlaying' });
    identify(8);
    expect(asked().filter((part) => part === 'second')).toHaveLength(2);
    await arrive('second', 'locale');
    identify(null);
    expect(asked().filter((part) => part === 'second')).toHaveLength(3);
    await arrive('second', 'locale');
    expect(orders.filter((type) => type === 'page.awaitIdle')).toHaveLength(2);
  });

  test('that run already are not started again', async () => {
    const { running, open, arrive } = await whole();
    open('tasks');
    await arrive('tasks', 'push', 'tasks');
    expect(running.filter((id) => id === 'push')).toHaveLength(1);
    expect(running).toContain('tasks');
  });
});

describe('a screen', () => {
  test('that is not for visitors is never started for a visitor', async () => {
    const { identify, open, asked, orders, value } = startRoot();
    open('withdraw');
    expect(asked()).toEqual(['second']);
    identify(null);
    expect(orders).toEqual(['page.formatFor', 'page.logIn']);
    expect(asked()).not.toContain('withdraw');
    expect(value().screen).toBe('redirecting');
    open('login');
    expect(asked()).toContain('login');
  });

  test('that is for visitors leads a member back', async () => {
    const { identify, open, asked, orders } = startRoot();
    open('login');
    identify(7);
    expect(orders).toEqual(['page.formatFor', 'page.return']);
    expect(asked()).not.toContain('login');
  });

  test('is fetched once, and again after a failure', async () => {
    const { open, asked, fail, arrive, value } = await startWatching();
    open('invite');
    await fail('invite');
    expect(value().screen).toBe('failed');
    open('invite');
    await arrive('invite', 'share-invite');
    open('feed');
    open('invite');
    expect(asked().filter((part) => part === 'invite')).toHaveLength(2);
    expect(value().screen).toBe('shown');
  });

  test('that could not be fetched puts the connection in doubt, and reloads the page once it is restored', async () => {
    const { root, open, fail, of, orders, arrive } = await startWatching();
    root.send({ type: 'feed.clipPlaying' });
    await arrive('second', 'connectivity');
    open('invite');
    await fail('invite');
    expect(of('connectivity')).toEqual([{ type: 'connectivity.doubted' }]);
    expect(orders).not.toContain('page.reload');
    root.send({ type: 'connectivity.restored' });
    expect(orders.at(-1)).toBe('page.reload');
  });
});
