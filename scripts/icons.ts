import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

/**
 * Draws the raster icons of `public/` from its `favicon.svg`. Run by hand when the mark changes:
 * `node scripts/icons.ts`. CHROME_PATH names the browser that draws.
 */
const publicDirectory = join(import.meta.dirname, '../public');
const mark = readFileSync(join(publicDirectory, 'favicon.svg'), 'utf8');
/** Launchers cut these into their own shape: the face goes to the edge, the mark stays inside. */
const filled = mark.replace('rx="13"', '');
const inside = filled.replace('viewBox="0 0 48 48"', 'viewBox="-6 -6 60 60"');
const wideFace = inside.replace(
  '<rect width="48" height="48"',
  '<rect x="-6" y="-6" width="60" height="60"',
);

const icons = [
  { file: 'pwa-192x192.png', size: 192, drawing: mark },
  { file: 'pwa-512x512.png', size: 512, drawing: mark },
  { file: 'pwa-maskable-512x512.png', size: 512, drawing: wideFace },
  { file: 'apple-touch-icon.png', size: 180, drawing: filled },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
});
const page = await browser.newPage();
for (const { file, size, drawing } of icons) {
  await page.setViewportSize({ width: size, height: size });
  const scaled = drawing.replace('<svg ', `<svg width="${size}" height="${size}" `);
  await page.setContent(`<style>*{margin:0}svg{display:block}</style>${scaled}`);
  writeFileSync(join(publicDirectory, file), await page.screenshot({ omitBackground: true }));
}
await browser.close();
