import type { Page } from 'playwright-core';
import { expectAccessible } from './states.ts';

export const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
export const answer = (page: Page, name: string) => card(page, `Answer: ${name}`);
export const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
export const send = (page: Page, name: string) =>
  card(page, name).getByRole('button', { name: 'Send', exact: true }).click();

export const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name'));

/** Fills in a form of the session card and presses the button of the same name. */
export async function fillIn(page: Page, name: string, values: Record<string, string>) {
  const form = page.getByRole('form', { name });
  for (const [field, value] of Object.entries(values)) await form.getByLabel(field).fill(value);
  await form.getByRole('button', { name, exact: true }).click();
}

/** The JSON of the answer that is shown. */
export async function jsonOf(page: Page, name: string): Promise<unknown> {
  return JSON.parse(await answer(page, name).locator('pre').innerText());
}

/** The innermost states that the chart of a live machine marks. */
export const activeStates = (page: Page) =>
  card(page, 'Chart')
    .locator('.chart-state.chart-is-active:not(.chart-holder)')
    .evaluateAll((states) => states.map((state) => state.getAttribute('data-state')));

/** Elements that are too wide for the screen, or too small for a thumb. */
const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wide = [...document.querySelectorAll('.screen')].filter(
      (box) => box.scrollWidth > box.clientWidth,
    );
    const small = [...document.querySelectorAll('a, button, select, input, summary')]
      .filter((control) => control.checkVisibility())
      .filter((control) => {
        const { width, height } = (control.closest('label') ?? control).getBoundingClientRect();
        return Math.min(width, height) < 44;
      });
    return [...wide, ...small].map(({ outerHTML }) => `size: ${outerHTML.slice(0, 160)}`);
  });

const pages = [
  { path: '/Demo/demo', shows: 'Get app config' },
  { path: '/Demo/tools', shows: 'Local storage' },
  { path: '/Demo/machines', shows: 'Actors' },
  { path: '/Demo/machines?actor=auth', shows: 'Chart' },
];

/** Checks each of the pages for accessibility, width and control sizes. */
export async function expectFaultlessPages(page: Page): Promise<void> {
  for (const { path, shows } of pages) {
    await page.evaluate((address) => history.pushState(null, '', address), path);
    await card(page, shows).waitFor();
    await expectAccessible(page, path, misfits);
  }
}

/** One text of each of the debug pages; no other code has it. */
const ENGINEERS_WORDS = ['Same idempotency key', 'Find an actor', 'Copy the report'];

/** The scripts among these files that contain a debug page, or the layout of its charts. */
export async function debugPagesIn(urls: readonly string[]): Promise<string[]> {
  const scripts = urls.filter((url) => url.endsWith('.js'));
  const texts = await Promise.all(scripts.map(async (url) => (await fetch(url)).text()));
  return scripts.filter(
    (url, at) =>
      url.includes('elk-worker') || ENGINEERS_WORDS.some((words) => texts[at]?.includes(words)),
  );
}

/** Sends a call by its form and waits for its answer. @returns the idempotency key of the call */
export async function keyOfCall(page: Page, call: string, path: string) {
  const answered = page.waitForResponse(`**${path}`);
  await send(page, call);
  const { 'idempotency-key': key } = (await answered).request().headers();
  await card(page, call).locator('button[type="submit"][aria-busy="false"]').waitFor();
  return key;
}
