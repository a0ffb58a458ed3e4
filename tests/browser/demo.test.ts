import { beforeAll, expect, test } from 'vitest';
import { record } from '../../contract/calls.ts';
import {
  activeStates,
  answer,
  card,
  debugPagesIn,
  expectFaultlessPages,
  fillIn,
  focusedName,
  jsonOf,
  keyOfCall,
  send,
  tab,
} from './demo.support.ts';
import { configure, configureForTest, loggedIn, newRegistration, register } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { type Visit, visit } from './support.ts';

let visitor: Visit;

setUpProduct();
beforeAll(async () => {
  // longer than any test runs, so that no clip is claimed
  await configure(product, { 'video.watch_seconds': '600' });
  visitor = await visit(browser);
});

test('the debug page is open to visitors: a private call shows 401 and does not navigate', async () => {
  const { page } = visitor;
  await page.goto(`${product.url}/Demo`);
  await page.waitForFunction(() => document.title === 'debug page | Clipurse');
  expect(new URL(page.url()).pathname).toBe('/Demo/demo');
  const main = page.getByRole('navigation', { name: 'Main' });
  expect(await main.locator('[aria-current]').count()).toBe(0);
  await send(page, 'Info');
  await answer(page, 'Info').getByText('Code 401').waitFor();
  await answer(page, 'Info').getByText('Your session has ended.').waitFor();
  expect(await jsonOf(page, 'Info')).toEqual({ kind: 'sessionEnded', code: 401 });
  expect(new URL(page.url()).pathname).toBe('/Demo/demo');
});

test('a call of the debug page has a new key, or by choice the key of the call before', async () => {
  const { page } = visitor;
  await page.goto(`${product.url}/Demo/demo?group=videos`);
  const form = card(page, 'Record');
  await form.getByLabel('videos_id').fill('1');
  const claim = () => keyOfCall(page, 'Record', record.path);
  const [first, second] = [await claim(), await claim()];
  await form.getByLabel('Same idempotency key').check();
  expect([second === first, second === (await claim())]).toEqual([false, true]);
});

test('a call that the contract does not accept is not sent, and each field says why', async () => {
  const { page } = visitor;
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/checkIn|getAdList/.test(request.url())) sent.push(request.url());
  });
  await page.goto(`${product.url}/Demo/demo`);
  await page.getByRole('button', { name: 'Login' }).click();
  const errors = (name: string) => card(page, name).locator('.field-error').allInnerTexts();
  expect(await errors('Session')).toEqual(['username is required.', 'password is required.']);
  expect(await focusedName(page)).toBe('username');
  await tab(page, 'Register').click();
  await page.getByRole('button', { name: 'Register' }).click();
  expect(await errors('Session')).toEqual([
    'username is required.',
    'email is required.',
    'password is required.',
  ]);

  // End selects the last tab, the next arrow the first tab, and two more arrows the ads
  await tab(page, 'Account').focus();
  for (const key of ['End', 'ArrowRight', 'ArrowRight', 'ArrowRight'])
    await page.keyboard.press(key);
  const ads = card(page, 'Get ad list');
  expect([
    await ads.getByLabel('page (optional)').inputValue(),
    await ads.getByLabel('limit (optional)').inputValue(),
  ]).toEqual(['1', '10']);
  await ads.getByLabel('As JSON').check();
  await ads.getByLabel('Fields as JSON').fill('{"limit": 500, "where": 1}');
  await send(page, 'Get ad list');
  expect(await errors('Get ad list')).toEqual([
    'where is no field of this call.',
    'limit: Expected: at most 100.',
  ]);
  expect(await focusedName(page)).toBe('json');
  expect(sent).toEqual([]);
});

test('the debug page’s forms register, call Info, log out, and show a refused log-in', async () => {
  const { page, errors } = visitor;
  await page.goto(`${product.url}/Demo/demo`);
  await tab(page, 'Register').click();
  const engineer = newRegistration();
  const { username, email } = engineer;
  await fillIn(page, 'Register', engineer);
  await card(page, 'Session').getByText(email).waitFor();

  await send(page, 'Info');
  await answer(page, 'Info').getByText('Code 1').waitFor();
  const token = await page.evaluate(() => localStorage.getItem('token'));
  expect(await jsonOf(page, 'Info')).toMatchObject({
    userInfo: { username, token: `••••${token?.slice(-4)}` },
  });
  await answer(page, 'Info').getByLabel('Show secrets').check();
  expect(await jsonOf(page, 'Info')).toMatchObject({ userInfo: { token } });

  await page.getByRole('button', { name: 'Log out' }).click();
  await tab(page, 'Login').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(null);
  await fillIn(page, 'Login', { username, password: 'another-engine-1843' });
  await answer(page, 'Login').getByText('password is wrong').waitFor();
  expect(await jsonOf(page, 'Login')).toEqual({ kind: 'refused', reason: 'invalid_credentials' });
  expect(errors).toEqual([]);
});

