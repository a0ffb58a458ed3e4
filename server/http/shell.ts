import { directionOf, sourceLanguage } from '../../contract/languages.ts';
import { plainText } from '../../contract/plain-text.ts';
import type { Rendition } from '../../contract/renditions.ts';
import type { Video } from '../../contract/shapes.ts';
import { type LocalizedText, textIn } from '../domain/texts.ts';
import { escaped } from '../words/escaped.ts';
import { say } from '../words/words.ts';
import { type Compressed, compress } from './compression.ts';
import type { Head } from './preview.ts';

/** How a page plays its first clip. */
export interface FirstClipPlayback {
  /** URL of one of the clip's files */
  src: string;
  /** the kind of file for the app's next clips */
  rendition: Rendition;
  /** whether the page fetches only the poster until the visitor taps it */
  savesData: boolean;
}

/** Marker in the built document for the first clip. */
const PLACEHOLDER = '<!--first-clip-->';
/** Marker for the place after the first clip, to which the script `begin` is moved; and a pattern of that script. */
const AFTER_PAINT = '<!--after-first-paint-->';
const BEGIN = /<script id="begin">[\s\S]*?<\/script>/;
const EXPECTED = '<link rel="expect" href="#root" blocking="render" />';
const TITLE = /<title>[^<]*<\/title>/;
const DESCRIPTION = /(<meta name="description" content=")[^"]*/;
const MAX_VARIANTS = 256;

/**
 * The app's document in each language, compressed: plain for any route, and with the first clip for
 * the home route, so that the browser fetches the clip before it has read a line of script.
 */
export class Shell {
  readonly #template: string;
  readonly #catalogues: ReadonlyMap<string, string>;
  readonly #product: LocalizedText;
  readonly #plain = new Map<string, Compressed>();
  readonly #variants = new Map<string, Compressed>();

  /**
   * @param template the built `index.html`
   * @param catalogues URLs of the app's texts, by language
   * @param product the operator's name for the product, in each language
   */
  constructor(template: string, catalogues: ReadonlyMap<string, string>, product: LocalizedText) {
    this.#template = template;
    this.#catalogues = catalogues;
    this.#product = product;
  }

  /** The languages of the app. */
  get languages(): readonly string[] {
    return [sourceLanguage, ...this.#catalogues.keys()];
  }

  /**
   * The document without a clip. Common documents stay cached: languages and screens limit their
   * number.
   */
  plain(language: string, head: Head): Compressed {
    const key = `${language} ${head.description} ${head.tags}`;
    const make = () => this.#page(language, head, '');
    if (!head.isCommon) return this.#keep(key, make);
    const made = this.#plain.get(key) ?? compress(make(), 11);
    this.#plain.set(key, made);
    return made;
  }

  /** The document that starts with this clip; the newest documents are cached, up to `MAX_VARIANTS`. */
  starting(language: string, head: Head, video: Video, begins: FirstClipPlayback): Compressed {
    const clip = clipMarkup(video, begins);
    return this.#keep(`${language} ${head.tags} ${clip}`, () =>
      clipFirst(this.#page(language, head, clip)),
    );
  }

  #keep(key: string, make: () => string): Compressed {
    const cached = this.#variants.get(key);
    if (cached) return cached;
    const oldest = this.#variants.keys().next();
    if (this.#variants.size >= MAX_VARIANTS && !oldest.done) this.#variants.delete(oldest.value);
    const variant = compress(make(), 5);
    this.#variants.set(key, variant);
    return variant;
  }

  #page(language: string, head: Head, clip: string): string {
    const texts = this.#catalogues.get(language);
    const { plain, texts: names } = this.#product;
    const page = speaking(this.#template, language, textIn(language, plain, names))
      .replace(TITLE, () => head.tags)
      .replace(DESCRIPTION, (_, opening) => opening + escaped(head.description));
    return inLanguage(page, language, texts).replace(PLACEHOLDER, () => clip);
  }
}

/** Texts in the document itself, for the time before the app starts, and where it does not start. */
const WORDS = [
  { place: /(<meta name="browser-update" content=")[^"]*/, word: 'browser.title' },
  { place: /(<meta name="browser-update-how" content=")[^"]*/, word: 'browser.text' },
  { place: /(<p class="long-wait" role="status">)[^<]*/, word: 'page.slow' },
  { place: /(<noscript>)[^<]*/, word: 'page.script' },
  { place: /(<h1 id="stuck-title">)[^<]*/, word: 'start.title' },
  { place: /(<p id="stuck-text">)[^<]*/, word: 'start.text' },
  { place: /(<button id="stuck-retry"[^>]*>)[^<]*/, word: 'start.retry' },
] as const;

const speaking = (template: string, language: string, product: string) =>
  WORDS.reduce(
    (page, { place, word }) =>
      page.replace(place, (_, opening) => opening + escaped(say(language, word, { product }))),
    template,
  );

/** @param texts URL of the app's texts: fetched together with its code, but after the first clip's picture */
function inLanguage(page: string, language: string, texts: string | undefined): string {
  if (language === sourceLanguage) return page;
  return page
    .replace(/<html lang="en" dir="ltr"/, `<html lang="${language}" dir="${directionOf(language)}"`)
    .replace('</head>', () =>
      texts
        ? `<link rel="preload" as="fetch" crossorigin href="${texts}" fetchpriority="low"></head>`
        : '</head>',
    );
}

/**
 * Lets a page paint its first clip before it runs any script. A phone's feed looks the same in both
 * themes; on a wider screen the theme is visible around it, and the paint waits for the script.
 */
function clipFirst(page: string): string {
  const [script = ''] = BEGIN.exec(page) ?? [];
  // at any width: a phone's width is unknown when the browser begins to parse the page
  const always = '<link rel="expect" href="#stage" blocking="render">';
  // an element after the script: the script's own element exists before the script has run
  const wide = '<link rel="expect" href="#stuck" blocking="render" media="(min-width: 480.02px)">';
  return page
    .replace(' data-theme="light"', ' data-theme="light" data-screen="feed"')
    .replace(EXPECTED, always + wide)
    .replace(script, '')
    .replace(AFTER_PAINT, () => script);
}

function clipMarkup(video: Video, { src, rendition, savesData }: FirstClipPlayback): string {
  const data = JSON.stringify(video).replaceAll('<', '\\u003c');
  return (
    // the poster is visible first, on any connection
    `<link rel="preload" as="image" href="${escaped(video.poster)}" fetchpriority="high">` +
    '<video id="first-clip" muted playsinline loop' +
    (savesData ? ' preload="none"' : ' autoplay preload="auto"') +
    ` poster="${escaped(video.poster)}" src="${escaped(src)}"` +
    ` data-video-id="${video.id}" data-rendition="${rendition}" aria-hidden="true"></video>` +
    '<div class="clip-shade"></div><header class="clip-words">' +
    `<h2 class="clamped"><bdi>${escaped(plainText(video.title))}</bdi></h2>` +
    `<p class="clamped"><bdi>${escaped(plainText(video.author))}</bdi></p></header>` +
    `<script type="application/json" id="first-clip-data">${data}</script>`
  );
}
