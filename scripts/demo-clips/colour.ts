import { clamp } from './maths.ts';

/** Linear light, so that lights add up the way real ones do. */
export type Colour = readonly [red: number, green: number, blue: number];

function toLinear(byte: number): number {
  const s = byte / 255;
  return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
}

/** `rgb('#ff8040')` as linear light, optionally brightened. */
export function rgb(hex: string, gain = 1): Colour {
  const n = Number.parseInt(hex.slice(1), 16);
  return [
    toLinear((n >> 16) & 255) * gain,
    toLinear((n >> 8) & 255) * gain,
    toLinear(n & 255) * gain,
  ];
}

export function mix(a: Colour, b: Colour, amount: number): Colour {
  return [
    a[0] + (b[0] - a[0]) * amount,
    a[1] + (b[1] - a[1]) * amount,
    a[2] + (b[2] - a[2]) * amount,
  ];
}

export function scaled(c: Colour, gain: number): Colour {
  return [c[0] * gain, c[1] * gain, c[2] * gain];
}

const STEPS = 1024;
const SOFTNESS = 60;

/** A smooth gradient looked up by position 0..1, cheap enough to use for every pixel. */
export class Gradient {
  readonly table = new Float32Array((STEPS + 1) * 3);

  constructor(stops: readonly (readonly [at: number, colour: Colour])[]) {
    for (let i = 0; i <= STEPS; i++) {
      const x = i / STEPS;
      let next = stops.findIndex(([at]) => at >= x);
      if (next < 0) next = stops.length - 1;
      const [atB, b] = stops[next] ?? [1, [0, 0, 0]];
      const [atA, a] = stops[Math.max(0, next - 1)] ?? [0, [0, 0, 0]];
      const t = atB > atA ? clamp((x - atA) / (atB - atA)) : 1;
      this.table.set(mix(a, b, t), i * 3);
    }
    this.soften();
    this.soften();
  }

  /** Corners in a gradient show up as faint lines across a sky, so they are rounded off. */
  private soften(): void {
    const sharp = this.table.slice();
    for (let i = 0; i <= STEPS; i++) {
      const reach = Math.min(SOFTNESS, i, STEPS - i);
      for (let k = 0; k < 3; k++) {
        let sum = 0;
        for (let j = i - reach; j <= i + reach; j++) sum += sharp[j * 3 + k] as number;
        this.table[i * 3 + k] = sum / (reach * 2 + 1);
      }
    }
  }

  /** Where the colour for `x` starts in `table`. */
  index(x: number): number {
    return Math.round(clamp(x) * STEPS) * 3;
  }

  at(x: number): Colour {
    const i = this.index(x);
    return [this.table[i] ?? 0, this.table[i + 1] ?? 0, this.table[i + 2] ?? 0];
  }
}
