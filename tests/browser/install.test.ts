import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { configureForTest, register, switchUser } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { speak } from './speaking.ts';
import { expectAccessible, openAsVisitor, REDUCED_MOTION } from './states.ts';
import { visit } from './support.ts';

let page: Page;

setUpProduct();
beforeAll(async () => {
  page = await openAsVisitor(browser);
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const figures = async (page: Page) => {
  const all = await page.locator('.figures > div').allInnerTexts();
  return all.map((each) => each.split('\n').sort());
};

/** Dispatches the browser's offer to install; the prompt waits until `answer` is called. */
const offer = (page: Page) =>
  page.evaluate(() => {
    const prompt = () =>
      new Promise((resolve) => {
        const answer = (outcome: string) => resolve({ outcome });
        Object.assign(globalThis, { answer });
      });
    const event = new Event('beforeinstallprompt', { cancelable: true });
    dispatchEvent(Object.assign(event, { prompt }));
  });
const answer = (page: Page, outcome: 'accepted' | 'dismissed') =>
  page.evaluate(
    (said) => (globalThis as unknown as { answer: (outcome: string) => void }).answer(said),
    outcome,
  );

/** Opens the install page as a new visitor on a phone. */
async function openInstall(): Promise<void> {
  await switchUser(product, page);
  await page.goto(`${product.url}/install`);
  await button(page, 'Install').waitFor();
}

/** Asserts that the demo mark is centred in one line above the figures, and in the note's card. */
async function expectMarked(page: Page, words: string): Promise<void> {
  const marks = page.getByText(words, { exact: true });
  await expect.poll(() => marks.count()).toBe(2);
  const [mark, figures, users, note] = await Promise.all(
    [
      marks.first(),
      page.locator('.figures'),
      marks.last(),
      page.locator('.card-note', { hasText: '500,000+' }),
    ].map((each) => each.boundingBox()),
  );
  if (!mark || !figures || !users || !note) throw new Error('a mark, figure or note is not drawn');
  expect(mark.y + mark.height).toBeLessThanOrEqual(figures.y);
  expect(figures.y - mark.y - mark.height).toBeLessThan(24);
  expect(mark.height).toBeLessThan(32);
  expect(Math.abs(mark.x + mark.width / 2 - 195)).toBeLessThan(2);
  expect(users.y).toBeGreaterThanOrEqual(note.y);
  expect(users.y + users.height).toBeLessThanOrEqual(note.y + note.height);
  const body = page.locator('.screen-body');
  expect(await body.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
}

// this test is first, because setting any figure ends the demo's figures
test('on a phone the demo’s figures are marked as demo data, in both text directions', async () => {
  const { page } = await visit(browser, REDUCED_MOTION);
  await page.goto(`${product.url}/install`);
  await expectMarked(page, 'Demo data');
  await speak(page, 'ar');
  await expectMarked(page, 'بيانات تجريبية');
});

test('the button prompts, installs and says so; after a dismissal it can prompt again', async () => {
  await openInstall();
  expect(await page.title()).toBe('Install the app | Clipurse');
  await offer(page);
  await button(page, 'Install').click();
  await button(page, 'Installing…').waitFor();
  expect(await button(page, 'Installing…').getAttribute('aria-busy')).toBe('true');
  await answer(page, 'dismissed');
  await page.getByRole('status').getByText('from the menu of your browser').waitFor();

  await offer(page);
  await button(page, 'Install').click();
  await answer(page, 'accepted');
  await button(page, 'Installing…').waitFor();
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
  await page.getByRole('status').getByText('Open the app from your home screen.').waitFor();
  expect(await button(page, 'Installed').isDisabled()).toBe(true);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Installed');
  await expectAccessible(page, 'installed');
  await page.getByRole('link', { name: 'Watch a clip' }).click();
  await page.getByRole('region', { name: 'Short video' }).waitFor();
});

/** Asserts that on a narrow phone the figures are one row, and long texts do not overflow. */
async function expectNoOverflow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  const tops = await page
    .locator('.figures > div')
    .evaluateAll((figures) => figures.map((figure) => figure.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  const room = await page.evaluate(() => {
    for (const [at, each] of document.querySelectorAll('.figures dd > bdi').entries()) {
      each.textContent = `${'one million and more '.repeat(2)}${'x'.repeat(20 * at)}`;
    }
    const { scrollWidth, clientWidth } = document.querySelector('.screen-body') ?? document.body;
    return { scrollWidth, clientWidth };
  });
  expect(room.scrollWidth).toBe(room.clientWidth);
}

test('the page shows the figures that the operator has set, and no others', async () => {
  await openInstall();
  const free = ['Free', 'To install'];
  await expect
    .poll(() => figures(page))
    .toEqual([
      ['4.5', '\u206810K+\u2069 ratings'],
      ['1M+', 'Downloads'],
      ['Age rating', 'E'],
      free,
    ]);
  await page.getByText('500,000+ users rewarded').waitFor();
  await page.getByText('You can withdraw what you have earned.').waitFor();
  await expectNoOverflow(page);
  const claims = ['users_rewarded', 'rating', 'ratings', 'downloads', 'age_rating'];
  const none = Object.fromEntries(claims.map((claim) => [`marketing.${claim}`, '']));
  await configureForTest(product, none);
  await page.reload();
  await page.getByText('+1.00').waitFor();
  expect(await figures(page)).toEqual([free]);
  expect(await page.getByText('users rewarded').count()).toBe(0);
});

test('Mine and the task link to the page as long as the app is not installed', async () => {
  await switchUser(product, page, await register(product));
  await page.goto(`${product.url}/mine/index`);
  await page.getByRole('link', { name: 'Install the app' }).click();
  await button(page, 'Install').waitFor();
  await page.getByRole('link', { name: 'Tasks' }).click();
  const task = page.getByRole('article', { name: 'Download the app' });
  await task.getByRole('link', { name: 'About the app' }).click();
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
  await button(page, 'Installed').waitFor();
  await page.getByRole('link', { name: 'Mine', exact: true }).click();
  await button(page, 'Log out').waitFor();
  expect(await page.getByRole('link', { name: 'Install the app' }).count()).toBe(0);
});
