import { beforeAll, expect, test } from 'vitest';
import { makeProfile, startOwnBrowser } from './own-browser.ts';
import { configure, newRegistration, recordToasts, registerUser } from './people.ts';
import { product, setUpProduct } from './product.ts';
import { answerWith } from './states.ts';
import {
  keep,
  madeBy,
  onBlankPage,
  paidClips,
  seed,
  sendNow,
  sentKeys,
  setQuota,
  storedClaimIds,
} from './stored-claims.ts';

setUpProduct();

beforeAll(() => configure(product, { 'video.watch_seconds': '1', 'ad.every_n_videos': '0' }));

const RECORD_CALL = '**/api/video/record';

const NOT_KEPT =
  'Rewards cannot be kept on this device. Keep the app open until our server has them.';

const NO_ROOM =
  'This device has no room left to keep rewards. Keep the app open until our server has them.';

const UNREADABLE = 'Some rewards that wait to be sent could not be read. They stay on this device.';

test('a claim that is unsent when the browser’s process is killed is paid after the next start', async () => {
  const user = await registerUser(product);
  const profile = makeProfile();
  const first = await startOwnBrowser(profile);
  await seed(first.context, user.token);
  await first.context.route(RECORD_CALL, (route) => route.abort());
  const page = await first.context.newPage();
  // the app stores a claim before it sends the claim
  const sent = page.waitForRequest(RECORD_CALL);
  await page.goto(product.url);
  await sent;
  await first.kill();
  expect(await paidClips(user)).toEqual([]);

  const second = await startOwnBrowser(profile);
  await seed(second.context, user.token);
  // Mine plays no clip, so the paid claim is the stored one
  await (await second.context.newPage()).goto(`${product.url}/mine/index`);
  await expect.poll(() => paidClips(user), { timeout: 45_000 }).toHaveLength(1);
  await second.kill();
});

