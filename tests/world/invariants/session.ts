import { isSessionChild } from '../../../machines/app/children.ts';
import { idOfKey, outcomesOf } from '../records.ts';
import { balanceOf } from '../server/ledger.ts';
import { childOf, rootOf, type Window } from '../world.ts';
import { claimsIn } from './claims-in.ts';
import { type Invariant, isRootEvent } from './invariant.ts';

const ownToken: Invariant = {
  says: 'Every call carries the token of the session in its window, and no other token.',
  watch: ({ violated }) => ({
    called: (window, { path, token }) => {
      const known = childOf(window, 'auth')?.getSnapshot().context.token ?? null;
      if (token !== known) violated(`${path} with ${token}, but the session is ${known}`);
    },
  }),
};

const ownClaims: Invariant = {
  says: 'A claim is sent only with the token of the user who has earned it.',
  watch: ({ world, records, violated }) => ({
    called: (_, asked) => {
      for (const { key } of claimsIn(asked)) {
        const claim = records.earned.get(idOfKey(key));
        const userId = world.server.sessions.get(asked.token ?? '')?.userId;
        if (claim && claim.userId !== userId) violated(`${key} as user ${userId}`);
      }
    },
  }),
};

/** Time within which other windows notice a log-out, through the shared storage. */
const HEARSAY_MS = 2_000;

const nothingAfter: Invariant = {
  says: 'After a log-out, no window sends a call with the token of that session.',
  watch: ({ world, violated }) => {
    const last = new Map<Window, string>();
    const over = new Map<string, { window: Window; atMs: number }>();
    return {
      event: (window, event) => {
        if (!isRootEvent(event)) return;
        const token = last.get(window);
        const isOver = ['auth.loggedOut', 'auth.sessionEnded'].includes(event.event.type);
        if (isOver && token) over.set(token, { window, atMs: world.clock.nowMs });
      },
      called: (window, { path, token }) => {
        if (token === null) return;
        last.set(window, token);
        const end = over.get(token);
        if (!end) return;
        const isLate = world.clock.nowMs - end.atMs > HEARSAY_MS && !world.device.wasBlocked;
        if (end.window === window || isLate) violated(`${path} with ${token}`);
      },
    };
  },
};

const endedRightly: Invariant = {
  says: 'A session ends when a person or the server ends it, and not because another session has ended.',
  watch: ({ world, violated }) => {
    const known = new Map<Window, string>();
    return {
      called: (window, { token }) => token && known.set(window, token),
      event: (window, event) => {
        if (!isRootEvent(event) || event.event.type !== 'auth.sessionEnded') return;
        const token = known.get(window);
        if (!world.server.sessions.get(token ?? '')?.ended) violated(`${token} was valid`);
      },
    };
  },
};

const endedByNobodyElse: Invariant = {
  says: 'A member stays logged in in every window, until they log out or the server ends the session.',
  watch: ({ world, violated }) => {
    const last = new Map<Window, string>();
    const left = new Set<string | null>();
    return {
      called: (window, { token }) => token && last.set(window, token),
      event: (window, event) => {
        if (event.type !== '@xstate.event') return;
        if (event.event.type === 'logout.pressed') {
          left.add(childOf(window, 'auth')?.getSnapshot().context.token ?? null);
        }
        if (!isRootEvent(event) || event.event.type !== 'auth.loggedOut') return;
        const token = last.get(window);
        const isOver = !token || left.has(token) || world.server.sessions.get(token)?.ended;
        if (!isOver && !world.device.wasBlocked)
          violated(`${token} was valid, and nobody logged out`);
      },
    };
  },
};

/** Keys that a session stores; they must not remain for the next session. */
const personal = ['token', 'userInfo', 'isWelcomeDue'];

/** Is the last list of clips a member's, not a visitor's? */
const hasMemberFeed = (kept: string | undefined) =>
  kept !== undefined && JSON.parse(kept).userId !== null;

