import type { Page } from 'playwright-core';
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import type { Claim } from '../../machines/outbox/claim.ts';
import type { QueuedClaim } from '../../machines/outbox/queue.ts';
import { keep } from '../browser/keeping.ts';
import { tab } from '../browser/people.ts';
import { after, done, type Means, person, type Scene, sleeps } from './driver.ts';
import { install } from './installing.ts';
import {
  batchOf,
  clip,
  isDelayed,
  rewards,
  SET_ASIDE,
  STORAGE_ERRORS,
  setStorage,
  share,
  task,
  type World,
} from './outbox.facts.ts';
import { goesOffline, looksAgain, sendsNow, setOnline } from './outbox.sending.ts';
import { pressLate } from './sharing.facts.ts';

const isEmpty = ({ value, context }: AnyMachineSnapshot) =>
  value.sending === 'empty' && context.queue.length === 0;
const isClosed = ({ value }: AnyMachineSnapshot) => value.store === 'closed';

/** Tells this window what another one of the browser would. */
const tell = (page: Page, news: object) =>
  page.evaluate((message) => new BroadcastChannel('claims').postMessage(message), news);

const earns = (name: string, claim: Claim, when: Means<World>['when']): Means<World> =>
  person(
    name,
    [{ type: 'claim.found', claim }],
    async ({ page }) => {
      await keep(page, claim);
      await tell(page, { type: 'claim.found', claim });
    },
    when,
  );

const refusal = { kind: 'refused', reason: 'claim_expired' };
const settles = (name: string, outcome: object): Means<World> => ({
  name,
  by: 'network',
  events: [{ type: 'claim.settled', result: { id: clip.id, ...outcome } }],
  when: (at) => at.value.sending === 'waiting' && isDelayed(at, clip.id),
  act: ({ page }) => tell(page, { type: 'claim.settled', result: { id: clip.id, ...outcome } }),
});

/** Forgets what is kept of it, as another window does that has sent it. */
const forget = (page: Page, id: string) =>
  page.evaluate(
    (key) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('clipurse');
        opening.onsuccess = () => {
          const writing = opening.result.transaction(['claims'], 'readwrite');
          writing.objectStore('claims').delete(key);
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    id,
  );

export const inAnotherWindow: Means<World>[] = [
  earns('another window earns by a clip', clip, isEmpty),
  earns('another window earns by a share', share, ({ value }) => value.sending === 'pausing'),
  settles('another window has it paid', { answer: rewards[clip.id] }),
  settles('another window has it refused', { failure: refusal }),
  person(
    'sends what another window has sent unheard',
    [{ type: 'send.pressed' }, done('sendClaims', { results: [], gone: [clip.id] })],
    async (scene) => {
      await forget(scene.page, clip.id);
      await sendsNow(scene);
    },
    (at) =>
      at.value.sending === 'waiting' && at.context.queue.length === 1 && isDelayed(at, clip.id),
  ),
];

const { earnedAtMs: _, ...made } = task;

/** Claims a task's reward, and is back on Mine. */
async function claim(scene: Scene<World>): Promise<void> {
  const { page } = scene;
  await tab(page, 'Tasks').click();
  await page.getByRole('article', { name: 'Download the app' }).waitFor();
  await install(page);
  await pressLate(scene, 'Claim');
  await tab(page, 'Mine').click();
}

const EARNED: AnyEventObject[] = [
  { type: 'claim.added', claim: made, recipient: null },
  { type: 'claim.stamped', id: task.id, earnedAtMs: task.earnedAtMs },
];
const notPersisted = (storageError: keyof typeof STORAGE_ERRORS) => ({
  type: 'claim.notPersisted',
  id: task.id,
  storageError,
});
const KEPT = { type: 'claim.persisted', id: task.id };
const opened = (quarantined: number) => ({ type: 'store.opened', claims: [], quarantined });
const FAILED = { type: 'store.failed' };

export const earned: Means<World>[] = [
  person('earns by a task', [...EARNED, KEPT], claim, isEmpty),
];

/** Of a storage that never ends what it begins once something is earned. */
export const hanging: Means<World>[] = [
  person(
    'earns by a task while the storage hangs',
    EARNED,
    async (scene) => {
      await setStorage(scene.page, 'hanging');
      await claim(scene);
    },
    isEmpty,
  ),
  sleeps('three seconds are over', 3_000, [after('persistTimeout', 'outbox.persisting.waiting')]),
  {
    ...sleeps<World>('the storage is given up', 2_000, [notPersisted('blocked')]),
    when: (at) =>
      at.value.sending === 'calling' &&
      batchOf(at).join() === task.id &&
      at.context.storageError === null,
    says: () => [STORAGE_ERRORS.blocked],
  },
];

const whileClosed = (
  name: string,
  events: AnyEventObject[],
  act: Means<World>['act'],
  when: (snapshot: AnyMachineSnapshot) => boolean = () => true,
): Means<World> => person(name, events, act, (at) => isClosed(at) && when(at));

const mends =
  (storage: 'working' | 'full', act: Means<World>['act'] = looksAgain): Means<World>['act'] =>
  async (scene) => {
    await setStorage(scene.page, storage);
    await act(scene);
  };

const hasEarned = ({ context }: AnyMachineSnapshot) =>
  context.queue.some(
    ({ claim: { id }, isUnpersisted }: QueuedClaim) => id === task.id && isUnpersisted,
  );
const canSend = (at: AnyMachineSnapshot) => hasEarned(at) && at.value.sending === 'waiting';

/** Of a storage that is blocked until it is mended. */
export const unpersisted: Means<World>[] = [
  {
    ...whileClosed('earns by a task', [...EARNED, notPersisted('blocked'), FAILED], claim, isEmpty),
    says: () => [STORAGE_ERRORS.blocked],
  },
  whileClosed('looks again, in vain', [{ type: 'send.due' }, FAILED], looksAgain),
  goesOffline,
  {
    name: 'the connection is back',
    by: 'network',
    events: [{ type: 'connectivity.changed', isOnline: true }, { type: 'send.due' }, FAILED],
    when: (at) => isClosed(at) && at.context.isOffline,
    act: setOnline(true),
  },
  whileClosed('sends it now', [{ type: 'send.pressed' }, FAILED], sendsNow, canSend),
  whileClosed(
    'sends it now, and it can be kept',
    [{ type: 'send.pressed' }, opened(0), KEPT],
    mends('working', sendsNow),
    canSend,
  ),
  whileClosed(
    'looks when it can be kept',
    [{ type: 'send.due' }, opened(0), KEPT],
    mends('working'),
    hasEarned,
  ),
  whileClosed(
    'looks when the device is full',
    [{ type: 'send.due' }, opened(0), notPersisted('full')],
    mends('full'),
    hasEarned,
  ),
];

/** Of one that holds what this version cannot read. */
export const mended: Means<World>[] = [
  {
    ...whileClosed(
      'looks when it can be read',
      [{ type: 'send.due' }, opened(1)],
      mends('working'),
    ),
    says: () => [SET_ASIDE],
  },
];
