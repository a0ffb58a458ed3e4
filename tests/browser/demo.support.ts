import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
export const answer = (page: Page, name: string) => card(page, `Answer: ${name}`);
export const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
export const send = (page: Page, name: string) =>
  card(page, name).getByRole('button', { name: 'Send', exact: true }).click();

export const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name'));

/** Fills in a form of the session's and presses its button, which is called like it. */
export async function fillIn(page: Page, name: string, values: Record<string, string>) {
  const form = page.getByRole('form', { name });
  for (const [field, value] of Object.entries(values)) await form.getByLabel(field).fill(value);
  await form.getByRole('button', { name, exact: true }).click();
}

/** The JSON of an answer that is there. */
export async function jsonOf(page: Page, name: string): Promise<unknown> {
  return JSON.parse(await answer(page, name).locator('pre').innerText());
}

/** Claims a clip that was not watched. */
export async function record(page: Page) {
  const [request] = await Promise.all([
    page.waitForRequest('**/api/video/record'),
    send(page, 'Record'),
  ]);
  await answer(page, 'Record').getByText('Watch a little longer').waitFor();
  const json = await jsonOf(page, 'Record');
  expect(json).toMatchObject({ kind: 'refused', reason: 'too_early' });
  return { key: request.headers()['idempotency-key'], json };
}

interface AxeResult {
  violations: { id: string; nodes: { html: string }[] }[];
}

async function violations(page: Page): Promise<string[]> {
  // the page's own policy lets no foreign script in; the browser's tools may
  await page.evaluate(axe);
  const { violations: found } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResult> } }).axe.run(),
  );
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** What is wrong with how the page is laid out, for eyes, thumbs and screen readers. */
export async function faultsOf(page: Page) {
  const found = await page.evaluate(() => ({
    tooWide: [...document.querySelectorAll('.screen')].filter(
      (box) => box.scrollWidth > box.clientWidth,
    ).length,
    tooSmall: [...document.querySelectorAll('a, button, select, input, summary')]
      .filter((control) => control.checkVisibility())
      .filter((control) => {
        const { width, height } = (control.closest('label') ?? control).getBoundingClientRect();
        return Math.min(width, height) < 44;
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 160)),
  }));
  return { ...found, axe: await violations(page) };
}
