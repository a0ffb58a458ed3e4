import type { AnyActorRef } from 'xstate';
import { type Earned, idOfKey } from '../records.ts';
import { dayOf, isPaid, WATCH_SECONDS } from '../server/ledger.ts';
import { childOf, rootOf, type Window } from '../world.ts';
import { type Case, type Invariant, isRootEvent } from './invariant.ts';
import { postponing } from './sending.ts';

const HOUR_MS = 3_600_000;

const named = ({ call, item, userId }: Earned) => `${call} ${item ?? ''} of user ${userId}`;

/**
 * Ledger entries of a reward around the day on which it was earned; on any day if the phone's clock was
 * ever set.
 */
const entriesOf = ({ world }: Case, { userId, call, item, atMs }: Earned) =>
  world.server
    .account(userId)
    .entries.filter((entry) => entry.call === call && entry.item === item)
    .filter(
      ({ day }) =>
        day === 'ever' ||
        world.device.setAtMs > 0 ||
        Math.abs(Date.parse(day) - atMs) < 26 * HOUR_MS,
    );

const paidInTheEnd: Invariant = {
  says: 'Each persisted claim is paid in the end, or the app has received its refusal.',
  watch: (given) => {
    const isRefused = (id: string) =>
      [...given.records.outcomes.values()].some(
        ({ key, reason }) => idOfKey(key) === id && reason !== null && !postponing.has(reason),
      );
    return {
      finished: () => {
        for (const claim of given.records.earned.values()) {
          if (!claim.isPersisted || entriesOf(given, claim).length > 0) continue;
          if (!claim.isSettled || !isRefused(claim.id)) {
            given.violated(`${named(claim)} (${claim.id}) has no answer`);
          }
        }
      },
    };
  },
};

const paidOnce: Invariant = {
  says: 'No reward is on the ledger twice, and each reward on it was earned.',
  watch: (given) => ({
    finished: () => {
      for (const account of given.world.server.accounts) {
        const seen = new Set<string>();
        for (const { call, item, day, paidAtMs, isElsewhere } of account.entries) {
          const what = `${call} ${item ?? ''} on ${day}`;
          if (seen.has(what)) given.violated(`${what} twice`);
          seen.add(what);
          const isEarned = [...given.records.earned.values()].some(
            (claim) =>
              claim.userId === account.id &&
              claim.call === call &&
              claim.item === item &&
              claim.atMs <= paidAtMs,
          );
          if (!isEarned && call !== 'welcome' && !isElsewhere)
            given.violated(`${what} was not earned`);
        }
      }
    },
  }),
};

const playedEnough: Invariant = {
  says: 'A clip is claimed only when it has really played for its watch time since its last claim.',
  watch: ({ records, violated }) => ({
    event: (window, event) => {
      const { videos } = window.page;
      if (!isRootEvent(event)) return;
      // a new log-in starts from zero
      if (event.event.type === 'auth.loggedIn') for (const { played } of videos) played.clear();
      if (event.event.type !== 'claim.made') return;
      const { id, call, itemId } = event.event.claim;
      if (!records.earned.has(id) || !['record', 'watchAdReward'].includes(call)) return;
      const src = `/media/${call === 'record' ? 'clip' : 'ad'}-${itemId}.mp4`;
      const playedMs = videos.reduce((sum, { played }) => sum + (played.get(src) ?? 0), 0);
      if (playedMs < WATCH_SECONDS * 1_000) violated(`${src} had played for ${playedMs} ms`);
      for (const { played } of videos) played.delete(src);
    },
  }),
};