const nothingStored: Invariant = {
  says: 'While nobody is logged in, the device stores nothing of a person but their claims.',
  watch: ({ world, violated }) => ({
    second: () => {
      if (world.device.wasBlocked || world.windows.length === 0) return;
      const isAnybody = world.windows.some(
        (window) => !childOf(window, 'auth')?.getSnapshot().matches('loggedOut'),
      );
      const left = personal.filter((key) => world.device.local.has(key));
      if (hasMemberFeed(world.device.local.get('keptFeed'))) left.push('keptFeed');
      if (!isAnybody && left.length > 0) violated(left.join(', '));
    },
  }),
};

const nothingShown: Invariant = {
  says: 'Each actor of a window belongs to its user: no outbox, list or money of another user is shown.',
  watch: ({ world, violated }) => ({
    second: () => {
      for (const window of world.windows) {
        const { user, isVisitor, running } = rootOf(window).context;
        const auth = childOf(window, 'auth')?.getSnapshot().context.user ?? null;
        if ((auth?.id ?? null) !== (user?.id ?? null)) {
          violated(`the root knows user ${user?.id}, the log-in ${auth?.id}`);
        }
        const outbox = childOf(window, 'outbox')?.getSnapshot().context.userId ?? null;
        if (outbox !== (user?.id ?? null))
          violated(`outbox of ${outbox} while ${user?.id} is there`);
        if (childOf(window, 'feed') && !childOf(window, 'earning') !== isVisitor) {
          violated('the feed of another user');
        }
        const rewards = childOf(window, 'rewards')?.getSnapshot().context.items ?? [];
        const foreign = rewards.find(({ id }) => Math.floor(id / 10_000) !== user?.id);
        if (foreign) violated(`reward ${foreign.id} is shown to ${user?.id}`);
        const own = running.filter((id) => isSessionChild(id) && id === 'earning');
        if (isVisitor && own.length > 0) violated(`${own} of a visitor`);
      }
    },
  }),
};

const saidBalance: Invariant = {
  says: 'The balance on the screen is always one that the server has sent for this user.',
  watch: ({ world, records, violated }) => ({
    second: () => {
      for (const window of world.windows) {
        const user = childOf(window, 'auth')?.getSnapshot().context.user;
        if (!user) continue;
        if (!records.balances.get(user.id)?.has(user.balance)) violated(`${user.balance}`);
      }
    },
  }),
};

/** Time for the app's next event. */
const FOLLOWS_MS = 1_000;

const followed: Invariant = {
  says: 'A reward that the server has paid is in the balance on the screen at once.',
  watch: ({ world, violated }) => {
    let last: { window: Window; userId: number; balance: string; atMs: number } | null = null;
    return {
      answered: (window, exchange) => {
        const paid = outcomesOf(exchange).findLast(({ balance }) => balance !== null)?.balance;
        const { data, userId } = exchange;
        const isOther = data && ('balance' in data || 'userInfo' in data);
        if (paid && userId) last = { window, userId, balance: paid, atMs: world.clock.nowMs };
        else if (isOther) last = null;
      },
      second: () => {
        if (!last || world.clock.nowMs - last.atMs < FOLLOWS_MS) return;
        const { window, userId, balance } = last;
        last = null;
        const auth = childOf(window, 'auth')?.getSnapshot();
        const user = auth?.context.user;
        // a person who is logging out no longer needs it
        if (
          !window.page.windowListener.isAlive ||
          user?.id !== userId ||
          !auth?.matches('loggedIn')
        )
          return;
        if (user.balance !== balance) violated(`${user.balance} after ${balance} was said`);
      },
    };
  },
};

const trueBalance: Invariant = {
  says: 'Once network, storage and rewards work again, the screen shows the balance on the ledger.',
  watch: ({ world, violated }) => ({
    settled: (userId) => {
      const shown = childOf(world.front, 'auth')?.getSnapshot().context.user;
      const balance = balanceOf(world.server.account(userId));
      if (shown?.id !== userId || shown.balance !== balance) {
        violated(`${shown?.balance} of user ${shown?.id}, and the ledger has ${balance}`);
      }
    },
  }),
};

export const session: Invariant[] = [
  ...[
    ownToken,
    ownClaims,
    nothingAfter,
    endedRightly,
    endedByNobodyElse,
    nothingStored,
    nothingShown,
    saidBalance,
    followed,
    trueBalance,
  ],
];
