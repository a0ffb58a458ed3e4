import type { Video } from '../../contract/shapes.ts';
import { type Compressed, compress } from './compression.ts';

/** Where the built document wants the first clip. */
const PLACE = '<!--first-clip-->';
const MOST_VARIANTS = 64;

/**
 * The app's document, ready to send: plain for any route, and with the first clip for the home
 * route, so that the browser fetches the clip before it has read a line of script.
 */
export class Shell {
  readonly #template: string;
  readonly #variants = new Map<string, Compressed>();
  readonly plain: Compressed;

  /** @param template the built `index.html` */
  constructor(template: string) {
    this.#template = template;
    this.plain = compress(template.replace(PLACE, ''), 11);
  }

  /** The document that starts with this clip; the last few are kept. */
  starting(video: Video): Compressed {
    const clip = clipMarkup(video);
    const known = this.#variants.get(clip);
    if (known) return known;
    const oldest = this.#variants.keys().next();
    if (this.#variants.size >= MOST_VARIANTS && !oldest.done) this.#variants.delete(oldest.value);
    const made = compress(
      this.#template.replace(PLACE, () => clip),
      5,
    );
    this.#variants.set(clip, made);
    return made;
  }
}

function clipMarkup(video: Video): string {
  const data = JSON.stringify(video).replaceAll('<', '\\u003c');
  return (
    '<video id="first-clip" muted autoplay playsinline loop preload="auto"' +
    ` poster="${attribute(video.poster)}" src="${attribute(video.url)}"` +
    ` data-video-id="${video.id}" aria-hidden="true"></video>` +
    `<script type="application/json" id="first-clip-data">${data}</script>`
  );
}

function attribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
