/** Sizes of a clip's files, the smallest first. */
export const levels = ['small', 'medium', 'large'] as const;
export type Level = (typeof levels)[number];

/** Connection and screen, as the browser reports them; null: it does not report the value. */
export interface DeviceHints {
  saveData: boolean;
  effectiveType: string | null;
  downlinkMbps: number | null;
  /** width in device pixels, not CSS pixels */
  pixels: number | null;
}

/** Returns the largest level that suits this screen and connection. */
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

/** Returns the level, but at most the highest level for this device. */
export function withinHints(level: Level, hints: DeviceHints): Level {
  const highest = highestLevel(hints);
  return isAbove(level, highest) ? highest : level;
}

/** Level of the first clip, before anything was measured. */
export const FIRST_LEVEL: Level = 'medium';
