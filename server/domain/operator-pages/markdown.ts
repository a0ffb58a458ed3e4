import MarkdownIt from 'markdown-it';

/**
 * Markdown as CommonMark and GitHub's tables have it. HTML in it is text, and so is a link that is no
 * address of the web or of mail: nothing that a browser runs or fetches comes out of a page.
 */
const shown = new MarkdownIt({ html: false, linkify: true }).disable('image');

/** The same, and tells what is not shown. */
const looked = new MarkdownIt({ html: true });

/** Why a text cannot be published. */
export class PageError extends Error {
  override readonly name = 'PageError';
}

const MAX_LETTERS = 200_000;

const refused: Readonly<Record<string, string>> = {
  html_block: 'HTML is not shown: say it in Markdown',
  html_inline: 'HTML is not shown: say it in Markdown',
  image: 'pictures are not shown',
};

/** @throws PageError that names the line, of the first thing that people would not see as it is meant */
export function checkMarkdown(text: string): void {
  if (text.trim() === '') throw new PageError('it is empty');
  if (text.length > MAX_LETTERS) {
    throw new PageError(`it has ${text.length} letters: at most ${MAX_LETTERS} are shown`);
  }
  for (const block of looked.parse(text, {})) {
    for (const { type } of [block, ...(block.children ?? [])]) {
      const why = refused[type];
      if (why) throw new PageError(`line ${(block.map?.[0] ?? 0) + 1}: ${why}`);
    }
  }
}

/** @returns HTML, and whether it begins its page with a heading of the first level */
export function htmlOf(markdown: string): { html: string; hasTitle: boolean } {
  const tokens = shown.parse(markdown, {});
  return {
    html: shown.renderer.render(tokens, shown.options, {}),
    hasTitle: tokens.some(({ type, tag }) => type === 'heading_open' && tag === 'h1'),
  };
}
