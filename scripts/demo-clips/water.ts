import type { Colour } from './colour.ts';
import { clamp } from './maths.ts';
import type { Noise } from './noise.ts';
import type { Picture } from './picture.ts';

export type Lake = {
  /** v of the shore line. */
  shore: number;
  noise: Noise;
  /** How far the ripples throw the image, in picture widths. */
  throw: number;
  tint: Colour;
  /** What the water itself adds towards the viewer. */
  deep: Colour;
  /** Whole time steps the ripples take per loop. */
  beats: number;
};

/** Paints everything below the shore as a rippled mirror image of what is above it. */
export function reflect(picture: Picture, lake: Lake, phase: number): void {
  const { width, height, rgb } = picture;
  const { noise, beats, tint, deep } = lake;
  const shoreRow = Math.round(lake.shore * width);
  const reach = height - shoreRow;
  for (let y = shoreRow; y < height; y++) {
    const depth = (y - shoreRow + 0.5) / reach;
    // Ripples look flatter and tighter the nearer they are to the far shore.
    const scale = 5 / (0.12 + depth);
    const along = 16 * Math.log(0.06 + depth);
    const swing = lake.throw * width * (0.15 + depth);
    for (let x = 0; x < width; x++) {
      const u = x / width - 0.5;
      const a = noise.at(u * scale, along * 2.1, phase * beats, beats);
      const b = noise.at(u * scale * 2.3 + 9, along * 4.7, phase * beats, beats);
      const shift = (a + 0.5 * b) * swing;
      const row = clamp(
        Math.round(shoreRow - (y - shoreRow) * 1.02 - 1 + shift * 2.2),
        0,
        shoreRow - 1,
      );
      const column = clamp(Math.round(x + shift * 0.35), 0, width - 1);
      const from = (row * width + column) * 3;
      const to = (y * width + x) * 3;
      for (let k = 0; k < 3; k++) {
        const fade = (tint[k] as number) * (1 - 0.35 * depth);
        rgb[to + k] = (rgb[from + k] as number) * fade + (deep[k] as number) * (0.4 + 0.6 * depth);
      }
    }
  }
}
