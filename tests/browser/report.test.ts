import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { sendReport } from '../../contract/calls.ts';
import { configureForTest, loggedIn, register } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { expectAccessible, REDUCED_MOTION, refuse, SMALL } from './states.ts';
import { button, DESK, visit } from './support.ts';
import { clipPlays, openWithAds } from './watching.ts';

setUpProduct();

const more = (page: Page) => button(page, 'More');
const reasons = (page: Page) => page.getByLabel('What is wrong with it?');
const words = (page: Page) => page.getByLabel('In your own words');
const isTaken = (page: Page) => page.getByRole('heading', { name: 'Thank you for your report' });
const isFocused = (element: ReturnType<Page['locator']>) =>
  element.evaluate((each) => each === document.activeElement);

interface Listed {
  id: number;
  kind: string;
  reason: string;
  text: string;
  username: string | null;
}

/** The reports with this text in the operator's list. */
async function reported(text: string): Promise<Omit<Listed, 'id'>[]> {
  const list = (await product.ask('reports', 'list')) as Listed[];
  return list
    .filter((each) => each.text === text)
    .map(({ kind, reason, username }) => ({
      kind,
      reason,
      username: username && 'somebody',
      text,
    }));
}

// all visitors of this machine count as one reporter, whose next report of a clip is ignored
beforeEach(async () => {
  const open = (await product.ask('reports', 'list', '--status', 'open')) as Listed[];
  for (const { id } of open) {
    await product.operator('reports', 'dismiss', String(id), '--reason', 'Fine');
  }
});

async function asVisitor(options: Parameters<typeof visit>[1]): Promise<Page> {
  const { page } = await visit(browser, options);
  await page.goto(product.url);
  return page;
}

async function asMember(options: Parameters<typeof visit>[1]): Promise<Page> {
  const context = await loggedIn(browser, await register(product), options);
  const page = await context.newPage();
  await page.goto(product.url);
  return page;
}

test('a visitor reports a clip, and gets no promise of an answer', async () => {
  const page = await asVisitor(REDUCED_MOTION);
  await more(page).click();
  const why = page.getByRole('heading', { name: 'Why you see it' });
  await why.waitFor();
  await reasons(page).selectOption('It misleads people');
  await words(page).fill('the visitor’s words');
  await button(page, 'Send report').click();
  await isTaken(page).waitFor();
  await page.getByText('We will look at it.', { exact: true }).waitFor();
  expect(await why.count()).toBe(0);
  expect(await reported('the visitor’s words')).toMatchObject([
    { kind: 'clip', reason: 'misleading', username: null },
  ]);
  await button(page, 'Close').click();
  await expect.poll(() => isFocused(more(page))).toBe(true);
});

test('a member reports a clip by keyboard alone, and reads which fields are missing', async () => {
  const page = await asMember({ ...REDUCED_MOTION, ...DESK });
  await more(page).focus();
  await page.keyboard.press('Enter');
  await reasons(page).waitFor();
  const says = (of: typeof reasons, said: string) =>
    expect
      .poll(() =>
        of(page).evaluate((input) => {
          const id = input.getAttribute('aria-describedby') ?? '';
          return document.getElementById(id)?.textContent;
        }),
      )
      .toBe(said);
  await expect.poll(() => isFocused(reasons(page))).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await says(reasons, 'Choose a reason');
  await expect.poll(() => isFocused(reasons(page))).toBe(true);
  await page.keyboard.press('End');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await says(words, 'Please say what is wrong.');
  await expect.poll(() => isFocused(words(page))).toBe(true);
  await page.keyboard.type('the member’s words');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await isTaken(page).waitFor();
  await expect.poll(() => isFocused(isTaken(page))).toBe(true);
  await page.getByText('If notifications are on, we will tell you what we decide.').waitFor();
  expect(await reported('the member’s words')).toMatchObject([
    { kind: 'clip', reason: 'other', username: 'somebody' },
  ]);
  await page.keyboard.press('Escape');
  await expect.poll(() => isFocused(more(page))).toBe(true);
  // a reopened sheet shows nothing of the last report
  await page.keyboard.press('Enter');
  await expect.poll(() => words(page).inputValue()).toBe('');
  await button(page, 'Close').click();
  await expect.poll(() => isFocused(more(page))).toBe(true);
});

test('an advertisement is reported as an advertisement', async () => {
  await configureForTest(product, {
    'ad.every_n_videos': '1',
    'ad.skippable_after_seconds': '600',
  });
  const page = await asMember({ ...REDUCED_MOTION, ...DESK });
  await openWithAds(page, product);
  for (const place of [1, 2]) {
    await page.keyboard.press('ArrowDown');
    if (place === 1) await clipPlays(page, 1);
  }
  await page.getByRole('region', { name: 'Advertisement' }).waitFor();
  await more(page).click();
  await page.getByRole('heading', { name: 'Report this ad' }).waitFor();
  await reasons(page).selectOption('It is mine, or shows me');
  await words(page).fill('about an ad');
  await button(page, 'Send report').click();
  await isTaken(page).waitFor();
  expect(await reported('about an ad')).toMatchObject([{ kind: 'ad', reason: 'mine' }]);
});

test('each state of the report sheet is accessible, on the smallest phone too', async () => {
  const page = await asVisitor(SMALL);
  await more(page).click();
  await reasons(page).waitFor();
  await button(page, 'Send report').click();
  await page.locator('.field-error', { hasText: 'Choose a reason' }).waitFor();
  await expectAccessible(page, 'nothing chosen');
  await reasons(page).selectOption('Something else');
  await button(page, 'Send report').click();
  await page.getByText('Please say what is wrong.').waitFor();
  const limited = { code: 0, msg: '', data: { reason: 'too_many_attempts', retry_after: 900 } };
  await page.route(`**${sendReport.path}`, (route) => route.fulfill({ json: limited }));
  await words(page).fill('kept for another try');
  await button(page, 'Send report').click();
  await page.getByText('Too many attempts. Please try again in 15 minutes.').waitFor();
  await expectAccessible(page, 'limited');
  await page.unroute(`**${sendReport.path}`);
  await refuse(page, 'report/send', 'unknown_video');
  await button(page, 'Send report').click();
  await page.getByText('This clip is no longer available.').waitFor();
  await page.unroute('**/api/report/send*');
  await page.route(`**${sendReport.path}`, (route) => route.abort());
  await button(page, 'Send report').click();
  await page.getByText('Network error, please try again later.').waitFor();
  expect(await words(page).inputValue()).toBe('kept for another try');
  await page.unroute(`**${sendReport.path}`);
  await button(page, 'Send report').click();
  await isTaken(page).waitFor();
  await expectAccessible(page, 'sent');
});
