import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { loggedIn, register } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';

let page: Page;

setUpProduct();
beforeAll(async () => {
  const context = await loggedIn(browser, await register(product), { colorScheme: 'light' });
  page = await context.newPage();
  await page.addInitScript(watchReveals);
});

/** Tests share the page until a test fails; each starts in light mode, without recorded circles. */
beforeEach(async ({ onTestFailed }) => {
  onTestFailed(async () => {
    await page.goto('about:blank');
  });
  if (page.url() !== `${product.url}/mine/index`) await page.goto(`${product.url}/mine/index`);
  await darkMode(page).waitFor();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await darkMode(page).uncheck();
  await page.emulateMedia({ reducedMotion: null });
  await page.evaluate(async () => {
    const { reveals, transitions } = globalThis as unknown as Watched;
    // waits for the circles of the previous test, which are recorded when they open
    await Promise.allSettled(transitions.splice(0).map(({ finished }) => finished));
    reveals.splice(0);
  });
  expect(await shown(page)).toMatchObject({ theme: 'light', isOn: false });
});

interface Reveal {
  animations: string[];
  x: number;
  y: number;
}
type Watched = { reveals: Reveal[]; transitions: ViewTransition[] };

/** Records the centre of each circle that opens. */
function watchReveals(): void {
  const [reveals, transitions]: [Reveal[], ViewTransition[]] = [[], []];
  Object.assign(globalThis, { reveals, transitions });
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    const transition = start(update);
    const note = () => {
      const { style } = document.documentElement;
      const animations = document.getAnimations().flatMap((each) => {
        const isOfPage = each.effect instanceof KeyframeEffect && each.effect.pseudoElement;
        return isOfPage && each instanceof CSSAnimation ? [each.animationName] : [];
      });
      const [x, y] = ['x', 'y'].map((axis) =>
        Number.parseFloat(style.getPropertyValue(`--reveal-${axis}`)),
      ) as [number, number];
      reveals.push({ animations: animations.filter((name) => name === 'reveal'), x, y });
    };
    transitions.push(transition);
    transition.ready.then(note, () => undefined);
    return transition;
  };
}

const darkMode = (page: Page) => page.getByRole('switch', { name: 'Dark mode' });
const reveals = (page: Page) => page.evaluate(() => (globalThis as unknown as Watched).reveals);

/** The theme of the document, the browser's bars, the switch and the next visit. */
const shown = async (page: Page) => {
  const stored = await page.evaluate(() => {
    const canvas = getComputedStyle(document.documentElement).getPropertyValue('--canvas');
    const bars = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.content;
    return {
      theme: document.documentElement.dataset.theme,
      areBarsAlike: bars === canvas,
      stored: localStorage.getItem('scheme'),
    };
  });
  return { ...stored, isOn: await darkMode(page).isChecked() };
};

const dark = { theme: 'dark', areBarsAlike: true, isOn: true, stored: '"dark"' };
const light = { theme: 'light', areBarsAlike: true, isOn: false, stored: '"light"' };

test('the new theme opens as a circle from the touch point, or by keyboard from the switch’s middle', async () => {
  await darkMode(page).evaluate((control) => control.scrollIntoView({ block: 'center' }));
  const row = await page.locator('.switch', { has: darkMode(page) }).boundingBox();
  if (!row) throw new Error('the switch is not there');
  const finger = { x: Math.round(row.x + 60), y: Math.round(row.y + row.height / 2) };
  await page.mouse.click(finger.x, finger.y);
  await expect.poll(() => reveals(page)).toEqual([{ animations: ['reveal'], ...finger }]);
  expect(await shown(page)).toEqual(dark);

  const control = await darkMode(page).boundingBox();
  if (!control) throw new Error('the switch is not there');
  const middle = { x: control.x + control.width / 2, y: control.y + control.height / 2 };
  await darkMode(page).focus();
  await page.keyboard.press('Space');
  await expect.poll(() => reveals(page)).toHaveLength(2);
  const [, byKey] = await reveals(page);
  expect([byKey?.x, byKey?.y].map((at) => Math.round(at ?? 0))).toEqual(
    [middle.x, middle.y].map(Math.round),
  );
  expect(await shown(page)).toEqual(light);
});

test('the last of several presses in a row sets the theme', async () => {
  await darkMode(page).evaluate((control: HTMLInputElement) => {
    for (let press = 0; press < 5; press += 1) control.click();
  });
  await expect.poll(() => shown(page)).toEqual(dark);
  // the page accepts presses while the circle opens
  await darkMode(page).click();
  await darkMode(page).click();
  await darkMode(page).click();
  await expect.poll(() => shown(page)).toEqual(light);
});

test('under reduced motion the theme changes without a circle', async () => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await darkMode(page).click();
  expect(await shown(page)).toEqual(dark);
  expect(await reveals(page)).toEqual([]);
});

test('the theme chosen in one window is applied in the other windows', async () => {
  const other = await page.context().newPage();
  await other.goto(`${product.url}/mine/index`);
  await darkMode(other).waitFor();
  await darkMode(other).click();
  await expect.poll(() => shown(page)).toEqual(dark);
  expect(await reveals(page)).toEqual([]);
  await other.close();
});

test('a change to the system’s dark mode during the app’s start is noticed', async () => {
  const other = await (await loggedIn(browser, await register(product))).newPage();
  await other.addInitScript(() => {
    const query = new EventTarget();
    let matches = false;
    const fall = () => {
      matches = true;
      query.dispatchEvent(new Event('change'));
    };
    // the app's read triggers the change, in the next task; the read by the first script does not
    Object.defineProperty(query, 'matches', {
      get() {
        const was = matches;
        const isApps = document.readyState !== 'loading' && !matches;
        if (isApps) setTimeout(fall);
        return was;
      },
    });
    const real = globalThis.matchMedia;
    globalThis.matchMedia = (wanted) =>
      wanted.includes('color-scheme') ? (query as MediaQueryList) : real.call(globalThis, wanted);
  });
  await other.goto(`${product.url}/mine/index`);
  await other.locator(':root[data-theme="dark"]').waitFor();
  await expect.poll(() => darkMode(other).isChecked()).toBe(true);
});

// this test is last, because the page lacks view transitions from now on
test('a browser without view transitions gets a plain change', async () => {
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'startViewTransition');
    Reflect.deleteProperty(Document.prototype, 'startViewTransition');
  });
  await darkMode(page).click();
  expect(await shown(page)).toEqual(dark);
});
