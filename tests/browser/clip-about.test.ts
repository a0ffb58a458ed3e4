import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { loggedIn, register } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { change, expectAccessible, REDUCED_MOTION } from './states.ts';
import { DESK } from './support.ts';
import { clipPlays } from './watching.ts';

setUpProduct();

const more = (page: Page) => page.getByRole('button', { name: 'More', exact: true });

test('a clip’s sheet shows its licence, and why the clip was chosen if the app knows that', async () => {
  const context = await loggedIn(browser, await register(product), { ...REDUCED_MOTION, ...DESK });
  const page = await context.newPage();
  const reasons = ['pinned', 'of a later version'];
  const licensed = { licence: 'CC BY 4.0', source_address: 'https://ann.example/koi' };
  await change(page, 'video/playable', (data) => ({
    ...data,
    list: data.list.map((clip, at) => ({
      ...{ ...clip, reason: reasons[at] },
      ...(at === 0 && licensed),
    })),
  }));
  await page.goto(product.url);
  const heading = page.getByRole('heading', { name: 'Why you see it' });
  await more(page).click();
  await heading.waitFor();
  await page.getByText('Chosen by us').waitFor();
  await page.getByRole('link', { name: 'The original' }).waitFor();
  await expectAccessible(page, 'the licence of a clip');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowDown');
  await clipPlays(page, 1);
  await more(page).click();
  await page.getByRole('heading', { name: 'Report this clip' }).waitFor();
  expect(await heading.count()).toBe(0);
});
