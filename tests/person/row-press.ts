import type { BrowserContext } from 'playwright-core';

/** Has each page of a context press a row of Mine as soon as it is there. @param title its words */
export const pressRow = (context: BrowserContext, title: string): Promise<unknown> =>
  context.addInitScript((words) => {
    new MutationObserver((_, observer) => {
      const rows = [...document.querySelectorAll<HTMLElement>('.screen-mine button.row')];
      const row = rows.find(({ innerText }) => innerText.trim() === words);
      if (!row) return;
      observer.disconnect();
      row.click();
    }).observe(document, { childList: true, subtree: true });
  }, title);
