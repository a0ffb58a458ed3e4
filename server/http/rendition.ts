import type { IncomingHttpHeaders } from 'node:http';
import { FIRST_LEVEL, levels, withinHints } from '../../contract/device-hints.ts';
import { type Rendition, srcOf } from '../../contract/renditions.ts';
import type { Video } from '../../contract/shapes.ts';
import { withoutQuery } from '../domain/media-addresses.ts';
import type { FirstClipPlayback } from './shell.ts';

/** Client hints that a browser may send with its next page; a first visit waits for none. */
export const HINTS = 'save-data, ect, downlink, sec-ch-viewport-width, sec-ch-dpr';

/** The cookie `rendition`, which the app writes. */
const RENDITION_COOKIE = /(?:^|;\s*)rendition=([a-z]+)(\.av1)?(?:;|$)/;

/** A positive number of a header; null: missing or invalid. */
function numberOf(header: string | string[] | undefined): number | null {
  const value = Number(header);
  return header === undefined || !(value > 0) ? null : value;
}

/** Whether to save data: the person's choice in the app, else the browser's header. */
function savesData(headers: IncomingHttpHeaders): boolean {
  const choice = /(?:^|;\s*)data=(less|full)(?:;|$)/.exec(headers.cookie ?? '')?.[1];
  return choice ? choice === 'less' : headers['save-data'] === 'on';
}

/**
 * Chooses the file with which the page starts the first clip: of the kind that played well on this device last time,
 * and no larger than the connection and the screen need, as far as the headers say.
 */
function renditionOf(headers: IncomingHttpHeaders): Rendition {
  const [, kept, av1] = RENDITION_COOKIE.exec(headers.cookie ?? '') ?? [];
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

/** The cookie `src`, which the app writes: a clip's file that is stored on the device. */
function storedSrc(cookie: string | undefined): string | null {
  const value = /(?:^|;\s*)src=([^;]+)/.exec(cookie ?? '')?.[1];
  try {
    return value === undefined ? null : withoutQuery(decodeURIComponent(value));
  } catch {
    return null;
  }
}

/**
 * Chooses the URL from which the page plays its first clip: a file that the device has stored since the
 * last visit needs no download, however large it is. To save data, chooses a small file instead,
 * because the device may have deleted the stored one.
 */
function firstSrcOf(headers: IncomingHttpHeaders, video: Video, rendition: Rendition): string {
  const stored = storedSrc(headers.cookie);
  const files = [video.url, ...(video.sources ?? []).map(({ url }) => url)];
  if (stored !== null && files.includes(stored) && !savesData(headers)) return stored;
  return srcOf(video, rendition) ?? video.url;
}

/** Returns how the page of this request plays its first clip. */
export function firstClipPlaybackOf(headers: IncomingHttpHeaders, video: Video): FirstClipPlayback {
  const rendition = renditionOf(headers);
  const src = firstSrcOf(headers, video, rendition);
  return { src, rendition, savesData: savesData(headers) };
}
