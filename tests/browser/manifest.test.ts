import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchOptions } from './chromium.ts';
import { product, setUpProduct } from './product.ts';
import { PHONE } from './support.ts';

setUpProduct();

let profile: string;
let context: BrowserContext;

// a persistent profile, because no app can be installed in an incognito context
beforeAll(async () => {
  profile = mkdtempSync(join(tmpdir(), 'clipurse-profile-'));
  context = await chromium.launchPersistentContext(profile, {
    ...launchOptions('free'),
    ...PHONE,
    serviceWorkers: 'allow',
  });
});
afterAll(async () => {
  await context.close();
  rmSync(profile, { recursive: true, force: true });
});

async function readManifest(path: string) {
  const [page] = context.pages();
  if (!page) throw new Error('the window has no page');
  await page.goto(product.url + path);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Page.enable');
  const { data = '', errors, url } = await devtools.send('Page.getAppManifest');
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  const { appId } = await devtools.send('Page.getAppId');
  await devtools.detach();
  return { manifest: JSON.parse(data), errors, url, installabilityErrors, appId };
}

test('the app can be installed, and keeps its id, so that an installed app is updated', async () => {
  const { manifest, errors, url, installabilityErrors, appId } = await readManifest('/install');
  expect([errors, installabilityErrors]).toEqual([[], []]);
  expect(url).toBe(`${product.url}/manifest.webmanifest`);
  expect(appId).toBe(`${product.url}/`);
  expect(manifest.lang).toBe('en');
});

test('the manifest is in the language in the cookie', async () => {
  await context.addCookies([{ name: 'language', value: 'ar', url: product.url }]);
  const { manifest, errors, installabilityErrors } = await readManifest('/tasks/index');
  expect([manifest.lang, manifest.dir, manifest.shortcuts[1].name]).toEqual([
    'ar',
    'rtl',
    'المهام',
  ]);
  expect([errors, installabilityErrors]).toEqual([[], []]);
});

test('every picture of the manifest is sent with the type that the manifest names', async () => {
  const manifest = await (await fetch(`${product.url}/manifest.webmanifest`)).json();
  const named = [
    ...manifest.icons,
    ...manifest.screenshots,
    ...manifest.shortcuts.flatMap(({ icons }: { icons: object[] }) => icons),
  ] as { src: string; type: string }[];
  const sent = await Promise.all(
    named.map(async ({ src }) => {
      const { status, headers } = await fetch(product.url + src);
      return [src, status, headers.get('content-type')];
    }),
  );
  expect(sent).toEqual(named.map(({ src, type }) => [src, 200, type]));
});
