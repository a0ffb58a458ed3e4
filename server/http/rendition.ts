import type { IncomingHttpHeaders } from 'node:http';
import { FIRST_LEVEL, levels, withinHints } from '../../contract/device-hints.ts';
import { type Rendition, srcOf } from '../../contract/renditions.ts';
import type { Video } from '../../contract/shapes.ts';
import { plainAddress } from '../domain/media-addresses.ts';
import type { Beginning } from './shell.ts';

/** What a browser is asked to tell with its next page; a first visit waits for none of it. */
export const HINTS = 'save-data, ect, downlink, sec-ch-viewport-width, sec-ch-dpr';

/** What the app has kept in the cookie `rendition`. */
const KEPT = /(?:^|;\s*)rendition=([a-z]+)(\.av1)?(?:;|$)/;

/** A number of a header; null: not sent, or none. */
function numberOf(header: string | string[] | undefined): number | null {
  const value = Number(header);
  return header === undefined || !(value > 0) ? null : value;
}

/** What the person has chosen in the app, else what the browser asks for. */
function savesData(headers: IncomingHttpHeaders): boolean {
  const choice = /(?:^|;\s*)data=(less|full)(?:;|$)/.exec(headers.cookie ?? '')?.[1];
  return choice ? choice === 'less' : headers['save-data'] === 'on';
}

/**
 * Which file of the first clip the page starts with: of the kind that played well on this device
 * when it was here last, and no larger than its line and screen are good for, as far as it tells.
 */
function renditionOf(headers: IncomingHttpHeaders): Rendition {
  const [, kept, av1] = KEPT.exec(headers.cookie ?? '') ?? [];
  const known = levels.find((level) => level === kept);
  const width = numberOf(headers['sec-ch-viewport-width']);
  const level = withinHints(known ?? FIRST_LEVEL, {
    saveData: savesData(headers),
    effectiveType: headers.ect === undefined ? null : String(headers.ect),
    downlinkMbps: numberOf(headers.downlink),
    pixels: width === null ? null : width * (numberOf(headers['sec-ch-dpr']) ?? 1),
  });
  return known && av1 ? `${level}.av1` : level;
}

/** What the app has kept in the cookie `src`: a file that is on the device, of some clip. */
function storedSrc(cookie: string | undefined): string | null {
  const value = /(?:^|;\s*)src=([^;]+)/.exec(cookie ?? '')?.[1];
  try {
    return value === undefined ? null : plainAddress(decodeURIComponent(value));
  } catch {
    return null;
  }
}

/**
 * The address of the file that the page plays its first clip from: the one that is on the device
 * since the last visit costs no bytes, however large; to save data the smallest, as it may be gone.
 */
function firstSrcOf(headers: IncomingHttpHeaders, video: Video, rendition: Rendition): string {
  const stored = storedSrc(headers.cookie);
  const files = [video.url, ...(video.sources ?? []).map(({ url }) => url)];
  if (stored !== null && files.includes(stored) && !savesData(headers)) return stored;
  return srcOf(video, rendition) ?? video.url;
}

/** How the page of this request plays its first clip. */
export function beginningOf(headers: IncomingHttpHeaders, video: Video): Beginning {
  const rendition = renditionOf(headers);
  const src = firstSrcOf(headers, video, rendition);
  return { src, rendition, savesData: savesData(headers) };
}
