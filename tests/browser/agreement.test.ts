import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { agree, info } from '../../contract/calls.ts';
import { ask, loggedIn, register, tab } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { expectAccessible, REDUCED_MOTION, SMALL } from './states.ts';
import { button, DESK } from './support.ts';

setUpProduct();

const TERMS = 'New terms of use';
const PRIVACY = 'New privacy policy';
let files: string;
/** Tokens of two members who registered before the first publication of terms. */
let members: string[];

async function publish(page: string, text: string): Promise<void> {
  const path = join(files, `${page}.md`);
  writeFileSync(path, text);
  const { status, stderr } = await product.operator('pages', 'publish', page, path);
  expect([status, stderr]).toEqual([0, '']);
}

beforeAll(async () => {
  members = [await register(product), await register(product)];
  files = mkdtempSync(join(tmpdir(), 'clipurse-agreement-'));
  return () => rmSync(files, { recursive: true });
});

const sheet = (page: Page, name: string) => page.getByRole('dialog', { name });
const openOf = async (token: string) => (await ask(product, token, info, {})).userInfo.to_agree;

async function open(token: string, options = {}): Promise<Page> {
  const page = await (await loggedIn(browser, token, { ...REDUCED_MOTION, ...options })).newPage();
  await page.goto(`${product.url}/mine/index`);
  return page;
}

test('by keyboard alone, on the smallest phone: a member reads new terms and agrees', async () => {
  const [token = ''] = members;
  await publish('terms', '# First terms');
  await publish('privacy', '# First privacy');
  const page = await open(token, SMALL);
  await sheet(page, TERMS).waitFor();
  await expectAccessible(page, 'new terms');
  const opened = page.context().waitForEvent('page');
  await sheet(page, TERMS).getByRole('link', { name: 'Terms of use' }).press('Enter');
  const terms = await opened;
  await terms.getByRole('heading', { name: 'First terms' }).waitFor();
  await terms.close();
  // the terms change while the member reads them
  await publish('terms', '# Second terms');
  const renewed = page.waitForResponse((answer) => answer.url().includes(info.path));
  await button(page, 'Agree').press('Enter');
  await renewed;
  await page.getByText('There is a newer version by now. Please read it.').waitFor();
  expect(await openOf(token)).toBe('terms:2,privacy:1');
  // presses Agree until it succeeds: the app must first load the new terms
  await expect
    .poll(
      async () => {
        if (!(await sheet(page, TERMS).isVisible())) return true;
        await button(page, 'Agree').press('Enter', { timeout: 1_000 });
        return false;
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  expect(await openOf(token)).toBeUndefined();
  await publish('privacy', '# Second privacy');
  await tab(page, 'Withdraw').press('Enter');
  await sheet(page, PRIVACY).waitFor();
  await button(page, 'I have read it').press('Enter');
  await sheet(page, PRIVACY).waitFor({ state: 'detached' });
  expect(await openOf(token)).toBeUndefined();
});

test('a member who does not agree can go on, and is asked again at the next start', async () => {
  const [, token = ''] = members;
  await publish('terms', '# Third terms');
  const page = await open(token, DESK);
  await sheet(page, TERMS).waitFor();
  await page.route(`**${agree.path}`, (route) => route.abort());
  await button(page, 'Agree').click();
  await page.getByText('Network error, please try again later.').waitFor();
  await page.unroute(`**${agree.path}`);
  await page.keyboard.press('Escape');
  await sheet(page, TERMS).waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  expect(await openOf(token)).toMatch(/^terms:/);
  await page.reload();
  await sheet(page, TERMS).waitFor();
  await button(page, 'Later').click();
  await sheet(page, TERMS).waitFor({ state: 'detached' });
});
