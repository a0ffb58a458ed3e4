import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withdraw, withdrawals } from '../../contract/calls.ts';
import { ask, configure, register, registerWelcomed, setPayee } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { openAsMember } from './states.ts';

setUpProduct();

/** Matches an accessible name, translated or not. */
const called = (name: string) => new RegExp(`^«?${name}»?$`);

const tab = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name: called(name) });

/**
 * Translates the page as browsers do: replaces each text node, also those added later, by two
 * `font` elements with another text.
 */
const translate = (page: Page) =>
  page.evaluate(() => {
    const isLeft = (text: Text) =>
      text.data.trim() === '' ||
      !text.isConnected ||
      text.parentElement?.closest('font, script, style, textarea, [translate="no"]');
    const wrap = (text: Text) => {
      if (isLeft(text)) return;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = `«${text.data}»`;
      outer.append(inner);
      text.before(outer);
      text.remove();
    };
    const wrapAll = (root: Node) => {
      if (root instanceof Text) wrap(root);
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (walker.nextNode()) found.push(walker.currentNode as Text);
      found.forEach(wrap);
    };
    new MutationObserver((changes) => {
      for (const { addedNodes, target, type } of changes) {
        if (type === 'characterData') wrapAll(target);
        for (const node of addedNodes) wrapAll(node);
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
    wrapAll(document.body);
  });

test('under the browser’s own translation texts and figures stay current, and no script fails', async () => {
  await configure(product, { 'video.watch_seconds': '2', 'ad.every_n_videos': '0' });
  const token = await register(product);
  await setPayee(product, token);
  const page = await openAsMember(browser, token);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  // the last call of the start: by then all code that draws has loaded
  const last = page.waitForResponse('**/api/ad/getDisplayRules*');
  await page.goto(product.url);
  await last;
  await page.locator('.clip-today').first().waitFor();
  await translate(page);
  const figure = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.clip-today > [dir]')]
        .filter((each) => each.checkVisibility())
        .map((each) => each.textContent),
    );
  const balance = () => page.locator('.balance-chip .visually-hidden').first().textContent();
  await expect.poll(figure).toEqual(['1/20']);
  await page.getByRole('button', { name: 'Next video' }).click();
  await expect.poll(figure).toEqual(['2/20']);
  await expect.poll(balance).toMatch(/0\.10/);
  for (const round of [1, 2]) {
    for (const name of ['Mine', 'Withdraw', 'Invite', 'Tasks', 'Short video']) {
      await tab(page, name).click();
      await page.locator('.screen:visible, .clip:visible').first().waitFor();
      expect({ round, name, errors }).toEqual({ round, name, errors: [] });
    }
  }
  await tab(page, 'Withdraw').click();
  await page.getByLabel('Amount').fill('0.01');
  await page.getByRole('button', { name: called('Withdraw') }).click();
  await page.getByText('The amount cannot be less than 1.').waitFor();
  await page.getByLabel('Amount').fill('1000');
  await page.getByRole('button', { name: called('Withdraw') }).click();
  await page.getByText('The amount cannot exceed your balance.').waitFor();
  await tab(page, 'Mine').click();
  await page.getByLabel('Language').selectOption('de');
  await page.getByRole('button', { name: /Abmelden/ }).waitFor();
  expect(errors).toEqual([]);
  await page.context().close();
});

test('a withdrawal and its payout account stay current under a translation', async () => {
  await configure(product, { 'reward.registration': '10', 'withdraw.min_amount': '2' });
  const { token } = await registerWelcomed(product);
  await setPayee(product, token);
  await ask(product, token, withdraw, { amount: '3' });
  const page = await openAsMember(browser, token);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.clock.install();
  await page.goto(`${product.url}/withdraw/index`);
  const heading = (name: string) => page.getByRole('heading', { name: called(name) });
  await heading('Your withdrawal is in process').waitFor();
  await translate(page);
  await page.getByText('ad••••.org').filter({ visible: true }).first().waitFor();
  const [{ id } = { id: 0 }] = (await ask(product, token, withdrawals, {})).list;
  expect((await product.operator('withdrawals', 'approve', String(id))).status).toBe(0);
  await page.clock.fastForward(10_000);
  await heading('Your withdrawal was paid').waitFor();
  expect(await heading('Your withdrawal is in process').count()).toBe(0);
  await page.getByRole('button', { name: called('Done') }).click();
  await expect.poll(() => page.locator('.withdrawal-status').allInnerTexts()).toEqual(['«Paid»']);
  const balance = page.locator('.screen-withdraw .amount').first();
  await expect.poll(() => balance.innerText()).toMatch(/^7\.00\n/);

  await page.getByRole('button', { name: called('Change') }).click();
  await page.getByLabel(called('Account')).fill('grace@example.org');
  await page.getByRole('button', { name: called('Save') }).click();
  await page.getByText('gr••••.org').filter({ visible: true }).first().waitFor();
  const card = page.getByRole('region', { name: called('Withdrawal info') });
  await expect.poll(() => card.getByText('ad••••.org').count()).toBe(0);
  expect(errors).toEqual([]);
  await page.context().close();
});
