import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { layoutFaultsOf, NO_LAYOUT_FAULTS } from './geometry.ts';
import { loggedIn } from './people.ts';
import { providePseudo, pseudoLanguages } from './pseudo.ts';
import { speak } from './speaking.ts';
import { visit } from './support.ts';
import { readUntranslated } from './untranslated.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface AxeResult {
  violations: { id: string; nodes: { html: string }[] }[];
}

interface RunOnly {
  type: 'tag' | 'rule';
  values: string[];
}

interface AxeOptions {
  runOnly: RunOnly;
  resultTypes: ['violations'];
}

type Tool = { axe?: { run(options: AxeOptions): Promise<AxeResult> } };

/** In dark mode only the colours differ, so only the contrast is checked there. */
const rules: Record<'dark' | 'light', RunOnly> = {
  dark: { type: 'rule', values: ['color-contrast'] },
  light: { type: 'tag', values: TAGS },
};

/** Runs in the page: returns only the violations; axe's whole result is 100 times as large. */
async function runAxe(runOnly: RunOnly): Promise<string[]> {
  const { axe } = globalThis as unknown as Tool;
  if (!axe) throw new Error('axe is not there');
  const { violations } = await axe.run({ runOnly, resultTypes: ['violations'] });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`),
  );
}

/** The violations that axe finds, as texts that name the element. */
async function violations(page: Page, runOnly: RunOnly): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  // injected by the protocol, because the page's content security policy blocks script elements
  if (!isThere) await page.evaluate(axe);
  return page.evaluate(runAxe, runOnly);
}

/** The violations that axe finds in a page outside the app. */
export const found = (page: Page) => violations(page, rules.light);

const prepared = new WeakSet<BrowserContext>();
const PRODUCT = 'Clipurse';

/**
 * Switches the page to two pseudo-languages in this state, and asserts that every text is
 * translated, and none is cut off when it is longer or runs from right to left. Ends in English.
 */
async function expectSpeaks(page: Page, state: string): Promise<void> {
  const context = page.context();
  if (!prepared.has(context)) await providePseudo(context);
  prepared.add(context);
  for (const [name, tag] of Object.entries(pseudoLanguages)) {
    await speak(page, tag);
    const losses = await layoutFaultsOf(page);
    const untranslated = await page.evaluate(readUntranslated, PRODUCT);
    const found = { state: `${state}, ${name}`, untranslated, ...losses };
    expect.soft(found).toEqual({ state: found.state, untranslated: [], ...NO_LAYOUT_FAULTS });
  }
  await speak(page, 'en');
}

/**
 * Checks a state by axe's rules and perhaps other checks, in dark and in light mode, then in the
 * pseudo-languages; ends in light mode and in English.
 */
export async function expectAccessible(
  page: Page,
  state: string,
  others: (page: Page) => Promise<string[]> = async () => [],
): Promise<void> {
  const found: Record<string, string[]> = {};
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.locator(`:root[data-theme="${colorScheme}"]`).waitFor();
    found[colorScheme] = [...(await violations(page, rules[colorScheme])), ...(await others(page))];
  }
  expect({ state, ...found }).toEqual({ state, dark: [], light: [] });
  await expectSpeaks(page, state);
}

/** A phone with reduced motion: nothing moves during a check. */
export const REDUCED_MOTION = { reducedMotion: 'reduce' } as const;

/** The smallest phone, on which a text that is too long is found first. */
export const SMALL = { ...REDUCED_MOTION, viewport: { width: 320, height: 568 } };

export async function openAsMember(browser: Browser, token: string): Promise<Page> {
  const context = await loggedIn(browser, token, SMALL);
  return context.newPage();
}

export async function openAsVisitor(browser: Browser): Promise<Page> {
  return (await visit(browser, SMALL)).page;
}

/** `silent` holds a call back, `broken` aborts it, `failing` answers 500, `open` passes it on. */
type Line = 'open' | 'silent' | 'broken' | 'failing';

/** Sets the network of some calls; @returns a function that changes it, also for calls held back */
export async function networkOf(
  page: Page,
  calls: string | RegExp,
  state: Line,
): Promise<(next: Line) => Promise<void>> {
  let network = state;
  const held: Route[] = [];
  const pass = async (route: Route) => {
    if (network === 'silent') held.push(route);
    else if (network === 'failing') await route.fulfill({ status: 500 });
    else await (network === 'broken' ? route.abort() : route.fallback());
  };
  await page.route(calls, pass);
  return async (next) => {
    network = next;
    await Promise.all(held.splice(0).map(pass));
  };
}

/** Hides from the app that the connection is back: only Retry loads failed data. */
export async function hideReconnection(page: Page): Promise<void> {
  let isAsked = false;
  await page.route('**/api/user/getAppConfig', (route) => {
    // the call at the app's start
    const isFirst = !isAsked;
    isAsked = true;
    return isFirst ? route.continue() : route.abort();
  });
}

/** Answers a call with these data instead of the server. */
export const answerWith = (page: Page, path: string, data: object) =>
  page.route(`**/api/${path}*`, (route) => route.fulfill({ json: { code: 1, msg: '', data } }));

/** Refuses a call for this reason. */
export const refuse = (page: Page, path: string, reason: string) =>
  page.route(`**/api/${path}*`, (route) =>
    route.fulfill({ json: { code: 0, msg: 'Refused.', data: { reason } } }),
  );

/** Changes the server's answers to a call. */
export const change = (page: Page, path: string, changes: (data: Answer) => object) =>
  page.route(`**/api/${path}*`, async (route) => {
    // the test and its page may end while the answer is pending
    const response = await route.fetch().catch(() => null);
    const answer = await response?.json().catch(() => null);
    if (!response || !answer) return;
    await route.fulfill({ response, json: { ...answer, data: changes(answer.data) } });
  });

type Answer = Record<string, unknown> & { list: Record<string, unknown>[] };

/** The texts of all alerts that have a Retry. */
export const alerts = (page: Page): Promise<string[]> =>
  page
    .getByRole('alert')
    .filter({ has: page.getByRole('button', { name: 'Retry' }) })
    .locator('p')
    .allInnerTexts();
