import { expect, test } from 'vitest';
import { register, tab } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { alerts, expectAccessible, networkOf, openAsMember } from './states.ts';

setUpProduct();

const TABS = ['Mine', 'Withdraw', 'Invite', 'Tasks'];

test('without a connection a screen of which nothing is known says so once, and comes by itself', async () => {
  const page = await openAsMember(browser, await register(product));
  const said = page.getByText('You are offline').filter({ visible: true });
  const network = await networkOf(page, '**/index.php/**', 'broken');
  await page.goto(`${product.url}/mine/index`);
  for (const name of TABS) {
    await tab(page, name).click();
    await page.locator(`.screen-${name.toLowerCase()}:visible`).waitFor();
    await said.first().waitFor();
    await expect.poll(() => page.locator('.screen:visible [aria-busy="true"]').count()).toBe(0);
    expect([name, await said.count(), await alerts(page)]).toEqual([name, 1, []]);
    await expectAccessible(page, `${name}: offline`);
  }
  await network('open');
  await page.getByRole('article', { name: 'Download the app' }).waitFor();
  for (const name of TABS) {
    await tab(page, name).click();
    await page.locator(`.screen-${name.toLowerCase()}:visible`).waitFor();
    await expect.poll(() => said.count()).toBe(0);
  }
  await page.context().close();
});
