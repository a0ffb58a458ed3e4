import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { AnyMachineSnapshot } from 'xstate';
import type { Claim } from '../../machines/outbox/claim.ts';
import type { Context as Outbox } from '../../machines/outbox/context.ts';
import { keep } from '../browser/keeping.ts';
import type { AnyWorld, Scene } from './driver.ts';
import { answers, user } from './facts.ts';
import type { CallName } from './stand.ts';

/** How this device's storage does: `full` can still be read, `hanging` never ends what it began. */
type Storage = 'working' | 'blocked' | 'full' | 'hanging';

export interface World extends AnyWorld {
  /** what is kept before the page is opened, and how the storage does then */
  kept: readonly { id: string }[];
  storage: Storage;
  /** as the device has told the page */
  isOffline: boolean;
  /** how often each claim was answered "later": each time it gets a fresh key */
  renewals: Record<string, number>;
}

const common = { userId: user.id, attempt: 1 };

/** Of the day before, by UTC. */
export const ad: Claim = {
  ...common,
  id: 'kept-ad-1',
  call: 'watchAdReward',
  itemId: 83,
  earnedAtMs: Date.parse('2026-03-13T22:19:00.000Z'),
};
export const share: Claim = {
  ...common,
  id: 'kept-share-1',
  call: 'claimShareReward',
  itemId: null,
  earnedAtMs: Date.parse('2026-03-14T20:31:00.000Z'),
};
export const clip: Claim = {
  ...common,
  id: 'kept-clip-1',
  call: 'record',
  itemId: 59,
  earnedAtMs: Date.parse('2026-03-14T21:07:00.000Z'),
};
/** Earned in the page, a moment after it was opened. */
export const task: Claim = {
  ...common,
  id: `${'0'.repeat(20)}-download_app-1`,
  call: 'claimTask',
  itemId: 'download_app',
  earnedAtMs: Date.parse('2026-03-14T23:45:00.000Z'),
};
const all = [ad, share, clip, task];
const claimOf = (id: string) => {
  const claim = all.find((each) => each.id === id);
  assert(claim, `nobody has earned ${id}`);
  return claim;
};

/** In Yangon, half past six hours ahead; what is long ago has its date. */
const times: Record<string, string> = {
  [ad.id]: 'Mar 14, 2026, 4:49 AM',
  [share.id]: '3:01 AM',
  [clip.id]: '3:37 AM',
  [task.id]: '6:15 AM',
};

/** Ids of the claims that the call on its way has. */
export const batchOf = ({ context }: AnyMachineSnapshot): string[] =>
  (context as Outbox).queue.filter(({ state }) => state === 'sending').map(({ claim }) => claim.id);
/** A call with this claim has failed. */
export const isDelayed = ({ context }: AnyMachineSnapshot, id: string): boolean =>
  (context as Outbox).queue.some((each) => each.claim.id === id && each.isDelayed);

export const rewards: Record<string, { reward: string; balance: string }> = {
  [ad.id]: { reward: '0.4100', balance: '41.0700' },
  [share.id]: { reward: '0.1900', balance: '42.1300' },
  [clip.id]: { reward: '0.5300', balance: '43.2900' },
};
export const paidWords: Record<string, string> = {
  [ad.id]: '+0.41 earned',
  [share.id]: '+0.19 for sharing',
  [clip.id]: '+0.53 earned',
};

export const STORAGE_ERRORS = {
  blocked: 'Rewards cannot be kept on this device. Keep the app open until our server has them.',
  full: 'This device has no room left to keep rewards. Keep the app open until our server has them.',
};
export const SET_ASIDE =
  'Some rewards that wait to be sent could not be read. They stay on this device.';
export const TOO_OLD = 'This reward was earned too long ago to be paid.';
export const WAITS = 'Waiting to be sent';

const toDo = { task: 'download_app' as const, reward: '0.3700', completed: false };

export const begin =
  (kept: readonly { id: string }[], storage: Storage = 'working') =>
  (): World => ({
    answers: answers({ taskList: () => ({ list: [toDo] }) }),
    kept,
    storage,
    isOffline: false,
    renewals: {},
  });

/** What the server has to get of a claim. */
function sentOf({ renewals }: World, id: string) {
  const { call, itemId, earnedAtMs } = claimOf(id);
  return {
    key: `${id}-${1 + (renewals[id] ?? 0)}`,
    call,
    id: itemId,
    earnedAtMs: earnedAtMs ?? 0,
  };
}

const callOf = (ids: readonly string[]): CallName =>
  ids.length > 1 ? 'sendClaims' : claimOf(ids[0] ?? '').call;

