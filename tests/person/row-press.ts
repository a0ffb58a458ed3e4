import type { BrowserContext } from 'playwright-core';
import { type AnyWorld, type Means, person } from './driver.ts';

/** Has each page of a context press a button as soon as it is there. @param title its words */
export const pressSoon = (
  context: BrowserContext,
  selector: string,
  title: string,
): Promise<unknown> =>
  context.addInitScript(
    ([wanted, words]) => {
      new MutationObserver((_, observer) => {
        const buttons = [...document.querySelectorAll<HTMLElement>(wanted)];
        const button = buttons.find(({ innerText }) => innerText.trim() === words);
        if (!button) return;
        observer.disconnect();
        button.click();
      }).observe(document, { childList: true, subtree: true });
    },
    [selector, title] as const,
  );

/** The same with a row of Mine. */
export const pressRow = (context: BrowserContext, title: string): Promise<unknown> =>
  pressSoon(context, '.screen-mine button.row', title);

/** The sheet of such a row is closed, and opened again. @param anew what the world is then */
export const closesAndOpens = <World extends AnyWorld>(
  title: string,
  anew: () => Partial<World> = () => ({}),
): Means<World>[] => [
  person<World>('closes it', [{ type: 'dialog.closed' }], ({ page }) =>
    page.keyboard.press('Escape'),
  ),
  person<World>('opens it again', [{ type: 'open.pressed' }], async ({ page, world }) => {
    Object.assign(world, anew());
    await page.locator('.screen-mine').getByRole('button', { name: title }).click();
  }),
];
