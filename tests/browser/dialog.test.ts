import { chromium, type Locator, type Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { lightOptions } from './chromium.ts';
import { loggedIn, register } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { button, DESK, PHONE, visit } from './support.ts';

setUpProduct();

/** Opens, for a visitor, the share sheet over a playing clip. */
async function openSheet(options: Parameters<typeof visit>[1], from = browser) {
  const { page } = await visit(from, { reducedMotion: 'reduce', ...options });
  await page.goto(product.url);
  await button(page, 'Pause').waitFor();
  await button(page, 'Share').click();
  const sheet = page.getByRole('dialog', { name: 'Share with friends' });
  await sheet.waitFor();
  return { page, sheet };
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('the element is not visible');
  return box;
}

/** A point above the sheet, over the clip. */
async function aboveSheet(sheet: Locator): Promise<[x: number, y: number]> {
  const { x, y, width } = await boxOf(sheet);
  return [x + width / 2, y / 2];
}

/** Records the tag names of the targets of all clicks from now on. */
async function clicksOf(page: Page): Promise<() => Promise<string[]>> {
  const clicked = await page.evaluateHandle(() => {
    const names: string[] = [];
    addEventListener('click', ({ target }) => names.push((target as Element).tagName), true);
    return names;
  });
  return () => clicked.jsonValue();
}

test('a press beside a dialog closes it and does nothing else: finger', async () => {
  const { page, sheet } = await openSheet({});
  const clicks = await clicksOf(page);
  await page.touchscreen.tap(...(await aboveSheet(sheet)));
  await sheet.waitFor({ state: 'detached' });
  await expect.poll(clicks).toEqual(['DIALOG']);
  expect(await button(page, 'Pause').count()).toBe(1);
});

test('a press that begins or ends in a dialog leaves it open, a press beside closes only it: mouse', async () => {
  const { page, sheet } = await openSheet(DESK);
  const [x, y] = await aboveSheet(sheet);
  const inside = (await boxOf(sheet.getByRole('heading'))).y;
  for (const [from, to] of [
    [inside, y],
    [y, inside],
  ] as const) {
    await page.mouse.move(x, from);
    await page.mouse.down();
    await page.mouse.move(x, to);
    await page.mouse.up();
    expect(await sheet.count()).toBe(1);
  }
  const clicks = await clicksOf(page);
  await page.mouse.click(x, y);
  await sheet.waitFor({ state: 'detached' });
  await expect.poll(clicks).toEqual(['DIALOG']);
  expect(await button(page, 'Pause').count()).toBe(1);
});

test('the scrollbar of a dialog scrolls it', async () => {
  // Playwright hides scrollbars by default
  const desk = await chromium.launch({
    ...lightOptions('free'),
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
  onTestFinished(() => desk.close());
  const { page, sheet } = await openSheet({ ...DESK, viewport: { width: 800, height: 320 } }, desk);
  const { x, y, width, height } = await boxOf(sheet);
  const scrolled = () => sheet.locator('.dialog-body').evaluate(({ scrollTop }) => scrollTop);
  expect(await scrolled()).toBe(0);
  await page.mouse.click(x + width - 4, y + height - 40);
  await expect.poll(scrolled).toBeGreaterThan(0);
  expect(await sheet.count()).toBe(1);
});

test('a sheet is centred on the stage, and the ring around its focused control is visible', async () => {
  const viewport = { width: 1280, height: 800 };
  const { page, sheet } = await openSheet({ ...DESK, viewport, colorScheme: 'light' });
  const middle = ({ x, width }: { x: number; width: number }) => x + width / 2;
  const stage = await boxOf(page.locator('.stage.feed'));
  expect(middle(await boxOf(sheet))).toBe(middle(stage));
  await page.keyboard.press('Tab');
  const { ring, face } = await page.evaluate(() => {
    const focused = document.activeElement as Element;
    const dialog = focused.closest('dialog') as Element;
    const paint = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    const lightOf = (colour: string) => {
      paint.fillStyle = colour;
      paint.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...paint.getImageData(0, 0, 1, 1).data].map(
        (part) => (part / 255) ** 2.2,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
    };
    const { outlineStyle, outlineColor } = getComputedStyle(focused);
    return {
      ring: outlineStyle === 'none' ? null : lightOf(outlineColor),
      face: lightOf(getComputedStyle(dialog).backgroundColor),
    };
  });
  expect(face / (ring ?? face)).toBeGreaterThan(3);
});

test('an open dialog blocks no press on another screen, and is open again when its screen opens again', async () => {
  const page = await (await loggedIn(browser, await register(product), PHONE)).newPage();
  await page.goto(`${product.url}/mine/index`);
  await button(page, 'Recovery codes').click();
  const sheet = page.getByRole('dialog', { name: 'Recovery codes' });
  await sheet.waitFor();
  // navigates as a press on a notification does
  await page.evaluate(() => {
    history.pushState(null, '', '/tasks/index');
    dispatchEvent(new Event('navigated'));
  });
  await page.getByRole('heading', { name: 'Task Center' }).waitFor();
  await page.getByRole('link', { name: 'Mine' }).click();
  await sheet.waitFor();
});
