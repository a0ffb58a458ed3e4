import type { IncomingHttpHeaders } from 'node:http';
import { FIRST_LEVEL, levels, withinHints } from '../../contract/device-hints.ts';
import type { Rendition } from '../../contract/renditions.ts';

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
export function savesData(headers: IncomingHttpHeaders): boolean {
  const choice = /(?:^|;\s*)data=(less|full)(?:;|$)/.exec(headers.cookie ?? '')?.[1];
  return choice ? choice === 'less' : headers['save-data'] === 'on';
}

/**
 * Which file of the first clip the page starts with: of the kind that played well on this device
 * when it was here last, and no larger than its line and screen are good for, as far as it tells.
 */
export function renditionOf(headers: IncomingHttpHeaders): Rendition {
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
