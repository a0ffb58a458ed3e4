import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { activeStates, card } from './demo.support.ts';
import { configure, loggedIn, register, registerWelcomed, setPayee } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { confirm, dialog, heading, propose } from './withdrawing.ts';

setUpProduct();
beforeAll(async () => {
  await configure(product, {
    'reward.registration': '10',
    'withdraw.min_amount': '2',
    'video.watch_seconds': '1',
  });
});

const root = join(import.meta.dirname, '../..');

/** Navigates within the app, without a page load. */
const go = (page: Page, path: string) =>
  page.evaluate((address) => history.pushState(null, '', address), path);

const open = async (page: Page, actor: string) => {
  await go(page, `/Demo/machines?actor=${encodeURIComponent(actor)}`);
  await card(page, 'State').getByText(actor, { exact: true }).waitFor();
};

/** The test file that the debug page generates from an actor's session. */
async function copyAsTest(page: Page, actor: string): Promise<string> {
  await open(page, actor);
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.getByRole('button', { name: 'Copy as a test' }).click();
  const said = card(page, 'Session').getByRole('status');
  await expect.poll(() => said.innerText()).not.toBe('');
  expect(await said.innerText()).toContain('steps are copied');
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Copies the sources and helpers of the machine tests, so that a test can change a machine. */
function makeWorkshop(): string {
  const folder = mkdtempSync(join(tmpdir(), 'clipurse-recorded-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const each of [
    'contract',
    'machines',
    'src/debug',
    'src/app',
    'src/ports',
    'src/ui',
    'tests/model',
    'package.json',
  ]) {
    mkdirSync(join(folder, each, '..'), { recursive: true });
    cpSync(join(root, each), join(folder, each), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  // in one process, which loads each imported module once
  const test = { isolate: false, maxWorkers: 1 };
  writeFileSync(join(folder, 'vitest.config.ts'), `export default ${JSON.stringify({ test })};`);
  return folder;
}

/** Runs the copied tests; @returns the titles of the failed tests, or the load error of a file. */
function runIn(folder: string): { passed: number; failed: string[] } {
  const vitest = join(root, 'node_modules/.bin/vitest');
  const report = join(folder, 'report.json');
  const args = ['run', '--reporter=json', `--outputFile.json=${report}`, 'tests/model/recorded-'];
  spawnSync(vitest, args, { cwd: folder });
  const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number;
    testResults: { assertionResults: { status: string; title: string }[]; message: string }[];
  };
  const failed = testResults.flatMap(({ assertionResults, message }) => [
    ...(assertionResults.length === 0 ? [message] : []),
    ...assertionResults.filter(({ status }) => status === 'failed').map(({ title }) => title),
  ]);
  return { passed: numPassedTests, failed };
}

function change(folder: string, file: string, from: string, to: string): void {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  expect(text.split(from)).toHaveLength(2);
  writeFileSync(path, text.replace(from, to));
}

const permissions = ['clipboard-read', 'clipboard-write'];

test('recorded sessions of watching and withdrawing pass as tests, and fail after a machine was changed', async () => {
  const { token } = await registerWelcomed(product);
  await setPayee(product, token);
  const context = await loggedIn(browser, token, { permissions });
  const page = await context.newPage();
  await page.goto(`${product.url}/Demo/machines`);
  await page.getByRole('button', { name: 'Record elsewhere too' }).click();

  await go(page, '/');
  await page.locator('.reward-ring-rewarded').waitFor();
  const watched: Record<string, string> = {};
  for (const actor of ['feed', 'feed/clip-0', 'feed/clip-0/claim', 'outbox', 'auth']) {
    watched[actor] = await copyAsTest(page, actor);
  }
  await go(page, '/withdraw/index');
  await propose(page, '3.5');
  await confirm(page).click();
  await dialog(page).waitFor({ state: 'detached' });
  await heading(page, 'Your withdrawal is in process').waitFor();
  watched.withdrawal = await copyAsTest(page, 'withdrawal');
  // the events of `app` contain code (child actors): the page reports that, and copies nothing
  await open(page, 'app');
  await page.getByRole('button', { name: 'Copy as a test' }).click();
  await card(page, 'Session').getByText('It cannot be played again').waitFor();

  const folder = makeWorkshop();
  for (const [actor, text] of Object.entries(watched)) {
    expect(text).not.toContain(token);
    const file = `recorded-${actor.replaceAll('/', '-')}.test.ts`;
    writeFileSync(join(folder, 'tests/model', file), text);
  }
  expect(runIn(folder)).toEqual({ passed: Object.keys(watched).length, failed: [] });

  change(
    folder,
    'machines/claim.machine.ts',
    "'claim.paid': { target: 'rewarded', actions: setAnswer }",
    "'claim.paid': { target: 'rewarded' }",
  );
  change(
    folder,
    'machines/withdrawal/withdrawal.machine.ts',
    "'confirm.pressed': { target: 'submitting', actions: 'clearFailure' }",
    "'confirm.pressed': { target: 'loading' }",
  );
  const { passed, failed } = runIn(folder);
  expect(failed.map((title) => title.split(':')[0]).sort()).toEqual(['claim', 'withdrawal']);
  expect(passed).toBe(Object.keys(watched).length - 2);
}, 180_000);

test('a session is paused, stepped through and resumed; the chart shows its state and transition', async () => {
  const context = await loggedIn(browser, await register(product), { colorScheme: 'light' });
  const page = await context.newPage();
  await page.goto(`${product.url}/Demo/machines?actor=theme`);
  const state = card(page, 'State').locator('.machine-value');
  const lit = () =>
    card(page, 'Chart')
      .locator('.chart-transition.chart-is-lit')
      .evaluateAll((all) => all.map((each) => each.textContent));
  await expect.poll(() => activeStates(page)).toEqual(['theme.followingSystem.light']);
  await page.getByRole('button', { name: 'dark.pressed' }).click();
  await expect.poll(() => activeStates(page)).toEqual(['theme.dark']);
  await expect.poll(lit).toEqual([expect.stringContaining('dark.pressed')]);
  await page.getByRole('button', { name: 'dark.pressed' }).click();
  await expect.poll(() => activeStates(page)).toEqual(['theme.light']);

  const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter');
  await press('Step back');
  await card(page, 'Session')
    .getByText(/Paused at step \d+ of \d+/)
    .waitFor();
  await expect.poll(() => activeStates(page)).toEqual(['theme.dark']);
  expect(await state.innerText()).toBe('dark');
  await card(page, 'Send an event').getByText('Resume to send').waitFor();
  await press('Step on');
  await expect.poll(() => state.innerText()).toBe('light');
  await press('Resume');
  await page.getByRole('button', { name: 'dark.pressed' }).click();
  await expect.poll(() => activeStates(page)).toEqual(['theme.dark']);
});
