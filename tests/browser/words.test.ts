import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { languages } from '../../contract/languages.ts';
import type { UserInfo } from '../../contract/shapes.ts';
import { loggedIn, registerWelcomed, setPayee } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { speak } from './speaking.ts';
import { change } from './states.ts';

let user: UserInfo;

setUpProduct();
beforeAll(async () => {
  user = await registerWelcomed(product);
  await setPayee(product, user.token);
});

const walk = { timeout: 180_000 };
const all = languages.map(({ tag }) => tag);
const NINE_FIGURES = '1234567.8900';

/** Opens a phone of this width in CSS pixels, for a member with a balance of nine figures. */
async function newPage(width: number): Promise<Page> {
  const screen = { viewport: { width, height: 640 }, deviceScaleFactor: 1 };
  const page = await (await loggedIn(browser, user.token, screen)).newPage();
  await change(page, 'user/withdrawConfig', (data) => ({ ...data, balance: NINE_FIGURES }));
  await change(page, 'user/info', (data) => ({
    ...data,
    userInfo: { ...(data.userInfo as object), balance: NINE_FIGURES },
  }));
  return page;
}

async function openWithdraw(page: Page): Promise<void> {
  await page.goto(`${product.url}/withdraw/index`);
  await page.locator('.details').waitFor();
}

const field = (page: Page) => page.locator('.field-figure input');

/** Whether the content of an element fits its width. */
const isWhole = (page: Page, selector: string) =>
  page.locator(selector).evaluate((each) => each.scrollWidth <= each.clientWidth);

/** Rewrites a number in Latin digits, with a decimal point. */
const latin = (text: string) =>
  text.replace(/[٫,]/, '.').replace(/\p{Nd}/gu, (digit) => {
    const zero = ['۰', '০', '०'].find((each) => {
      const at = (digit.codePointAt(0) ?? 0) - (each.codePointAt(0) ?? 0);
      return at >= 0 && at <= 9;
    });
    return zero === undefined
      ? digit
      : String((digit.codePointAt(0) ?? 0) - (zero.codePointAt(0) ?? 0));
  });

/**
 * Runs in the page: finds words broken where there is no blank, hyphen or break mark of the
 * translation, each with `|` at the break.
 */
const brokenWords = (page: Page, selector: string): Promise<string[]> =>
  page.locator(selector).evaluateAll((places) => {
    const topOf = (node: Node, at: number) => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      // a visible soft hyphen has a second rectangle, of no width, in the line that it ends
      return [...range.getClientRects()].filter(({ width }) => width > 0).at(-1)?.top;
    };
    return places.flatMap((place) => {
      const node = place.firstChild as Text | null;
      const text = node?.nodeValue ?? '';
      const breaks: string[] = [];
      for (let at = 1; node && at < text.length; at += 1) {
        if (/[\s\u00ad\u200b-]/.test(text.slice(at - 1, at + 1))) continue;
        const [before, here] = [topOf(node, at - 1), topOf(node, at)];
        if (before === undefined || here === undefined || here - before < 6) continue;
        breaks.push(`${text.slice(0, at)}|${text.slice(at)}`);
      }
      return breaks;
    });
  });

/** Thai breaks words between syllables, without blanks or hyphens. */
const PARTED_ANYWHERE: readonly string[] = ['th'];

/** Checks the page in each language; @returns the findings, by language */
async function inEach<Found>(page: Page, look: (tag: string) => Promise<Found | null>) {
  const found: Record<string, Found> = {};
  for (const tag of all) {
    await speak(page, tag);
    const seen = await look(tag);
    if (seen !== null) found[tag] = seen;
  }
  return found;
}

async function brokenIn(page: Page, selector: string, tag: string): Promise<string[] | null> {
  const broken = PARTED_ANYWHERE.includes(tag) ? [] : await brokenWords(page, selector);
  return broken.length > 0 ? broken : null;
}

test('at 320 px a sum of nine figures is not cut off in any language', walk, async () => {
  const page = await newPage(320);
  await openWithdraw(page);
  await page.getByRole('button', { name: 'Withdraw all' }).click();
  await field(page).press('Enter');
  await page.getByRole('dialog').waitFor();
  const wrong = await inEach(page, async () => {
    const value = latin(await field(page).inputValue());
    const isShown = await isWhole(page, '.field-figure input');
    const isConfirmed = await isWhole(page, '.confirm-amount');
    return value === '1234567.89' && isShown && isConfirmed
      ? null
      : { value, isShown, isConfirmed };
  });
  expect(wrong).toEqual({});
  await page.context().close();
});

