import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Fate, failing, type Line, PORTAL, startLine } from './line.ts';
import { browser, product, setUpProduct } from './product.ts';
import { visit } from './support.ts';

setUpProduct();

/** A person must not be left alone for longer than this. */
const LIMIT = { timeout: 8_000 };

const notice = (page: Page) =>
  page.getByRole('alert').filter({ has: page.getByRole('heading', { name: /could not start/ }) });

/** A page whose file of this name meets with this fate. */
async function openWithout(file: RegExp, fate: Fate): Promise<{ line: Line; page: Page }> {
  const line = await startLine(product.url);
  line.decide((path) => (file.test(path) ? fate : 'passed'));
  const { page } = await visit(browser);
  await page.goto(line.url, { waitUntil: 'commit' });
  return { line, page };
}

test.each<[string, RegExp, Fate]>([
  ['is gone', /assets\/index-.*\.js/, failing(404)],
  ['never arrives', /assets\/index-.*\.js/, 'hangs'],
  ['is a portal’s page', /assets\/index-.*\.js/, PORTAL],
  ['that draws the app is gone', /assets\/second-.*\.js/, failing(404)],
])('a script that %s: the page says so, and "Retry" starts the app', async (_, file, fate) => {
  const { line, page } = await openWithout(file, fate);
  await notice(page).waitFor(LIMIT);
  expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([
    'Clipurse could not start',
  ]);
  line.all('passed');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  expect(await notice(page).count()).toBe(0);
  await page.context().close();
  await line.close();
});

test('one that comes late takes the notice away, and starts', async () => {
  const { line, page } = await openWithout(/none/, 'passed');
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.evaluate(() => dispatchEvent(new Event('start.failed')));
  await notice(page).waitFor();
  await page.evaluate(() => dispatchEvent(new Event('start.done')));
  await notice(page).waitFor({ state: 'detached' });
  await page.context().close();
  await line.close();
});

test('nobody waits longer for the script that draws the app, and it goes on when it comes', async () => {
  const { page } = await visit(browser);
  let send = () => {};
  const isSent = new Promise<void>((resolve) => {
    send = resolve;
  });
  const pause = new Promise<void>((resolve) => setTimeout(resolve, 3_000));
  await page.route(/assets\/index-.*\.js/, (route) => pause.then(() => route.continue()));
  await page.route(/media\//, () => undefined);
  await page.route(/assets\/second-.*\.js/, (route) => isSent.then(() => route.continue()));
  await page.goto(product.url, { waitUntil: 'commit' });
  await notice(page).waitFor(LIMIT);
  send();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await notice(page).waitFor({ state: 'detached' });
  await page.context().close();
});

test('it is said with the operator’s name, as wide as the screen allows', async () => {
  await product.operator('config', 'set', 'product.name', 'Payday Clips');
  const line = await startLine(product.url);
  line.decide((path) => (/assets\/index-.*\.js/.test(path) ? failing(404) : 'passed'));
  const { page } = await visit(browser, { viewport: { width: 320, height: 568 } });
  const heading = page.getByRole('heading', { name: 'Payday Clips could not start' });
  await expect
    .poll(async () => {
      await page.goto(`${line.url}/login`, { waitUntil: 'commit' });
      return heading.waitFor(LIMIT).then(
        () => true,
        () => false,
      );
    })
    .toBe(true);
  const box = await notice(page).boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= 320).toBe(true);
  const button = await page.getByRole('button', { name: 'Retry' }).boundingBox();
  expect(button?.height).toBeGreaterThanOrEqual(44);
  await product.operator('config', 'set', 'product.name', 'Clipurse');
  await page.context().close();
  await line.close();
});
