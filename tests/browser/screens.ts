import type { Browser, Page } from 'playwright-core';

/** Number of characters to keep of the start, and of the end, of a page's text. */
const LONGEST = 300;
const shorten = (text: string) =>
  text.length > 2 * LONGEST ? `${text.slice(0, LONGEST)} … ${text.slice(-LONGEST)}` : text;

/** Timeout for a page that is busy or closed, so that it does not delay the run. */
const PATIENCE_MS = 2_000;

/** Runs in the page: the state of its videos, the text of its dialogs, then all its text. */
const readText = () =>
  [
    ...[...document.querySelectorAll('video')].map(
      ({ currentSrc, currentTime, paused, error }) =>
        `<${currentSrc.split('/').pop()} ${paused ? 'paused' : 'plays'} at ${currentTime.toFixed(1)} s${error ? `, ${error.message}` : ''}>`,
    ),
    ...[...document.querySelectorAll('dialog')].map(({ innerText }) => `<dialog: ${innerText}>`),
    document.body.innerText,
  ]
    .join(' ')
    .replace(/\s+/g, ' ');

async function readPage(page: Page): Promise<string> {
  const text = await Promise.race([
    page.evaluate(readText).catch(({ message }: Error) => message),
    new Promise<string>((resolve) => setTimeout(resolve, PATIENCE_MS, 'no answer')),
  ]);
  return `${new URL(page.url()).pathname}: ${shorten(text)}`;
}

/** @returns one line with the state and text of each open page of these browsers */
export async function readScreens(browsers: readonly Browser[]): Promise<string> {
  const pages = browsers.flatMap((each) => each.contexts()).flatMap((each) => each.pages());
  return `screens: ${(await Promise.all(pages.map(readPage))).join(' | ')}`;
}
