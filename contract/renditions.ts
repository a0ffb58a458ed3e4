import type { Level } from './device-hints.ts';
import type { Source } from './shapes.ts';

/** Choice among a clip's files: the size, and whether AV1 is decoded well. */
export type Rendition = Level | `${Level}.av1`;

/** Maximum length of the shorter side, in pixels. */
const limits: Readonly<Record<string, number>> = {
  small: 360,
  medium: 540,
  large: Number.POSITIVE_INFINITY,
};

interface Media {
  sources?: readonly Source[] | undefined;
}

const sideOf = ({ width, height }: Source) => Math.min(width, height);

/**
 * Returns the address of the file to play: the largest file within the level, else the smallest; among files of one
 * size, the file with the fewest bytes.
 * @param rendition a `Rendition`, perhaps from a cookie; null: nothing is known
 * @returns undefined: play the clip's `url`
 */
export function srcOf({ sources = [] }: Media, rendition: string | null): string | undefined {
  if (rendition === null) return undefined;
  const [level = '', codec] = rendition.split('.');
  const limit = limits[level] ?? 0;
  const decoded = sources.filter(({ type }) => codec || !type.includes('av01'));
  const sides = decoded.map(sideOf);
  const smallest = Math.min(...sides);
  const side = Math.max(smallest, ...sides.filter((each) => each <= limit));
  return decoded.filter((file) => sideOf(file) === side).sort((a, b) => a.bytes - b.bytes)[0]?.url;
}
