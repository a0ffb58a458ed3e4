import MarkdownIt from 'markdown-it';

/**
 * Renders Markdown by CommonMark, with GitHub's tables. HTML is shown as text, and so are links that the
 * library refuses (`javascript:`, `vbscript:`, `file:`, most `data:`): a page contains nothing that a browser
 * runs or fetches.
 */
const shown = new MarkdownIt({ html: false, linkify: true }).disable('image');

/** Parses the same Markdown with tokens for HTML and pictures, which `checkMarkdown` refuses. */
const looked = new MarkdownIt({ html: true });

/** The reason why a text cannot be published. */
export class PageError extends Error {
  override readonly name = 'PageError';
}

const MAX_LETTERS = 200_000;

const refused: Readonly<Record<string, string>> = {
  html_block: 'HTML is not shown: write Markdown instead',
  html_inline: 'HTML is not shown: write Markdown instead',
  image: 'pictures are not shown',
};

/** @throws PageError with the line of the first HTML or picture, or because the text is empty or too long */
export function checkMarkdown(text: string): void {
  if (text.trim() === '') throw new PageError('the text is empty');
  if (text.length > MAX_LETTERS) {
    throw new PageError(`the text has ${text.length} letters, more than ${MAX_LETTERS}`);
  }
  for (const block of looked.parse(text, {})) {
    for (const { type } of [block, ...(block.children ?? [])]) {
      const why = refused[type];
      if (why) throw new PageError(`line ${(block.map?.[0] ?? 0) + 1}: ${why}`);
    }
  }
}

/** @returns HTML, and whether it has a heading of the first level */
export function htmlOf(markdown: string): { html: string; hasTitle: boolean } {
  const tokens = shown.parse(markdown, {});
  return {
    html: shown.renderer.render(tokens, shown.options, {}),
    hasTitle: tokens.some(({ type, tag }) => type === 'heading_open' && tag === 'h1'),
  };
}
