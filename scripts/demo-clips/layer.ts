import type { Picture } from './picture.ts';

/**
 * A smaller picture for soft things such as mist: painted at a fraction of the size, which saves
 * most of the time, and spread smoothly over the full picture.
 */
export class Layer {
  readonly width: number;
  readonly height: number;
  readonly rgb: Float32Array;
  private readonly step: number;

  constructor(fullWidth: number, fullHeight: number, step: number) {
    this.step = step;
    this.width = Math.ceil(fullWidth / step) + 1;
    this.height = Math.ceil(fullHeight / step) + 1;
    this.rgb = new Float32Array(this.width * this.height * 3);
  }

  /** Calls `shade` for every cell, with u and v in the units of the full picture. */
  fill(fullWidth: number, shade: (u: number, v: number, out: Float32Array) => void): void {
    const out = new Float32Array(3);
    for (let y = 0, i = 0; y < this.height; y++) {
      const v = (y * this.step) / fullWidth;
      for (let x = 0; x < this.width; x++, i += 3) {
        shade((x * this.step) / fullWidth, v, out);
        this.rgb[i] = out[0] as number;
        this.rgb[i + 1] = out[1] as number;
        this.rgb[i + 2] = out[2] as number;
      }
    }
  }

  /** One channel, `k` 0..2, at a pixel of the full picture. */
  sample(x: number, y: number, k: number): number {
    const fx = x / this.step;
    const fy = y / this.step;
    const x0 = fx | 0;
    const y0 = fy | 0;
    const i = (y0 * this.width + x0) * 3 + k;
    const below = i + this.width * 3;
    const tx = fx - x0;
    const { rgb } = this;
    const top = (rgb[i] as number) * (1 - tx) + (rgb[i + 3] as number) * tx;
    const bottom = (rgb[below] as number) * (1 - tx) + (rgb[below + 3] as number) * tx;
    return top + (bottom - top) * (fy - y0);
  }

  /** Adds the layer's light to the picture, or replaces the picture with it. */
  spread(picture: Picture, replace = false): void {
    const { width, height, rgb } = picture;
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        for (let k = 0; k < 3; k++, i++) {
          rgb[i] = (replace ? 0 : (rgb[i] as number)) + this.sample(x, y, k);
        }
      }
    }
  }
}
