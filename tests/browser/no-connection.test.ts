import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { register, tab } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { alerts, expectAccessible, networkOf, openAsMember } from './states.ts';

setUpProduct();

/** What each screen has of somebody new; the last one is where the connection comes back. */
const tabs = {
  Mine: (page: Page) => page.getByText('in the last 30 days'),
  Withdraw: (page: Page) => page.getByText('No withdrawals yet'),
  Invite: (page: Page) => page.getByText('No friends here yet'),
  Tasks: (page: Page) => page.getByRole('article', { name: 'Download the app' }),
} as const;

test('without a connection a screen of which nothing is known says so once, and comes by itself', async () => {
  const page = await openAsMember(browser, await register(product));
  const said = page.getByText('You are offline').filter({ visible: true });
  const network = await networkOf(page, '**/index.php/**', 'broken');
  await page.goto(`${product.url}/mine/index`);
  for (const name of Object.keys(tabs)) {
    await tab(page, name).click();
    await page.locator(`.screen-${name.toLowerCase()}:visible`).waitFor();
    await said.first().waitFor();
    await expect.poll(() => page.locator('.screen:visible [aria-busy="true"]').count()).toBe(0);
    expect([name, await said.count(), await alerts(page)]).toEqual([name, 1, []]);
    await expectAccessible(page, `${name}: offline`);
  }
  await network('open');
  await tabs.Tasks(page).waitFor();
  const retry = page.getByRole('button', { name: 'Retry' });
  for (const [name, there] of Object.entries(tabs)) {
    await tab(page, name).click();
    await there(page).waitFor();
    await expect.poll(async () => [await said.count(), await retry.count()]).toEqual([0, 0]);
  }
  await page.context().close();
});