test('a number typed before a change of language is rewritten or parsed again', async () => {
  const page = await newPage(390);
  await openWithdraw(page);
  await speak(page, 'de');
  await field(page).fill('1.500');
  const read: string[] = [];
  for (const tag of ['fr', 'en', 'fa', 'de']) {
    await speak(page, tag);
    read.push(await field(page).inputValue());
  }
  expect(read).toEqual(['1500', '1500', '۱۵۰۰', '1500']);
  // "1.500" is invalid in French, and 1500 in German
  await speak(page, 'fr');
  await field(page).fill('1.500');
  await field(page).press('Enter');
  await page.locator('.field-error').waitFor();
  await speak(page, 'de');
  await field(page).press('Enter');
  await page.getByRole('dialog').waitFor();
  expect(await page.locator('.confirm-amount').innerText()).toBe('1.500,00\u00a0$');
  await page.context().close();
});

/** Masked accounts of each kind that is written in groups. */
const GROUPED = [
  'DE** **** **** **** **30 00',
  '41** **** **** 1111',
  '+2** *** **5678',
  '+5* ** ***** 5678',
  '11.***.***/**01-81',
];

/** Simulates a withdrawal to each of these accounts; the first is the payout account. */
async function paidTo(page: Page, accounts: readonly string[]): Promise<void> {
  const given = { amount: NINE_FIGURES, repaid: '0.0000', local_amount: '', local_currency: 'EUR' };
  const times = { created_at: '2026-11-27T12:00:00.000Z', settled_at: null, review_due_at: null };
  const where = { method: 'bank_card', recipient_name: 'Ada Lovelace' };
  const standing = { status: 'pending', step: 'processing', steps: [], reason: null };
  await change(page, 'user/withdrawals', (data) => ({
    ...data,
    total: accounts.length,
    list: accounts.map((account, at) => ({
      ...given,
      ...times,
      ...where,
      ...standing,
      id: at + 1,
      account,
    })),
  }));
  await change(page, 'user/wdinfo', (data) => ({
    list: data.list.map((info) => ({ ...info, account: accounts[0] })),
  }));
}

/** The accounts that a line break divides. */
const partedAccounts = (page: Page) =>
  page
    .locator('.withdrawal, .details, .info-row')
    .locator('bdi[dir=ltr]')
    .evaluateAll((each) =>
      each.filter((one) => one.getClientRects().length > 1).map((one) => one.textContent),
    );

/** The layout faults on the narrowest phone: divided figures, accounts and words, wide elements. */
async function misfits(page: Page, tag: string) {
  const { lines, height } = await page.locator('.requirement-count bdi').evaluate((each) => ({
    lines: each.getClientRects().length,
    height: each.getBoundingClientRect().height,
  }));
  const wide: string[] = [];
  for (const each of ['.requirement', '.screen', '.screen-withdraw .purse-balance'])
    if (!(await isWhole(page, each))) wide.push(each);
  const parted = await partedAccounts(page);
  const broken = await brokenIn(page, '.tab span', tag);
  const isRight = lines === 1 && height <= 30 && !broken && wide.length + parted.length === 0;
  return isRight ? null : { lines, height, wide, parted, broken };
}

test(
  'Withdraw divides no account, figure or word: all at 320 px, its details at 360',
  walk,
  async () => {
    const page = await newPage(320);
    await paidTo(page, GROUPED);
    await change(page, 'user/withdrawConfig', (data) => ({
      ...data,
      balance: NINE_FIGURES,
      requirements: [{ kind: 'videos', current: 0, required: 10 }],
    }));
    await openWithdraw(page);
    await page.locator('.requirement-count bdi').waitFor();
    const accounts = page.locator('.withdrawal, .details').locator('bdi[dir=ltr]');
    await expect.poll(() => accounts.count()).toBe(GROUPED.length + 1);
    const wrong = await inEach(page, async (tag) => {
      await page.setViewportSize({ width: 320, height: 640 });
      const narrow = await misfits(page, tag);
      await page.setViewportSize({ width: 360, height: 640 });
      const details = await brokenIn(page, '.details dt', tag);
      return narrow || details ? { narrow, details } : null;
    });
    expect(wrong).toEqual({});
    await page.context().close();
  },
);

test('at 320 px Mine divides no account by a line break', walk, async () => {
  const page = await newPage(320);
  await paidTo(page, GROUPED);
  await page.goto(`${product.url}/mine/index`);
  await page.locator('.info-row bdi[dir=ltr]').waitFor();
  const wrong = await inEach(page, async () => {
    const parted = await partedAccounts(page);
    return parted.length === 0 && (await isWhole(page, '.screen')) ? null : parted;
  });
  expect(wrong).toEqual({});
  await page.context().close();
});