test('the tools show the device’s state, clear a stored item, and report no secret', async () => {
  const token = await register(product);
  const permissions = ['clipboard-read', 'clipboard-write'];
  const context = await loggedIn(browser, token, { permissions });
  await context.addInitScript(() => localStorage.setItem('left-over', 'something'));
  const page = await context.newPage();
  await page.goto(`${product.url}/Demo/tools`);
  // waits for the page's chunk, which could not load offline
  await card(page, 'State').waitFor();
  for (const isOffline of [true, false]) {
    await context.setOffline(isOffline);
    const word = isOffline ? 'offline' : 'online';
    await card(page, 'State').getByText(word, { exact: true }).waitFor();
  }

  const kept = () => page.evaluate(() => localStorage.getItem('left-over'));
  const clear = page.getByRole('button', { name: 'Clear left-over' });
  const dialog = page.getByRole('dialog', { name: 'Clear left-over?' });
  await clear.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await kept()).toBe('something');
  await clear.click();
  await dialog.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('status').getByText('left-over is cleared.').waitFor();
  await clear.waitFor({ state: 'detached' });
  expect(await kept()).toBe(null);

  await page.getByRole('button', { name: 'Copy the report' }).click();
  await page.getByRole('status').getByText('The report is copied.').waitFor();
  const report = await page.evaluate(() => navigator.clipboard.readText());
  expect(JSON.parse(report)).toMatchObject({
    app: { Version: expect.any(String), Language: 'en, ltr (ready)' },
    state: { Connection: 'online', Notifications: expect.any(String) },
  });
  expect(report).not.toContain(token);
  await context.close();
});

test('the page of live machines shows states, sends events and lists the last events', async () => {
  const context = await loggedIn(browser, await register(product), { colorScheme: 'light' });
  const page = await context.newPage();
  await page.goto(`${product.url}/Demo/machines`);
  await page.waitForFunction(() => document.title === 'Live machines | Clipurse');
  await page.getByRole('link', { name: 'auth loggedIn.current' }).waitFor();
  // theme starts among the last actors
  await page.getByRole('link', { name: /^theme/ }).waitFor();
  await page.getByLabel('Find an actor').fill('them');
  // the list shows the root as the parent of the found actor
  const found = card(page, 'Actors').locator('a .actor-name');
  await expect.poll(() => found.allInnerTexts()).toEqual(['app', 'theme']);

  await page.getByRole('link', { name: /^theme/ }).press('Enter');
  const state = card(page, 'State');
  // the link is hidden on a phone: the focus moves to the actor's heading
  await state.locator('h2:focus').getByText('theme').waitFor();
  await state.getByText('followingSystem.light').waitFor();
  await expect.poll(() => activeStates(page)).toEqual(['theme.followingSystem.light']);
  await page.getByRole('button', { name: 'dark.pressed' }).click();
  await state.getByText('dark', { exact: true }).waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  await expect.poll(() => activeStates(page)).toEqual(['theme.dark']);

  const sender = card(page, 'Send an event');
  await sender.getByText('system.schemeChanged', { exact: true }).click();
  const payload = sender
    .getByRole('form', { name: 'system.schemeChanged' })
    .getByLabel('What it carries, as JSON');
  await payload.fill('dark');
  await sender.getByRole('button', { name: 'Send system.schemeChanged' }).click();
  await sender.getByText('SyntaxError').waitFor();
  await payload.fill('{"scheme": "dark"}');
  await sender.getByRole('button', { name: 'Send system.schemeChanged' }).click();
  const events = card(page, 'Last events').getByRole('listitem');
  await events.first().getByText('{"scheme":"dark"}').waitFor();
  // older events may follow, such as the actor's start
  const sent = (await events.locator('.workbench-mono').allInnerTexts()).slice(0, 2);
  expect(sent).toEqual(['system.schemeChanged', 'dark.pressed']);

  await page.getByRole('button', { name: 'All actors' }).click();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('actor-theme');
  await context.close();
});

test('the page of live machines follows a running feed and its clips, and masks the token', async () => {
  const token = await register(product);
  const context = await loggedIn(browser, token);
  const page = await context.newPage();
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.goto(product.url);
  await page.getByRole('progressbar', { name: 'Watch reward' }).waitFor();
  // the last prefetched screen; debug pages are not prefetched
  await expect.poll(() => fetched.some((url) => url.includes('/assets/not-found-'))).toBe(true);
  expect(await debugPagesIn(fetched)).toEqual([]);
  await page.evaluate(() => history.pushState(null, '', '/Demo/machines'));
  const feed = page.locator('li', { has: page.locator('> a', { hasText: /^feed/ }) }).last();
  await feed.getByRole('link', { name: /^clip-0/ }).click();
  await page.waitForFunction(() => location.search === '?actor=feed%2Fclip-0');
  await card(page, 'State').getByText('playback.covered').waitFor();
  const refused = page.getByRole('button', { name: 'play.pressed' });
  expect(await refused.getAttribute('aria-disabled')).toBe('true');
  await page.goBack();
  await page.getByRole('link', { name: /^auth/ }).click();
  const knowledge = card(page, 'Context').locator('pre');
  await expect.poll(() => knowledge.innerText()).toContain(`"token": "••••${token.slice(-4)}"`);
  expect(await page.content()).not.toContain(token);
  await context.close();
});

test('without debug.pages the address of each debug page shows “Page not found”', async () => {
  await configureForTest(product, { 'debug.pages': 'false', 'product.name': 'Shorties' });
  const { page } = await visit(browser);
  await page.goto(`${product.url}/Demo`);
  for (const path of ['/Demo/demo', '/Demo/tools', '/Demo/machines']) {
    await page.evaluate((address) => history.pushState(null, '', address), path);
    await page.waitForURL(`${product.url}${path}/off`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.waitForFunction(() => document.title === 'Page not found | Shorties');
    expect(await page.locator('.workbench').count()).toBe(0);
  }
});

test('the debug pages are accessible on narrow phones, light and dark', async () => {
  const viewport = { width: 320, height: 640 };
  const options = { viewport, colorScheme: 'light', reducedMotion: 'reduce' } as const;
  const context = await loggedIn(browser, await register(product), options);
  const page = await context.newPage();
  await page.goto(`${product.url}/Demo/demo`);
  await expectFaultlessPages(page);
  await context.close();
});
