import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findBrowsers } from '../../scripts/browsers.ts';
import { browser, product, setUpProduct } from '../browser/product.ts';
import { visit } from '../browser/support.ts';

const { belowFloor } = findBrowsers();
const HEADING = 'Please update your browser';

setUpProduct();

test('a browser below the floor shows the update notice, and starts nothing', async () => {
  const { page, context, errors } = await visit(browser);
  await page.addInitScript(() => {
    // supported since Chrome 99, Firefox 97, Safari 15.4
    Reflect.deleteProperty(globalThis, 'CSSLayerBlockRule');
  });
  await page.goto(product.url);
  await page.getByRole('heading', { name: HEADING }).waitFor();
  expect(await page.locator('video, script[type="module"], #root').count()).toBe(0);
  expect(await page.evaluate(() => document.body.innerText.split('\n')[0])).toBe(HEADING);
  // the link of the page's icon is not read either, so the browser requests the default icon once
  expect(errors.filter((error) => !error.includes('404'))).toEqual([]);
  await context.close();
});

test.skipIf(!belowFloor)('a browser of 2018 shows the update notice', async () => {
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--dump-dom'];
  const { stdout } = await promisify(execFile)(belowFloor ?? '', [...flags, product.url]);
  expect(stdout).toContain('<body style="max-width: 26em;');
  expect(stdout).toMatch(new RegExp(`<h1>${HEADING}</h1><p>[^<]+</p><plaintext hidden`));
});

test('the script of the notice has only syntax that every browser supports', () => {
  const page = readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8');
  const [, script = ''] = /<script id="begin">([\s\S]*?)<\/script>/.exec(page) ?? [];
  expect(script).toContain("words('browser-update')");
  expect(script).not.toMatch(/=>|`|\?\.|\?\?|\b(let|const|class|async|await)\b/);
});
