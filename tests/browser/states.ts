import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { lossesOf, NO_LOSSES } from './geometry.ts';
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

/** By night the same page has other colours: the rest of it was looked at by day. */
const rules: Record<'dark' | 'light', RunOnly> = {
  dark: { type: 'rule', values: ['color-contrast'] },
  light: { type: 'tag', values: TAGS },
};

/** Runs in the page: what axe finds alone; all that it looked at is a hundred times as much. */
async function runAxe(runOnly: RunOnly): Promise<string[]> {
  const { axe } = globalThis as unknown as Tool;
  if (!axe) throw new Error('axe is not there');
  const { violations } = await axe.run({ runOnly, resultTypes: ['violations'] });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`),
  );
}

/** What axe finds, in words that name the place. */
async function violations(page: Page, runOnly: RunOnly): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  // the page's own policy lets no foreign script in; the browser's tools may
  if (!isThere) await page.evaluate(axe);
  return page.evaluate(runAxe, runOnly);
}

/** What axe finds in a page that is none of the app's. */
export const found = (page: Page) => violations(page, rules.light);

const prepared = new WeakSet<BrowserContext>();
const PRODUCT = 'Clipurse';

/**
 * Holds a state against two languages that nobody speaks, to which the page is switched in the
 * middle of it: every word is a translated one, none is lost for being longer or from right to
 * left. It ends in English.
 */
async function expectSpeaks(page: Page, state: string): Promise<void> {
  const context = page.context();
  if (!prepared.has(context)) await providePseudo(context);
  prepared.add(context);
  for (const [name, tag] of Object.entries(pseudoLanguages)) {
    await speak(page, tag);
    const losses = await lossesOf(page);
    const untranslated = await page.evaluate(readUntranslated, PRODUCT);
    const found = { state: `${state}, ${name}`, untranslated, ...losses };
    expect.soft(found).toEqual({ state: found.state, untranslated: [], ...NO_LOSSES });
  }
  await speak(page, 'en');
}

/**
 * Holds a state against axe's rules, and perhaps others, by night and by day, then against
 * languages that nobody speaks; it ends by day and in English.
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

/** A still phone: nothing moves while it is looked at. */
export const STILL = { reducedMotion: 'reduce' } as const;

/** The smallest phone, on which anything too long shows first. */
export const SMALL = { ...STILL, viewport: { width: 320, height: 568 } };

export async function openAsMember(browser: Browser, token: string): Promise<Page> {
  const context = await loggedIn(browser, token, SMALL);
  return context.newPage();
}

export async function openAsVisitor(browser: Browser): Promise<Page> {
  return (await visit(browser, SMALL)).page;
}

/** `silent` holds every call back, `broken` breaks it off, `failing` is the server's fault, `open` lets it through. */
type Line = 'open' | 'silent' | 'broken' | 'failing';

/** The network for some calls of the page; a change also settles the calls that it held back. */
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

/** The app never learns that the connection is good again: nothing is asked for but by Retry. */
export async function leaveToRetry(page: Page): Promise<void> {
  let isAsked = false;
  await page.route('**/api/user/getAppConfig', (route) => {
    // what everybody asks for at the start
    const isFirst = !isAsked;
    isAsked = true;
    return isFirst ? route.continue() : route.abort();
  });
}

/** Answers one call with these data instead of the server. */
export const answerWith = (page: Page, path: string, data: object) =>
  page.route(`**/api/${path}*`, (route) => route.fulfill({ json: { code: 1, msg: '', data } }));

/** Refuses one call for this reason. */
export const refuse = (page: Page, path: string, reason: string) =>
  page.route(`**/api/${path}*`, (route) =>
    route.fulfill({ json: { code: 0, msg: 'Refused.', data: { reason } } }),
  );

/** Changes what the server answers to one call. */
export const change = (page: Page, path: string, changes: (data: Answer) => object) =>
  page.route(`**/api/${path}*`, async (route) => {
    // the test may end, and its page with it, while the answer is on its way
    const response = await route.fetch().catch(() => null);
    const answer = await response?.json().catch(() => null);
    if (!response || !answer) return;
    await route.fulfill({ response, json: { ...answer, data: changes(answer.data) } });
  });

type Answer = Record<string, unknown> & { list: Record<string, unknown>[] };

/** Every sentence that says something went wrong. */
export const alerts = (page: Page): Promise<string[]> =>
  page
    .getByRole('alert')
    .filter({ has: page.getByRole('button', { name: 'Retry' }) })
    .locator('p')
    .allInnerTexts();
