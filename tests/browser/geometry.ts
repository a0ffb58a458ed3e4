import type { Page } from 'playwright-core';

/** Layout faults of a page: elements by fault, each named by its class and text. */
export interface LayoutFaults {
  /** containers whose content overflows horizontally */
  sideways: string[];
  /** texts that are clipped, except by an ellipsis */
  cut: string[];
  /** controls too small for a thumb */
  small: string[];
  /** pairs of controls, or of texts over a clip, that overlap */
  overlapping: string[];
}

export const NO_LAYOUT_FAULTS: LayoutFaults = { sideways: [], cut: [], small: [], overlapping: [] };

/** The element to check: the open dialog, else the whole page. */
const lookedAt = () => document.querySelector('dialog[open]') ?? document.body;

const nameOf = (element: Element) =>
  `${element.tagName.toLowerCase()}.${element.className} ${(element.textContent ?? '').slice(0, 30)}`;

const hasWords = ({ childNodes }: Element) =>
  [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());

/** Does this frame clip longer content by design, or let people scroll to it? */
function mayHide(frame: Element, style: CSSStyleDeclaration): boolean {
  const { overflowX, overflowY, textOverflow, webkitLineClamp } = style;
  const isMeant = textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
  const isScroller = /auto|scroll/.test(overflowX + overflowY);
  return isMeant || isScroller || frame.matches('.rolling-place');
}

function isCut(words: Element): boolean {
  const range = document.createRange();
  range.selectNodeContents(words);
  const { left, right, top, bottom } = range.getBoundingClientRect();
  for (let each: Element | null = words; each && each !== lookedAt(); each = each.parentElement) {
    const style = getComputedStyle(each);
    if (mayHide(each, style)) return false;
    const frame = each.getBoundingClientRect();
    const isAcross = left < frame.left - 1 || right > frame.right + 1;
    // the texts of the next clip lie below the stage, so only the sides count
    if (each.matches('.stage, .clip')) return isAcross;
    const isAlong = top < frame.top - 2 || bottom > frame.bottom + 2;
    if (style.overflowX !== 'visible' && isAcross) return true;
    if (style.overflowY !== 'visible' && isAlong) return true;
  }
  const isBelow = words.matches('.tab-bar *') && words.getBoundingClientRect().bottom > innerHeight;
  return isBelow || left < -1 || right > innerWidth + 1;
}

/** An amount in a field must be shown whole, without an ellipsis. */
const isCutFigure = (element: Element) =>
  element.matches('.field-figure input') && element.scrollWidth > element.clientWidth;

/** The touch target of a control. */
const targetOf = (control: Element) => control.closest('label, .field-box') ?? control;

const OVER_CLIP =
  '.clip-reward, .clip-words, .ad-rewards, .ad-card > *, .clip-prompt, .clip-hint, .ticker-notice';

/**
 * Returns the scroller of an element. Overlaps count only within one scroller, because scrolling
 * content may pass under fixed content.
 */
const scrollerOf = (element: Element) =>
  element.closest('.screen, dialog, .preview-row, .tab-bar, .ticker, .toaster');

function areApart(one: Element, other: Element): boolean {
  if (one.contains(other) || other.contains(one)) return true;
  const areOverClip = [one, other].every((each) => each.closest('.screen-feed, .ticker, .tab-bar'));
  if (!areOverClip && scrollerOf(one) !== scrollerOf(other)) return true;
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  return (
    Math.min(a.right, b.right) - Math.max(a.left, b.left) < 1 ||
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) < 1
  );
}

function overlappingOf(things: readonly Element[]): string[] {
  const apart = [...new Set(things)].filter((each) => !each.matches('[class$="-surface"]'));
  return apart.flatMap((one, at) =>
    apart
      .slice(at + 1)
      .filter((other) => !areApart(one, other))
      .map((other) => `${nameOf(one)} | ${nameOf(other)}`),
  );
}

function isSmall(target: Element): boolean {
  const { width, height } = target.getBoundingClientRect();
  return Math.min(width, height) < 44;
}

function readLayoutFaults(): LayoutFaults {
  const shown = [...lookedAt().querySelectorAll('*')].filter(
    (element) => element.checkVisibility() && !element.closest('.visually-hidden, svg, [inert]'),
  );
  const boxes = [
    document.documentElement,
    ...document.querySelectorAll('.screen, dialog[open], .dialog-body'),
  ];
  const targets = shown
    .filter((element) => element.matches('a, button, select, input, [role="button"]'))
    .map(targetOf);
  const overClip = shown.filter((element) => element.matches(OVER_CLIP));
  return {
    sideways: boxes.filter((box) => box.scrollWidth > box.clientWidth).map(nameOf),
    cut: shown
      .filter((element) => (hasWords(element) && isCut(element)) || isCutFigure(element))
      .map(nameOf),
    small: targets.filter(isSmall).map(nameOf),
    overlapping: overlappingOf([...targets, ...overClip]),
  };
}

/** Source text of the helpers above, because the page cannot import them. */
const inPage = [
  ...Object.entries({ lookedAt, nameOf, hasWords, isCutFigure, targetOf, scrollerOf }).map(
    ([name, code]) => `const ${name} = ${code};`,
  ),
  `const OVER_CLIP = ${JSON.stringify(OVER_CLIP)};`,
  ...[mayHide, isCut, areApart, overlappingOf, isSmall, readLayoutFaults],
].join('\n');

/** Measures the layout faults of the current screen. */
export const layoutFaultsOf = (page: Page): Promise<LayoutFaults> =>
  page.evaluate(`(() => { ${inPage}\n return readLayoutFaults(); })()`);
