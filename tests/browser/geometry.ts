import type { Page } from 'playwright-core';

/** What a look at the page finds lost or out of reach, each by its class and its words. */
export interface Losses {
  /** boxes that are wider than their room */
  sideways: string[];
  /** words that are cut off, but for those that end in a sign that there is more */
  cut: string[];
  /** controls too small for a thumb */
  small: string[];
  /** controls, and words that stand over a clip, that lie over each other */
  overlapping: string[];
}

export const NO_LOSSES: Losses = { sideways: [], cut: [], small: [], overlapping: [] };

/** Where to look: in the dialog that is open, else in all of the page. */
const lookedAt = () => document.querySelector('dialog[open]') ?? document.body;

const nameOf = (element: Element) =>
  `${element.tagName.toLowerCase()}.${element.className} ${(element.textContent ?? '').slice(0, 30)}`;

const hasWords = ({ childNodes }: Element) =>
  [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());

/** Does this frame keep what is longer out of sight by design, or within reach of a finger? */
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
    // the next clip lies below
    if (each.matches('.stage, .clip')) return isAcross;
    const isAlong = top < frame.top - 2 || bottom > frame.bottom + 2;
    if (style.overflowX !== 'visible' && isAcross) return true;
    if (style.overflowY !== 'visible' && isAlong) return true;
  }
  const isBelow = words.matches('.tab-bar *') && words.getBoundingClientRect().bottom > innerHeight;
  return isBelow || left < -1 || right > innerWidth + 1;
}

/** A sum of money in a field is whole, with no sign that there is more. */
const isCutFigure = (element: Element) =>
  element.matches('.field-figure input') && element.scrollWidth > element.clientWidth;

/** What a finger can hit of a control. */
const targetOf = (control: Element) => control.closest('label, .field-box') ?? control;

const OVER_CLIP =
  '.clip-reward, .clip-words, .ad-rewards, .ad-card > *, .clip-prompt, .clip-hint, .ticker-notice';

/** What scrolls lies under what stands still: only what scrolls together must be apart. */
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

function readLosses(): Losses {
  const shown = [...lookedAt().querySelectorAll('*')].filter(
    (element) => element.checkVisibility() && !element.closest('.unseen, svg, [inert]'),
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

/** All of the above as the page needs it, where nothing can be imported. */
const inPage = [
  ...Object.entries({ lookedAt, nameOf, hasWords, isCutFigure, targetOf, scrollerOf }).map(
    ([name, code]) => `const ${name} = ${code};`,
  ),
  `const OVER_CLIP = ${JSON.stringify(OVER_CLIP)};`,
  ...[mayHide, isCut, areApart, overlappingOf, isSmall, readLosses],
].join('\n');

/** Measures what is on the screen now. */
export const lossesOf = (page: Page): Promise<Losses> =>
  page.evaluate(`(() => { ${inPage}\n return readLosses(); })()`);
