import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newRegistration, registerUser } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { REDUCED_MOTION } from './states.ts';
import { DESK, visit } from './support.ts';

setUpProduct();

/** The focused element's name, and whether its focus ring is visible. */
interface Stop {
  name: string;
  isVisible: boolean;
}

/** Runs in the page: reads the focused element. Its ring counts as visible if two sides are. */
function readStop(): Stop {
  const focused = document.activeElement as HTMLElement;
  const label = (focused as HTMLInputElement).labels?.[0]?.textContent;
  const name = focused.getAttribute('aria-label') ?? label ?? focused.textContent ?? '';
  const around = [focused, focused.parentElement, focused.parentElement?.parentElement];
  const ringed = around.flatMap((element) => {
    if (!element) return [];
    const { outlineStyle, outlineWidth, outlineOffset, boxShadow } = getComputedStyle(element);
    const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    const reach = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
    if (!isOutlined && !(boxShadow.includes('inset') && element !== focused)) return [];
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return [{ element, box: [left, top, -right, -bottom], reach: isOutlined ? reach : 0 }];
  })[0];
  if (!ringed) return { name: name.trim(), isVisible: false };
  const frames = [[0, 0, -innerWidth, -innerHeight]];
  for (let each = ringed.element.parentElement; each; each = each.parentElement) {
    if (getComputedStyle(each).overflow === 'visible' || each === document.documentElement)
      continue;
    const { left, right, top, bottom } = each.getBoundingClientRect();
    frames.push([left, top, -right, -bottom]);
  }
  const seen = ringed.box.filter((side, index) =>
    frames.every((frame) => side - ringed.reach >= (frame[index] ?? 0) - 0.5),
  );
  return { name: name.trim(), isVisible: seen.length >= 2 };
}

const MAX_STOPS = 40;

/** Presses Tab until this element has the focus; every stop must have a visible ring. */
async function tabTo(page: Page, wanted: string, key = 'Tab'): Promise<string[]> {
  const stops: string[] = [];
  while (stops.at(-1) !== wanted) {
    await page.keyboard.press(key);
    const isNowhere = await page.evaluate(() => document.activeElement === document.body);
    // between the last and the first stop the browser's own toolbar has the focus
    if (isNowhere) continue;
    const stop = await page.evaluate(readStop);
    expect(stop).toEqual({ ...stop, isVisible: true });
    stops.push(stop.name);
    if (stops.length > MAX_STOPS) throw new Error(`no ${wanted} among ${stops.join(', ')}`);
  }
  return stops;
}

async function press(page: Page, wanted: string, key = 'Enter'): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press(key);
}

