import type { BrowserContext } from 'playwright-core';

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
