import { expect, test } from 'vitest';
import { changeHands } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { expectAccessible, openAsVisitor } from './states.ts';

setUpProduct();

test.each([
  ['en', 'ltr', 'Demo data'],
  ['ar', 'rtl', 'بيانات تجريبية'],
])(
  'on a phone in %s the figures of a first start are marked as the demo’s',
  async (language, direction, words) => {
    const page = await openAsVisitor(browser);
    await page.setViewportSize({ width: 390, height: 844 });
    await changeHands(product, page);
    await page.goto(`${product.url}/install?lang=${language}`);
    const marks = page.getByText(words, { exact: true });
    await expect.poll(() => marks.count()).toBe(2);
    expect(await page.locator('html').getAttribute('dir')).toBe(direction);
    const [mark, figures, users, note] = await Promise.all(
      [
        marks.first(),
        page.locator('.figures'),
        marks.last(),
        page.locator('.card-note', { hasText: '500,000+' }),
      ].map((each) => each.boundingBox()),
    );
    if (!mark || !figures || !users || !note) throw new Error('what is marked is not drawn');
    // the mark stands right over the figures, in one line, in the middle of the screen
    expect(mark.y + mark.height).toBeLessThanOrEqual(figures.y);
    expect(figures.y - mark.y - mark.height).toBeLessThan(24);
    expect(mark.height).toBeLessThan(32);
    expect(Math.abs(mark.x + mark.width / 2 - 195)).toBeLessThan(2);
    expect(users.y).toBeGreaterThanOrEqual(note.y);
    expect(users.y + users.height).toBeLessThanOrEqual(note.y + note.height);
    const body = page.locator('.screen-body');
    expect(await body.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
    await expectAccessible(page, `figures of the demo, ${language}`);
    await page.context().close();
  },
);

test('with the first figure of the operator’s own there is neither a mark nor another figure', async () => {
  const page = await openAsVisitor(browser);
  await changeHands(product, page);
  const { status, stdout } = await product.operator('marketing', 'set', 'rating', '4.8');
  expect(status).toBe(0);
  expect(stdout).toContain('the demo’s other figures are empty now: marketing.age_rating,');
  const figures = page.locator('.figures > div');
  await expect
    .poll(
      async () => {
        await page.goto(`${product.url}/install`);
        await figures.first().waitFor();
        return figures.allInnerTexts();
      },
      { timeout: 20_000 },
    )
    .toEqual([expect.stringContaining('4.8'), expect.stringContaining('Free')]);
  expect(await page.getByText('Demo data').count()).toBe(0);
  expect(await page.getByText('users rewarded').count()).toBe(0);
  await page.context().close();
});
