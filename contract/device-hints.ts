/** How large a clip is played, the smallest first. */
export const levels = ['small', 'medium', 'large'] as const;
export type Level = (typeof levels)[number];

/** What a browser tells of the connection and the screen; null: it does not say. */
export interface DeviceHints {
  saveData: boolean;
  effectiveType: string | null;
  downlinkMbps: number | null;
  /** across the screen, its own and not CSS's */
  pixels: number | null;
}

/** The largest level that is worth its bytes on this screen and line. */
export function highestLevel({
  saveData,
  effectiveType,
  downlinkMbps,
  pixels,
}: DeviceHints): Level {
  const mbps = downlinkMbps ?? Number.POSITIVE_INFINITY;
  const across = pixels ?? Number.POSITIVE_INFINITY;
  if (saveData || effectiveType?.endsWith('2g') || mbps < 0.7 || across <= 400) return 'small';
  return effectiveType === '3g' || mbps < 2 || across <= 720 ? 'medium' : 'large';
}

const isAbove = (one: Level, other: Level) => levels.indexOf(one) > levels.indexOf(other);

/** A level, or the highest one where that is lower. */
export function withinHints(level: Level, hints: DeviceHints): Level {
  const highest = highestLevel(hints);
  return isAbove(level, highest) ? highest : level;
}

/** Of the first clip, before anything was measured. */
export const FIRST_LEVEL: Level = 'medium';
