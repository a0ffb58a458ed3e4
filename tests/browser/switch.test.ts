import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { recordToasts, registerWelcomed, setPayee, switchUser, tab } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { providePseudo, pseudoLanguages } from './pseudo.ts';
import { speak } from './speaking.ts';
import { openAsVisitor } from './states.ts';
import { clipPlays } from './watching.ts';

const { longer, mirrored } = pseudoLanguages;
let page: Page;
let toasts: () => Promise<string[]>;
let token: string;

setUpProduct();
beforeAll(async () => {
  ({ token } = await registerWelcomed(product));
  await setPayee(product, token);
  page = await openAsVisitor(browser);
  await providePseudo(page.context());
  toasts = await recordToasts(page);
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const picker = (page: Page) => page.locator('.language select');

/** The page's language tag and direction, the picker's value, and the language in the cookie. */
const spokenBy = (page: Page) =>
  page.evaluate(() => [
    document.documentElement.lang,
    document.documentElement.dir,
    document.querySelector<HTMLSelectElement>('.language select')?.value,
    /language=([^;]*)/.exec(document.cookie)?.[1],
  ]);

/** Marks the document, so that a test notices a reload. */
const mark = (page: Page) => page.evaluate(() => Object.assign(globalThis, { isMarked: true }));
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in globalThis);

async function openMine(): Promise<void> {
  await switchUser(product, page, token);
  await page.goto(`${product.url}/mine/index`);
  await button(page, 'Log out').waitFor();
  await mark(page);
}

test('the picker changes every text and the direction at once, and the choice is stored', async () => {
  await openMine();
  await picker(page).focus();
  await picker(page).selectOption(mirrored);
  await page.getByRole('heading', { level: 1 }).getByText('⟦').waitFor();
  await expect.poll(() => spokenBy(page)).toEqual([mirrored, 'rtl', mirrored, mirrored]);
  expect(await picker(page).evaluate((select) => select === document.activeElement)).toBe(true);
  await picker(page).selectOption('en');
  await page.getByRole('heading', { level: 1, name: 'Mine', exact: true }).waitFor();
  await expect.poll(() => spokenBy(page)).toEqual(['en', 'ltr', 'en', 'en']);
  expect(await isMarked(page)).toBe(true);
});

test('a clip continues without a pause or a seek during a change of language', async () => {
  await switchUser(product, page);
  await page.goto(product.url);
  await button(page, 'Pause').waitFor();
  await clipPlays(page, 0);
  await mark(page);
  const before = await page.locator('.clip[data-index="0"] video').evaluate((video) => {
    const player = video as HTMLVideoElement;
    // slow, so that the clip does not restart while a busy machine switches the language twice
    player.playbackRate = 0.2;
    const interrupted: string[] = [];
    for (const type of ['pause', 'waiting', 'emptied', 'seeking'])
      player.addEventListener(type, () => interrupted.push(type));
    Object.assign(globalThis, { player, interrupted });
    return player.currentTime;
  });
  await speak(page, mirrored);
  await speak(page, longer);
  await page.waitForFunction((time) => {
    const { player } = globalThis as unknown as { player: HTMLVideoElement };
    return player.isConnected && player.currentTime > time + 0.2;
  }, before);
  const interrupted = () => (globalThis as unknown as { interrupted: string[] }).interrupted;
  expect(await page.evaluate(interrupted)).toEqual([]);
  expect(await isMarked(page)).toBe(true);
});

/** The value of every field, the focused field, and the caret. */
const written = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement as HTMLInputElement;
    return {
      values: [...document.querySelectorAll('form input')].map((each) => {
        const { type, value, checked } = each as HTMLInputElement;
        return type === 'checkbox' ? checked : value;
      }),
      focused: focused.name || focused.inputMode,
      caret: [focused.selectionStart, focused.selectionEnd],
    };
  });

test('a form keeps its values, the focus and the caret during a change of language', async () => {
  await switchUser(product, page);
  await page.goto(`${product.url}/login?tab=register`);
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password', { exact: true }).fill('a-long-engine');
  await page.getByLabel('Keep me signed in').uncheck();
  await page.getByLabel('Username').fill('ada.lovelace');
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowLeft');
  const before = await written(page);
  expect(before).toEqual({
    values: ['ada.lovelace', 'ada@example.org', 'a-long-engine', '', '', false, false],
    focused: 'username',
    caret: [8, 8],
  });
  for (const tag of [mirrored, longer, 'en']) {
    await speak(page, tag);
    expect(await written(page)).toEqual(before);
  }
  await page.keyboard.type('_');
  expect(await page.getByLabel('Username').inputValue()).toBe('ada.love_lace');
});

test('a dialog stays open and focused during a change of language; the focus then returns to the opener', async () => {
  await switchUser(product, page, token);
  await page.goto(`${product.url}/withdraw/index`);
  await page.getByLabel('Amount').fill('1');
  await button(page, 'Withdraw').click();
  await button(page, 'Confirm').focus();
  await mark(page);
  await page.evaluate(() => Object.assign(globalThis, { focused: document.activeElement }));
  await speak(page, mirrored);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading').getByText('⟦').waitFor();
  const stays = () =>
    page.evaluate(() => {
      const { focused } = globalThis as unknown as { focused: Element };
      const [isModal, isFocused] = ['dialog:modal', ':focus'];
      return focused.closest(isModal) !== null && focused.matches(isFocused);
    });
  expect(await stays()).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const opener = page.locator('.amount-form button[type="submit"]');
  expect(await opener.evaluate((each) => each === document.activeElement)).toBe(true);
  expect(await isMarked(page)).toBe(true);
});

test('a language that cannot be fetched is reported, and the old language stays', async () => {
  await openMine();
  await page.route(`**/assets/language-${mirrored}-*.js`, (route) => route.abort(), { times: 1 });
  await picker(page).selectOption(mirrored);
  await expect.poll(toasts).toEqual(['This language could not be loaded.']);
  expect(await spokenBy(page)).toEqual(['en', 'ltr', 'en', undefined]);
  await tab(page, 'Tasks').click();
  await page.getByRole('heading', { level: 1, name: 'Task Center' }).waitFor();
  await tab(page, 'Mine').click();
  // the connection is back
  await picker(page).selectOption(mirrored);
  await page.getByRole('heading', { level: 1 }).getByText('⟦').waitFor();
  expect(await spokenBy(page)).toEqual([mirrored, 'rtl', mirrored, mirrored]);
});