test('if site data is blocked a clip is claimed, and the app says that claims are not stored', async () => {
  const user = await registerUser(product);
  const blocked = { profile: { default_content_setting_values: { cookies: 2 } } };
  const { context, kill } = await startOwnBrowser(makeProfile(blocked));
  const page = await context.newPage();
  const said = await recordToasts(page);
  await page.goto(`${product.url}/login`);
  await page.getByLabel('Username or email').fill(user.username);
  await page.getByLabel('Password').fill(newRegistration().password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect.poll(() => paidClips(user), { timeout: 30_000 }).toHaveLength(1);
  await expect.poll(said).toContain(NOT_KEPT);
  await page.getByRole('link', { name: 'Mine' }).click();
  await page.getByRole('main').getByText(NOT_KEPT).waitFor();
  await kill();
});

test('claims of earlier versions are sent; unreadable claims are quarantined and reported once', async () => {
  const { page, user } = await onBlankPage();
  const kept = madeBy(user, '');
  await page.evaluate(
    (claims) => localStorage.setItem('claims', JSON.stringify({ version: 2, claims })),
    [
      { ...kept, id: 'future', call: 'somethingLater' },
      { ...kept, id: 'broken\nkey' },
      { ...kept, id: 'dateless', earnedAtMs: 1e20 },
      { ...kept, id: 'old-1', attempt: 3 },
    ],
  );
  await answerWith(page, 'video/record', {
    reward: '0.0500',
    balance: '0.0500',
    remaining_today: 19,
  });
  const keys = sentKeys(page);
  const said = await recordToasts(page);
  await page.goto(`${product.url}/mine/index`);
  await expect.poll(() => keys).toEqual(['old-1-3']);
  const heard: string[] = [];
  const hear = async () => {
    heard.push(...(await said()));
    return [...heard].sort();
  };
  await expect.poll(hear).toEqual(['+0.05 earned', UNREADABLE]);
  expect(await page.evaluate(() => localStorage.getItem('claims'))).toBeNull();

  await page.goto(`${product.url}/Demo/tools`);
  const aside = page.getByRole('region', { name: 'Claims that cannot be read' });
  await aside.waitFor();
  expect((await aside.getByRole('listitem').allInnerTexts()).join()).toMatch(
    /Later.*broken.*dateless/s,
  );
  await page.getByText('0 kept, 3 unreadable').waitFor();
  expect([keys.length, await said()]).toEqual([1, []]);
  await page.context().close();
});

test('claims are stored with strict durability, so that a power loss loses none', async () => {
  const { page } = await onBlankPage();
  // a power loss cannot be simulated: the test reads the durability of the app's transactions
  await page.addInitScript(() => {
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (...order) {
      const begun = transaction.apply(this, order);
      if (begun.mode === 'readwrite') performance.mark(begun.durability);
      return begun;
    };
  });
  const changes = () =>
    page.evaluate(() => performance.getEntriesByType('mark').map(({ name }) => name));
  await page.goto(product.url);
  await page.getByRole('link', { name: '0.05' }).first().waitFor();
  // three transactions: reading the claims, storing a claim, removing the paid claim
  await expect.poll(async () => (await changes()).length).toBeGreaterThanOrEqual(3);
  expect(new Set(await changes())).toEqual(new Set(['strict']));
  await page.context().close();
});

test('a full device deletes its cached media first, then reports the storage error', async () => {
  const { page } = await onBlankPage();
  await page.evaluate(async () => {
    for (const name of ['media-clips', 'others']) {
      const cache = await caches.open(name);
      await cache.put('/kept', new Response(new Uint8Array(200_000)));
    }
  });
  await setQuota(page, 1);
  await page.route(RECORD_CALL, (route) => route.abort());
  const said = await recordToasts(page);
  await page.goto(product.url);
  await expect.poll(said, { timeout: 45_000 }).toContain(NO_ROOM);
  // the app may recreate the cache, empty, at once
  const hasFile = (cacheName: string) =>
    page.evaluate(async (name) => !!(await caches.match('/kept', { cacheName: name })), cacheName);
  expect([await hasFile('media-clips'), await hasFile('others')]).toEqual([false, true]);
  // the claim is sent from memory
  await page.getByRole('button', { name: 'Send now' }).waitFor();
  await page.unroute(RECORD_CALL);
  await sendNow(page);
  await page.getByRole('link', { name: '0.05' }).first().waitFor();
  await page.context().close();
});

const paidAnswer = { reward: '0.0500', balance: '0.0500', remaining_today: 19 };

test('a claim that is stored on a full device is sent', async () => {
  const { page, user } = await onBlankPage();
  await keep(page, madeBy(user, 'kept-1'));
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await answerWith(page, 'video/record', paidAnswer);
  const keys = sentKeys(page);
  await page.goto(`${product.url}/mine/index`);
  await expect.poll(() => keys).toEqual(['kept-1-1']);
  await page.context().close();
});

test('a claim stored by a tab of a later version is left to that tab', async () => {
  const { page, user } = await onBlankPage();
  await keep(page, madeBy(user, 'kept-1'));
  await answerWith(page, 'video/record', paidAnswer);
  const keys = sentKeys(page);
  await page.goto(`${product.url}/mine/index`);
  await expect.poll(() => keys).toEqual(['kept-1-1']);
  const later = { ...madeBy(user, 'later-1'), call: 'somethingLater' };
  await keep(page, later);
  await keep(page, madeBy(user, 'known-1'));
  await page.evaluate(
    (claims) => {
      const channel = new BroadcastChannel('claims');
      for (const claim of claims) channel.postMessage({ type: 'claim.found', claim });
      channel.close();
    },
    [later, madeBy(user, 'known-1')],
  );
  await expect.poll(() => keys).toEqual(['kept-1-1', 'known-1-1']);
  await expect.poll(() => storedClaimIds(page)).toEqual(['later-1']);
  await page.context().close();
});

test('a restored claim is paid although the browser has deleted the database meanwhile', async () => {
  const { page, user } = await onBlankPage();
  await keep(page, madeBy(user, 'kept-1'));
  await page.route(RECORD_CALL, (route) => route.abort());
  const keys = sentKeys(page);
  await page.goto(`${product.url}/mine/index`);
  await expect.poll(() => keys.length).toBeGreaterThan(0);
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        indexedDB.deleteDatabase('clipurse').onsuccess = resolve;
      }),
  );
  await page.getByRole('button', { name: 'Send now' }).waitFor();
  const paid = page.waitForResponse(
    async (response) => response.ok() && response.url().endsWith(RECORD_CALL.slice(2)),
  );
  await page.unroute(RECORD_CALL);
  await sendNow(page);
  await paid;
  await page.context().close();
});