async function type(page: Page, field: string, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

const focus = async (page: Page) => (await page.evaluate(readStop)).name;
const FEED = ['Pause', 'More', 'Turn sound on', 'Share', 'Next video'];
const TABS = ['Tasks', 'Invite', 'Short video', 'Withdraw', 'Mine'];

async function register(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  // the last boot phase adds this button
  await page.getByRole('button', { name: 'More' }).waitFor();
  expect(await tabTo(page, 'Mine')).toEqual([...FEED, 'Log in to earn', ...TABS]);
  await press(page, 'Log in to earn');
  await expect.poll(() => focus(page)).toBe('Watch short videos. Get paid.');
  await press(page, 'Create an account');
  expect(await page.evaluate(() => document.activeElement?.className)).toContain('login-card');
  const { username, email, password } = newRegistration();
  await type(page, 'Username', username);
  await type(page, 'Email', email);
  await type(page, 'Password', password);
  await type(page, 'Confirm password', password);
  await page.getByLabel('I am at least 18 years old').waitFor();
  await press(page, 'I am at least 18 years old', 'Space');
  await press(page, 'Register');
  await page.getByRole('link', { name: '1.00' }).waitFor();
  await expect.poll(() => focus(page)).toBe('Short video');
}

/** Pauses, plays, unmutes, moves on and shares; each control keeps the focus. */
async function watch(page: Page): Promise<void> {
  await press(page, 'Pause', 'Space');
  await page.getByRole('button', { name: 'Tap to play' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await press(page, 'Turn sound on');
  expect(await focus(page)).toBe('Turn sound off');
  const offset = () =>
    page.locator('[data-index="1"]').evaluate((clip) => clip.getBoundingClientRect().top);
  await press(page, 'Next video');
  await expect.poll(offset).toBe(0);
  expect(await focus(page)).toBe('Next video');
  await page.keyboard.press('ArrowUp');
  await expect.poll(offset).toBeGreaterThan(0);

  await tabTo(page, 'Share', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Share with friends' }).waitFor();
  // while a dialog is open the arrow keys do not move the feed
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  // as long as a move to the next clip takes
  await page.waitForTimeout(700);
  expect(await offset()).toBeGreaterThan(0);
  await tabTo(page, 'Close');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await focus(page)).toBe('Share');
}

async function withdraw(page: Page): Promise<void> {
  await press(page, 'Withdraw');
  await page.getByRole('button', { name: 'Set up withdrawal info' }).waitFor();
  await press(page, 'Set up withdrawal info');
  expect(await focus(page)).toBe('Country or region');
  await page.keyboard.type('United States');
  await type(page, 'Method', 'PayPal');
  await type(page, 'Recipient name', 'Ada Lovelace');
  await type(page, 'Account', 'ada@example.org');
  await press(page, 'Save');
  await page.getByLabel('Amount').waitFor();
  // of the new content, the form to fill in next has the focus
  expect(await focus(page)).toBe('Withdraw');
  await type(page, 'Amount', '1');
  await tabTo(page, 'Withdraw all');
  await press(page, 'Withdraw');
  await page.getByRole('dialog', { name: 'Confirm withdrawal' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await focus(page)).toBe('Withdraw');
  await page.keyboard.press('Enter');
  await press(page, 'Confirm');
  await page.getByRole('heading', { name: 'Your withdrawal is in process' }).waitFor();
  expect(await focus(page)).toBe('Your withdrawal is in process');

  const pending = await product.ask('withdrawals', 'list', '--status', 'pending');
  for (const { id } of pending as { id: number }[]) {
    expect((await product.operator('withdrawals', 'approve', String(id))).status).toBe(0);
  }
  await press(page, 'Short video');
  await page.getByRole('button', { name: 'Next video' }).waitFor();
  // opening the screen loads the status at once
  await press(page, 'Withdraw');
  await page.getByRole('heading', { name: 'Your withdrawal was paid' }).waitFor();
  await press(page, 'Done');
  await page.getByLabel('Amount').waitFor();
  expect(await focus(page)).toBe('Withdraw');
}

async function leave(page: Page): Promise<void> {
  await press(page, 'Tasks');
  await page.getByRole('article', { name: 'Download the app' }).waitFor();
  await press(page, 'Install');
  await page.getByRole('dialog', { name: 'Install the app' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await focus(page)).toBe('Install');

  await press(page, 'About the app');
  await expect.poll(() => focus(page)).toBe('Clipurse');
  await press(page, 'Mine');
  await page.getByText(/^ID \d+$/).waitFor();
  // the link disappears with its screen, so the next screen's heading gets the focus
  await press(page, 'Withdraw now');
  await expect.poll(() => focus(page)).toBe('Withdraw');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  await press(page, 'Mine');
  await press(page, 'Dark mode', 'Space');
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  await press(page, 'Log out');
  await page.getByLabel('Username or email').waitFor();
  await expect.poll(() => focus(page)).toBe('Watch short videos. Get paid.');
}

test('after Back to an invitation its heading has the focus', async () => {
  const { invite_code } = await registerUser(product);
  const { page, context } = await visit(browser, { ...REDUCED_MOTION, ...DESK });
  await page.goto(`${product.url}/newuser?invite_code=${invite_code}`);
  await page.getByRole('button', { name: 'Register' }).waitFor();
  const slogan = 'Watch short videos with me and earn cash';
  await press(page, 'Register');
  await expect.poll(() => focus(page)).toBe('Watch short videos. Get paid.');
  await page.goBack();
  await expect.poll(() => focus(page)).toBe(slogan);
  await context.close();
});

test('by keyboard alone: register, watch, share, withdraw and log out', async () => {
  const viewport = { width: 1280, height: 800 };
  const { page, context } = await visit(browser, {
    ...REDUCED_MOTION,
    ...DESK,
    viewport,
    colorScheme: 'light',
  });
  await page.goto(product.url);
  await register(page);
  await watch(page);
  await withdraw(page);
  await leave(page);
  await context.close();
});
