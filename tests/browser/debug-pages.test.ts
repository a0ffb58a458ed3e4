import { expect, test } from 'vitest';
import { configureForTest } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';

setUpProduct();

test.each(['/Demo', '/Demo/tools', '/Demo/machines'])(
  'without debug.pages %s is an address that leads nowhere',
  async (path) => {
    await configureForTest(product, { 'debug.pages': 'false', 'product.name': 'Shorties' });
    const page = await browser.newPage();
    await page.goto(product.url + path);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.waitForFunction(() => document.title === 'Page not found | Shorties');
    expect(await page.locator('.workbench').count()).toBe(0);
    await page.close();
  },
);