const withinLimit: Invariant = {
  says: 'After an answer that no paid clip is left today, no clip is claimed until an answer has a higher count.',
  watch: ({ world, violated }) => {
    const left = new Map<unknown, { count: number; day: string }>();
    return {
      answered: (window, { name, data, atMs }) => {
        const results = (data?.results ?? []) as { data?: Record<string, unknown> }[];
        const said = [data, ...results.map((result) => result.data ?? null)]
          .map((each) => each?.remaining_today)
          .filter((count) => typeof count === 'number');
        const count = said.at(-1);
        if (count !== undefined && name !== 'history') {
          left.set(window, { count, day: dayOf(atMs) });
        }
      },
      event: (window, event) => {
        if (!isRootEvent(event) || event.event.type !== 'claim.made') return;
        const known = left.get(window);
        const isToday = known?.day === dayOf(world.clock.nowMs);
        const isClip = event.event.claim.call === 'record' && rootOf(window).context.user;
        if (isClip && isToday && known?.count === 0) violated(event.event.claim.id);
      },
    };
  },
};

/** Claims whose outcome is shown in a text outside the stage. */
const OTHERS = /-share-|-download_app|-notification/;

const TOAST_MS = 50;

const refusedAloud: Invariant = {
  says: 'A refusal of a claim is shown: on the stage, or as a toast.',
  watch: ({ world, violated }) => {
    const due: { id: string; recipient: AnyActorRef | null; window: Window; atMs: number }[] = [];
    const isSaid = (id: string, recipient: AnyActorRef | null, window: Window) => {
      if (OTHERS.test(id) || rootOf(window).context.toasts.length > 0) return true;
      const shown = recipient?.getSnapshot();
      return shown?.status === 'active' && !['sending', 'queued'].includes(shown.value);
    };
    return {
      event: (window, event) => {
        if (!isRootEvent(event) || event.event.type !== 'claim.refused') return;
        const { claim, recipient, isElsewhere, failure } = event.event;
        const isSilent = isElsewhere || failure.reason === 'already_rewarded';
        const atMs = world.clock.nowMs + TOAST_MS;
        if (!isSilent) due.push({ id: claim.id, recipient, window, atMs });
      },
      changed: () => {
        if (due.length === 0 || (due[0]?.atMs ?? 0) > world.clock.nowMs) return;
        const { id, recipient, window } = due.shift() as (typeof due)[number];
        if (window.page.windowListener.isAlive && !isSaid(id, recipient, window)) violated(id);
      },
    };
  },
};

const pauseRefusesNothing: Invariant = {
  says: 'A claim that is sent while rewards are paused waits, and does not count as refused.',
  watch: ({ violated }) => ({
    event: (_, event) => {
      if (!isRootEvent(event) || event.event.type !== 'claim.refused') return;
      const { claim, failure } = event.event;
      if (failure.reason === 'paused_by_operator') violated(claim.id);
    },
  }),
};

const welcomed: Invariant = {
  says: 'Every user gets the welcome reward.',
  watch: ({ world, violated }) => ({
    finished: () => {
      for (const { name, entries } of world.server.accounts) {
        if (!entries.some(({ call }) => call === 'welcome')) violated(name);
      }
    },
  }),
};

const stillEarns: Invariant = {
  says: 'After every scenario, a member is paid for a clip that is watched on a good connection the next day.',
  watch: ({ world, violated }) => ({
    finished: () => {
      const { user } = rootOf(world.front).context;
      if (!user) return violated('nobody is logged in');
      const day = dayOf(world.clock.nowMs);
      const account = world.server.account(user.id);
      const isAny = account.entries.some((entry) => entry.call === 'record' && entry.day === day);
      if (!isAny) violated(`user ${user.id} has nothing on ${day}`);
      // and the app must know of the payment
      const feed = childOf(world.front, 'feed')?.getSnapshot();
      const isOpen = feed?.context.clips.find(
        ({ video, isOpen }) => isOpen && isPaid(account, 'record', video.id, day),
      );
      if (isOpen) violated(`clip ${isOpen.video.id} is offered again`);
    },
  }),
};

export const earning: Invariant[] = [
  ...[paidInTheEnd, paidOnce, playedEnough, withinLimit],
  ...[refusedAloud, pauseRefusesNothing, welcomed, stillEarns],
];
