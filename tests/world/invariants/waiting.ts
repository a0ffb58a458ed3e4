import { selectWaitingCount } from '../../../machines/outbox/outbox.selectors.ts';
import { dayOf } from '../server/ledger.ts';
import { childOf, rootOf, type Window } from '../world.ts';
import { claimsIn } from './claims-in.ts';
import type { Invariant } from './invariant.ts';

/** A call that began before the connection was back may wait for 16 s; the longest pause after it is 10 s. */
const GONE_MS = 16_000 + 10_000;

const sentSoon: Invariant = {
  says: 'Once the connection is back, waiting claims are sent within ten seconds of the last call that was lost.',
  watch: ({ world, records, violated }) => ({
    goodFor: (ms) => {
      if (ms < GONE_MS) return;
      const outbox = childOf(world.front, 'outbox')?.getSnapshot();
      if (!outbox || outbox.context.userId === null) return;
      const { queue, userId } = outbox.context;
      const left = queue.filter(
        ({ claim, state }) => claim.userId === userId && (state === 'due' || state === 'sending'),
      );
      const old = left.filter(
        ({ claim: { id } }) => world.clock.nowMs - (records.earned.get(id)?.atMs ?? 0) > GONE_MS,
      );
      if (old.length > 0) violated(old.map(({ claim }) => claim.id).join());
    },
  }),
};

const loadedSoon: Invariant = {
  says: 'Within 50 seconds of a good connection the boot phases and the screen are loaded, and the feed has not failed.',
  watch: ({ world, violated }) => ({
    goodFor: (ms) => {
      if (ms < 50_000) return;
      const root = rootOf(world.front);
      if (root.value.screen !== 'shown')
        violated(`the screen is ${JSON.stringify(root.value.screen)}`);
      const feed = childOf(world.front, 'feed')?.getSnapshot();
      if (root.context.screen === 'feed' && feed?.matches({ list: 'retrying' })) {
        violated('the feed has failed');
      }
      if (
        root.value.start !== undefined &&
        JSON.stringify(root.value.start) !== '{"third":"ready"}'
      ) {
        violated(`the start is at ${JSON.stringify(root.value.start)}`);
      }
    },
  }),
};

/** Time after which a claim counts as delayed. */
const SAID_AFTER_MS = 45_000;

const waitingTold: Invariant = {
  says: 'Claims that are unpaid after 45 seconds are in the number of waiting claims, except deferred ones.',
  watch: ({ world, records, violated }) => {
    /** the user whose claims a window sends, and since when */
    const owners = new Map<Window, { userId: number | null; sinceMs: number }>();
    const ownerOf = (window: Window, userId: number | null) => {
      const known = owners.get(window);
      const owner = known?.userId === userId ? known : { userId, sinceMs: world.clock.nowMs };
      owners.set(window, owner);
      return owner;
    };
    return {
      second: () => {
        for (const window of world.windows) {
          const outbox = childOf(window, 'outbox')?.getSnapshot();
          if (!outbox) continue;
          const { queue, userId } = outbox.context;
          // a window is judged once it has been visible, with its user logged in, for that time
          const { sinceMs } = ownerOf(window, userId);
          const { isVisible, shownAtMs } = window.page;
          const isLong = world.clock.nowMs - Math.max(shownAtMs, sinceMs) > SAID_AFTER_MS;
          if (!outbox.matches({ store: 'open' }) || !isVisible || !isLong) continue;
          const old = queue.filter(({ claim, state }) => {
            const atMs = records.earned.get(claim.id)?.atMs ?? world.clock.nowMs;
            const isOld = world.clock.nowMs - atMs > SAID_AFTER_MS;
            return claim.userId === userId && state !== 'deferred' && isOld;
          });
          if (old.length > selectWaitingCount(outbox))
            violated(`${old.length} claims wait, and the app counts ${selectWaitingCount(outbox)}`);
        }
      },
    };
  },
};

/** The app begins the day half a minute late; then it loads the list, with pauses between its attempts. */
const NEW_LIST_MS = 90_000;

const newDay: Invariant = {
  says: 'After midnight UTC a member’s feed has the new day’s list within a minute and a half.',
  watch: ({ world, violated }) => {
    const listed = new Map<Window, number>();
    return {
      answered: (window, { name, atMs, data }) => {
        if (name === 'playable' && data) listed.set(window, atMs);
      },
      goodFor: (ms) => {
        const { front, clock } = world;
        const { user } = rootOf(front).context;
        const sinceMidnight = clock.nowMs % 86_400_000;
        const isDue = ms > NEW_LIST_MS && sinceMidnight > NEW_LIST_MS;
        const last = listed.get(front);
        if (!user || !isDue || !childOf(front, 'feed') || last === undefined) return;
        if (dayOf(last) !== dayOf(clock.nowMs)) violated(`the list is of ${dayOf(last)}`);
      },
    };
  },
};

const oneWithdrawal: Invariant = {
  says: 'One press of Withdraw is at most one withdrawal: however often the request is sent, its key is the same.',
  watch: ({ world, violated }) => {
    const keys = new Map<string, Set<string>>();
    let presses = 0;
    return {
      event: (_, event) => {
        if (event.type !== '@xstate.event' || event.event.type !== 'withdraw.pressed') return;
        presses += 1;
      },
      called: (_, { path, key, token }) => {
        if (path !== '/api/user/withdraw') return;
        if (key === null) violated('a request without a key');
        const own = keys.get(token ?? '') ?? new Set();
        keys.set(token ?? '', own.add(key ?? ''));
        const all = [...keys.values()].reduce((sum, { size }) => sum + size, 0);
        if (all > presses) violated(`${all} keys for ${presses} presses of Withdraw`);
      },
      finished: () => {
        const made = world.server.accounts.reduce((sum, each) => sum + each.withdrawals.length, 0);
        if (made > presses) violated(`${made} withdrawals for ${presses} presses of Withdraw`);
      },
    };
  },
};

/** Time after which every call has ended; until then two windows may send the same claim. */
const HUNG_MS = 25_000;

const oneSender: Invariant = {
  says: 'On a good connection, no two windows send the same claim at the same time.',
  watch: ({ world, violated }) => {
    const sending = new Map<string, { window: Window }>();
    return {
      called: (window, asked) => {
        for (const { key } of claimsIn(asked)) {
          const other = sending.get(key);
          const isOther =
            other && other.window !== window && other.window.page.windowListener.isAlive;
          const isGood =
            world.network === 'whole' && world.clock.nowMs - world.networkSinceMs > HUNG_MS;
          if (isOther && isGood) violated(`${key} from two windows`);
          sending.set(key, { window });
        }
      },
      ended: (window, asked) => {
        for (const { key } of claimsIn(asked)) {
          if (sending.get(key)?.window === window) sending.delete(key);
        }
      },
    };
  },
};

export const waiting: Invariant[] = [
  oneSender,
  sentSoon,
  loadedSoon,
  waitingTold,
  newDay,
  oneWithdrawal,
];
