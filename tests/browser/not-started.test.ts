import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  CAPTIVE_PORTAL,
  type FaultProxy,
  failing,
  type RequestOutcome,
  startFaultProxy,
} from './fault-proxy.ts';
import { configureForTest } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { runConcurrently } from './run-concurrently.ts';
import { onBlankPage, paidClips } from './stored-claims.ts';
import { type Visit, visit } from './support.ts';

let page: Page;

setUpProduct();
beforeAll(async () => {
  ({ page } = await visit(browser));
});

afterAll(() => page?.context().close());

/** exceeds the notice's timeout (seven seconds without a byte) and the app's language timeouts */
const SLOW_MS = 20_000;

const notice = (at = page) =>
  at.getByRole('alert').filter({ has: at.getByRole('heading', { name: /could not start/ }) });

/** Opens the app at an address without stored data; files that match have this network outcome. */
async function openWithout(file: RegExp, outcome: RequestOutcome, at = page): Promise<FaultProxy> {
  const proxy = await startFaultProxy(product.url);
  proxy.decide((path) => (file.test(path) ? outcome : 'passed'));
  await at.goto(proxy.url, { waitUntil: 'commit' });
  return proxy;
}

/** Runs the cases concurrently, because each waits for seconds; a failure names its case. */
const runCases = <Case extends readonly [name: string, ...unknown[]]>(
  cases: readonly Case[],
  run: (...each: Case) => Promise<void>,
): Promise<void> =>
  runConcurrently(cases, (each) =>
    run(...each).catch((error: unknown) => {
      throw new Error(`${each[0]}: ${(error as Error).message}`, { cause: error });
    }),
  );

const arriving: [string, string, RegExp][] = [
  ['the script that starts the app', 'en-US', /assets\/index-.*\.js/],
  ['the script that draws the screen', 'en-US', /assets\/second-.*\.js/],
  ['the script of a language', 'de-DE', /assets\/language-de-.*\.js/],
];

type Arrival = [name: string, each: (typeof arriving)[number], at: Visit];

/** Waits until the app has started, and asserts that no notice was shown before. */
async function expectArrival(
  [, locale, file]: (typeof arriving)[number],
  { page: slow, context }: Visit,
): Promise<void> {
  await slow.addInitScript(() => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    new MutationObserver((changes) => {
      for (const { target } of changes)
        if (target instanceof HTMLElement && !target.hidden) said.push(target.id);
    }).observe(document, { subtree: true, attributeFilter: ['hidden'] });
  });
  const proxy = await startFaultProxy(product.url);
  const outcome = { takesMs: locale === 'en-US' ? SLOW_MS : 12_000 };
  proxy.decide((path) => (file.test(path) ? outcome : 'passed'));
  try {
    await slow.goto(proxy.url, { waitUntil: 'commit' });
    await slow.getByRole('link', { name: /^Tasks$|^Aufgaben$/ }).waitFor({ timeout: 55_000 });
    const said = await slow.evaluate(() => (globalThis as unknown as { said: string[] }).said);
    expect(said).toEqual([]);
  } finally {
    await context.close();
    await proxy.close();
  }
}

/** The slow starts: they wait for twenty seconds, and begin before the other tests of this file. */
let arrivals: Promise<void>;

beforeAll(async () => {
  // contexts opened outside a test are not closed at the end of the first test
  const visits = await Promise.all(arriving.map(([, locale]) => visit(browser, { locale })));
  const cases = arriving.map((each, at): Arrival => [each[0], each, visits[at] as Visit]);
  arrivals = runCases(cases, (_, each, at) => expectArrival(each, at));
  // the last test awaits the slow starts, and reports a failure
  arrivals.catch(() => undefined);
});

const lost: [string, RegExp, RequestOutcome][] = [
  ['the first script answers 404', /assets\/index-.*\.js/, failing(404)],
  ['the first script never arrives', /assets\/index-.*\.js/, 'hangs'],
  ['a login page of the network replaces the first script', /assets\/index-.*\.js/, CAPTIVE_PORTAL],
  ['the script that draws the screen answers 404', /assets\/second-.*\.js/, failing(404)],
];

test('the page reports a lost script, and "Retry" starts the app', () =>
  runCases(lost, async (_, file, outcome) => {
    const { page: own } = await visit(browser);
    const proxy = await openWithout(file, outcome, own);
    await notice(own).waitFor();
    expect(await own.getByRole('heading', { level: 1 }).allTextContents()).toEqual([
      'Clipurse could not start',
    ]);
    proxy.all('passed');
    await own.getByRole('button', { name: 'Retry' }).click();
    await own.getByRole('navigation', { name: 'Main' }).waitFor();
    await notice(own).waitFor({ state: 'detached' });
    await proxy.close();
  }));