/** Answers the call of these claims, which was made as it should be. */
export async function answerFor(
  { stand, world }: Scene<World>,
  ids: readonly string[],
  answer: object,
) {
  const name = callOf(ids);
  await stand.arrives(name);
  const { input, key } = stand.asked.findLast((each) => each.name === name) ?? {};
  const [first] = ids.map((id) => sentOf(world, id));
  if (name === 'claimTask') {
    assert.deepEqual(input, { task: task.itemId });
    // its id counts what the page has started before
    assert.match(key ?? '', /-download_app-1-1$/);
  } else if (name !== 'sendClaims') assert.equal(key, first?.key);
  else {
    const wanted = ids.map((id) => {
      const { earnedAtMs, ...sent } = sentOf(world, id);
      return {
        ...sent,
        earned_at: new Date(earnedAtMs + (world.renewals[id] ? LATER_MS : 0)).toISOString(),
      };
    });
    assert.deepEqual(input, { claims: wanted });
  }
  await stand.answer(name, answer as never);
}

/** How long the server asks to wait for what it has too early. */
export const LATER_MS = 2_300;

export const keyOf = ({ renewals }: World, id: string) => `${id}-${1 + (renewals[id] ?? 0)}`;

export const renew = ({ renewals }: World, id: string) => {
  renewals[id] = (renewals[id] ?? 0) + 1;
};

type Modal = typeof globalThis & { storageDoes: Storage };

export const setStorage = (page: Page, storage: Storage) =>
  page.evaluate((value) => {
    (globalThis as Modal).storageDoes = value;
  }, storage);

/** Runs in the page before the app. */
function standIn(storage: Storage): void {
  const modal = globalThis as Modal & { isStoodIn?: boolean };
  // of several the last one tells how it begins
  modal.storageDoes = storage;
  if (modal.isStoodIn) return;
  modal.isStoodIn = true;
  const badge = async (count = 0) => {
    document.documentElement.dataset.badge = String(count);
  };
  Object.assign(navigator, { setAppBadge: badge, clearAppBadge: () => badge() });
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function begun(...args) {
    const isWritten = args[0] === 'claims' && args[1] === 'readwrite';
    const { storageDoes } = modal;
    if (storageDoes === 'blocked') throw new DOMException('blocked', 'InvalidStateError');
    if (storageDoes === 'full' && isWritten) throw new DOMException('full', 'QuotaExceededError');
    const made = transaction.apply(this, args);
    if (storageDoes === 'hanging') made.addEventListener = () => undefined;
    return made;
  };
}

/** The device as it is before the app is opened: a page of the same origin keeps the claims. */
export async function arrange({ context, page, stand, world }: Scene<World>): Promise<void> {
  for (const { call } of all) stand.hold(call);
  stand.hold('sendClaims');
  await page.addInitScript(standIn, world.storage);
  await page.goto(`${stand.url}/robots.txt`);
  await setStorage(page, 'working');
  const client = await context.newCDPSession(page);
  const storageTypes = 'indexeddb';
  await client.send('Storage.clearDataForOrigin', { origin: stand.url, storageTypes });
  await client.detach();
  for (const claim of world.kept) await keep(page, claim);
}

function whyOf(isOffline: boolean, { queue, failures }: Outbox): string {
  if (isOffline) return 'You are offline';
  const isPause = queue.some(({ state }) => state === 'paused');
  return isPause && failures === 0 ? 'Rewards are paused' : 'The server does not answer';
}

/** What is read of all that waits, and what the app's icon says. */
const cardOf =
  (busy: string) =>
  ({ isOffline }: World, { context }: AnyMachineSnapshot) => {
    const { queue, userId, failures, storageError } = context as Outbox;
    const isAll = isOffline || failures > 0;
    const ids = queue
      .filter(({ claim }) => claim.userId === userId)
      .filter(({ isDelayed, wasPaused }) => isAll || isDelayed || wasPaused)
      .map(({ claim }) => claim.id);
    const badge = String(ids.length);
    // they are listed from the oldest on
    const oldest = all.find(({ id }) => ids.includes(id));
    const why = storageError ? STORAGE_ERRORS[storageError] : '';
    if (!oldest) return { row: null, note: why || null, badge };
    const count = ids.length === 1 ? '1 reward' : `${ids.length} rewards`;
    const words = `${WAITS} ${count} · since ${times[oldest.id]} · ${whyOf(isOffline, context)}`;
    return { row: [words, why, `Send now${busy}`].filter(Boolean).join(' '), note: null, badge };
  };
export const asWaiting = cardOf('');
export const asSending = cardOf('…');
