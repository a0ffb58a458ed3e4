import { idOfKey } from '../records.ts';
import type { Window } from '../world.ts';
import { claimsIn } from './claims-in.ts';
import { type Invariant, isRootEvent } from './invariant.ts';

/** Refusals that postpone a claim: it is sent again later. */
export const postponing = new Set(['too_early', 'paused_by_operator']);

const oneKey: Invariant = {
  says: 'A claim is sent again with the same key and date, until the server answers “too early” or “paused”.',
  watch: ({ records, violated }) => {
    const sent = new Map<string, string | undefined>();
    return {
      called: (_, asked) => {
        for (const { key, earnedAt } of claimsIn(asked)) {
          const attempt = Number(key.slice(key.lastIndexOf('-') + 1));
          const before = records.outcomes.get(`${idOfKey(key)}-${attempt - 1}`);
          const mayBeNew = postponing.has(before?.reason ?? '');
          if (records.earned.has(idOfKey(key)) && attempt > 1 && !mayBeNew) {
            violated(`${key} after ${before?.reason ?? 'no answer'}`);
          }
          if (sent.has(key) && sent.get(key) !== earnedAt) violated(`${key} with another date`);
          sent.set(key, earnedAt);
        }
      },
    };
  },
};

/** The server's dates have whole seconds, and an answer takes time. */
const CLOCK_MS = 2_500;

const dated: Invariant = {
  says: 'Every claim says when it was earned, by the server’s clock.',
  watch: ({ world, records, violated }) => {
    /** by window, time of its latest answered request: answers to earlier ones cannot correct the clock */
    const answered = new Map<Window, number>();
    /** claims earned before an answer could correct a set clock: a jump ahead is trusted, as after a sleep */
    const believed = new Set<string>();
    /** claims earned before the page's first answer: the page knows only a set clock's stored correction */
    const unknown = new Set<string>();
    return {
      answered: (window, { askedAtMs }) =>
        answered.set(window, Math.max(askedAtMs, answered.get(window) ?? 0)),
      event: (window, event) => {
        if (!isRootEvent(event) || event.event.type !== 'claim.made') return;
        const { id } = event.event.claim;
        const { setAtMs } = world.device;
        if (setAtMs >= (answered.get(window) ?? 0)) believed.add(id);
        if (setAtMs > 0 && !answered.has(window)) unknown.add(id);
      },
      called: (_, asked) => {
        for (const { key, earnedAt } of claimsIn(asked)) {
          const claim = records.earned.get(idOfKey(key));
          if (!claim || claim.call === 'claimTask' || !key.endsWith('-1')) continue;
          if (unknown.has(claim.id)) continue;
          const offMs = Date.parse(earnedAt ?? '') - claim.atMs;
          const isRight = offMs > -CLOCK_MS && (offMs < CLOCK_MS || believed.has(claim.id));
          if (!isRight) violated(`${key} is off by ${offMs} ms`);
        }
      },
    };
  },
};

const persistedBeforeSent: Invariant = {
  says: 'In its first three seconds, no claim is sent before the app knows whether it is persisted.',
  watch: ({ world, records, violated }) => ({
    called: (_, asked) => {
      for (const { key } of claimsIn(asked)) {
        const claim = records.earned.get(idOfKey(key));
        if (!claim || claim.isPersistenceKnown) continue;
        const waitedMs = world.clock.nowMs - claim.atMs;
        if (waitedMs < 3_000) violated(`${key} was sent ${waitedMs} ms after it was earned`);
      }
    },
  }),
};

const persistedUntilSettled: Invariant = {
  says: 'A claim that the app knows to be persisted is on the disk until a window has received its answer.',
  watch: ({ world, records, violated }) => ({
    second: () => {
      for (const claim of records.earned.values()) {
        const isThere = world.device.stores.claims.has(claim.id);
        if (claim.isPersisted && !claim.isSettled && !isThere) violated(`${claim.id} is gone`);
      }
    },
  }),
};

export const sending: Invariant[] = [oneKey, dated, persistedBeforeSent, persistedUntilSettled];
