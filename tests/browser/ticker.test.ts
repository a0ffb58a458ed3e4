import { expect, test } from 'vitest';
import { stopAtNotice } from './clocks.ts';
import { browser, product, setUpProduct } from './product.ts';
import { visit } from './support.ts';

setUpProduct();

test('while nobody has been paid yet, the notice is labelled an example', async () => {
  const { page, context } = await visit(browser, { viewport: { width: 320, height: 568 } });
  await page.clock.install();
  await page.goto(product.url);
  // it starts when nothing else needs the connection
  await page.locator('.ticker').waitFor({ state: 'attached' });
  await stopAtNotice(page);
  const notice = page.getByRole('status').filter({ hasText: 'withdrew' });
  await notice.waitFor();
  expect(await notice.textContent()).toMatch(/^\wExample \w[\w*.]+ withdrew 2\d\d\.\d\d$/);
  // as wide as a thumb on the narrowest phone as well
  const close = notice.getByRole('button', { name: 'Close notice' });
  // (a box that is still moving is a rounding error off)
  const box = await close.boundingBox();
  expect([box?.width, box?.height].map((side) => Math.round(side ?? 0))).toEqual([44, 44]);
  await close.click();
  await notice.waitFor({ state: 'hidden' });
  await page.clock.fastForward(120_000);
  expect(await notice.count()).toBe(0);
  await context.close();
});