const styles: [string, RegExp, string, string][] = [
  ['the styles of the app’s screens', /assets\/second-.*\.css/, '.feed-controls', 'absolute'],
  ['the styles of the third boot phase', /assets\/third-.*\.css/, '.ticker', 'fixed'],
];

test('lost styles are fetched again, and nothing is drawn without them', () =>
  runCases(styles, async (_, file, drawn, as) => {
    const { page: own } = await visit(browser);
    let asked = 0;
    const proxy = await startFaultProxy(product.url);
    proxy.decide((path) => {
      if (file.test(path)) asked += 1;
      return file.test(path) && asked === 1 ? failing(503) : 'passed';
    });
    await own.goto(proxy.url, { waitUntil: 'commit' });
    const position = await own.locator(drawn).evaluate((each) => getComputedStyle(each).position);
    expect({ asked, position }).toEqual({ asked: 2, position: as });
    await proxy.close();
  }));

const viewports: [string, { width: number; height: number }][] = [
  ['a small phone', { width: 320, height: 568 }],
  ['a tablet', { width: 768, height: 1024 }],
  ['a desk', { width: 1280, height: 800 }],
  ['a phone on its side', { width: 844, height: 390 }],
];

test('the notice is shown beside the playing clip, never over it, on any screen', () =>
  runCases(viewports, async (_, viewport) => {
    const { page: own } = await visit(browser, { viewport });
    const proxy = await startFaultProxy(product.url);
    proxy.decide((path) => (/assets\/index-/.test(path) ? 'hangs' : 'passed'));
    await own.goto(proxy.url, { waitUntil: 'commit' });
    await own.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0);
    const notice = own.getByRole('alert');
    await notice.waitFor();
    const [clip, said] = await Promise.all([
      own.locator('#stage').boundingBox(),
      notice.boundingBox(),
    ]);
    if (!clip || !said) throw new Error('the clip or the notice is not visible');
    expect(clip.height).toBeGreaterThan(viewport.height / 2);
    expect(clip.y + clip.height).toBeLessThanOrEqual(said.y);
    expect(said.y + said.height).toBe(viewport.height);
    expect(await own.locator('video').evaluate((each: HTMLVideoElement) => each.paused)).toBe(
      false,
    );
    expect(await own.getByText('This takes longer than usual').isVisible()).toBe(false);
    await proxy.close();
  }));

test('a script that failed is reported at once, even while the clock stands still', async () => {
  const { page: own } = await visit(browser);
  await own.clock.install();
  await own.clock.pauseAt(Date.now() + 60_000);
  const proxy = await startFaultProxy(product.url);
  proxy.decide((path) => (/assets\/index-/.test(path) ? failing(404) : 'passed'));
  await own.goto(proxy.url, { waitUntil: 'commit' });
  await own.getByRole('alert').waitFor();
  await proxy.close();
});

test('a drawing script that sends nothing is reported, and the app goes on when the script arrives', async () => {
  let send = () => {};
  const isSent = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route(/media\//, () => undefined);
  await page.route(/assets\/second-.*\.js/, (route) => isSent.then(() => route.continue()));
  const isAsked = page.waitForRequest(/assets\/second-.*\.js/);
  await page.goto(product.url, { waitUntil: 'commit' });
  await isAsked;
  await notice().waitFor();
  send();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await notice().waitFor({ state: 'detached' });
  await page.unrouteAll();
});

test('a member is paid for the first clip before the script that draws the screen has arrived', async () => {
  await configureForTest(product, { 'video.watch_seconds': '1' });
  const { page, user } = await onBlankPage();
  const arrived = new Set<string>();
  page.on('requestfinished', (request) => {
    const script = request.url().match(/assets\/([a-z-]+)-[\w-]{8}\.js/)?.[1];
    if (script) arrived.add(script);
  });
  await page.route(/assets\/(?!index|keeping|rolldown-runtime)[^/]*\.js/, () => undefined);
  await page.goto(product.url);
  await expect.poll(() => paidClips(user)).toHaveLength(1);
  // tests/house/budget.test.ts limits the size of these scripts
  expect([...arrived].sort()).toEqual(['index', 'keeping', 'rolldown-runtime']);
});

test('the notice has the operator’s name, and fits a narrow screen', async () => {
  await configureForTest(product, { 'product.name': 'Payday Clips' });
  await page.setViewportSize({ width: 320, height: 568 });
  const proxy = await openWithout(/assets\/index-.*\.js/, failing(404));
  await page.getByRole('heading', { name: 'Payday Clips could not start' }).waitFor();
  const box = await notice().boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= 320).toBe(true);
  const button = await page.getByRole('button', { name: 'Retry' }).boundingBox();
  expect(button?.height).toBeGreaterThanOrEqual(44);
  await proxy.close();
});

test('the page waits for a script that still arrives, and shows no notice', () => arrivals, 60_000);
