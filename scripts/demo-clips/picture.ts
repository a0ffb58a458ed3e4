import type { Colour, Gradient } from './colour.ts';
import { seeded } from './maths.ts';

const TABLE_SIZE = 8192;
const TABLE_REACH = 3;

/** Linear light in, 0..255 out: highlights roll off softly, then the sRGB curve. */
function buildToneTable(): Float32Array {
  const table = new Float32Array(TABLE_SIZE + 1);
  for (let i = 0; i <= TABLE_SIZE; i++) {
    const root = (i / TABLE_SIZE) * TABLE_REACH;
    const x = root * root;
    const y = x < 0.6 ? x : 0.6 + 0.4 * (1 - Math.exp((0.6 - x) / 0.4));
    table[i] = 255 * (y <= 0.0031308 ? y * 12.92 : 1.055 * y ** (1 / 2.4) - 0.055);
  }
  return table;
}

/** Triangular noise of about one level hides banding; it never changes, so it costs few bits. */
function buildDither(count: number): Float32Array {
  const random = seeded(7);
  return new Float32Array(count).map(() => 0.5 + (random() - random()) * 0.9);
}

/** Positions use the picture's width as the unit: u is 0..1 and v is 0..16/9, downwards. */
export class Picture {
  readonly width: number;
  readonly height: number;
  readonly rgb: Float32Array;
  private readonly tone = buildToneTable();
  private readonly dither: Float32Array;
  private readonly bytes: Buffer;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.rgb = new Float32Array(width * height * 3);
    this.dither = buildDither(width * height);
    this.bytes = Buffer.alloc(width * height * 3);
  }

  /** Calls `shade` for every pixel; it leaves its colour in `out`. */
  fill(shade: (u: number, v: number, out: Float32Array) => void): void {
    const { width, height, rgb } = this;
    const out = new Float32Array(3);
    for (let y = 0, i = 0; y < height; y++) {
      const v = (y + 0.5) / width;
      for (let x = 0; x < width; x++, i += 3) {
        shade((x + 0.5) / width, v, out);
        rgb[i] = out[0] as number;
        rgb[i + 1] = out[1] as number;
        rgb[i + 2] = out[2] as number;
      }
    }
  }

  /** A vertical gradient over the whole height. */
  sky(gradient: Gradient): void {
    const { width, height, rgb } = this;
    for (let y = 0, i = 0; y < height; y++) {
      const [r, g, b] = gradient.at((y + 0.5) / height);
      for (let x = 0; x < width; x++, i += 3) {
        rgb[i] = r;
        rgb[i + 1] = g;
        rgb[i + 2] = b;
      }
    }
  }

  /** Adds a round light that fades to nothing at `radius`; a higher `fall` gathers it inwards. */
  glow(u: number, v: number, radius: number, colour: Colour, gain = 1, fall: 1 | 2 | 3 = 2): void {
    const { width, height, rgb } = this;
    const cx = u * width - 0.5;
    const cy = v * width - 0.5;
    const r = Math.max(radius * width, 0.8);
    const [red, green, blue] = colour;
    const y1 = Math.min(height - 1, Math.floor(cy + r));
    const x0 = Math.max(0, Math.ceil(cx - r));
    const x1 = Math.min(width - 1, Math.floor(cx + r));
    for (let y = Math.max(0, Math.ceil(cy - r)); y <= y1; y++) {
      for (let x = x0, i = (y * width + x0) * 3; x <= x1; x++, i += 3) {
        const d = 1 - ((x - cx) * (x - cx) + (y - cy) * (y - cy)) / (r * r);
        if (d <= 0) continue;
        const a = gain * d * (fall === 1 ? 1 : fall === 2 ? d : d * d);
        rgb[i] = (rgb[i] as number) + red * a;
        rgb[i + 1] = (rgb[i + 1] as number) + green * a;
        rgb[i + 2] = (rgb[i + 2] as number) + blue * a;
      }
    }
  }

  /** Takes light away in a soft round patch: a shadow. */
  shade(u: number, v: number, radius: number, strength: number): void {
    const { width, height, rgb } = this;
    const r = radius * width;
    const cx = u * width;
    const cy = v * width;
    const y1 = Math.min(height - 1, Math.floor(cy + r));
    const x1 = Math.min(width - 1, Math.floor(cx + r));
    for (let y = Math.max(0, Math.ceil(cy - r)); y <= y1; y++) {
      for (let x = Math.max(0, Math.ceil(cx - r)); x <= x1; x++) {
        const d = 1 - ((x - cx) * (x - cx) + (y - cy) * (y - cy)) / (r * r);
        const keep = d > 0 ? 1 - strength * d : 1;
        const i = (y * width + x) * 3;
        for (let k = i; k < i + 3; k++) rgb[k] = (rgb[k] as number) * keep;
      }
    }
  }

  /** Covers the pixel at index `i` of `rgb` with a colour. */
  cover(i: number, red: number, green: number, blue: number, alpha: number): void {
    const { rgb } = this;
    rgb[i] = (rgb[i] as number) * (1 - alpha) + red * alpha;
    rgb[i + 1] = (rgb[i + 1] as number) * (1 - alpha) + green * alpha;
    rgb[i + 2] = (rgb[i + 2] as number) * (1 - alpha) + blue * alpha;
  }

  /** The finished frame as packed 8-bit RGB. The buffer is reused for the next frame. */
  develop(): Buffer {
    const { rgb, bytes, dither, tone } = this;
    const scale = TABLE_SIZE / TABLE_REACH;
    for (let p = 0, i = 0; i < rgb.length; p++) {
      const d = dither[p] as number;
      for (let k = 0; k < 3; k++, i++) {
        const x = rgb[i] as number;
        const slot = x > 0 ? Math.min(TABLE_SIZE, (Math.sqrt(x) * scale) | 0) : 0;
        const level = (tone[slot] as number) + d;
        bytes[i] = level < 0 ? 0 : level > 255 ? 255 : level | 0;
      }
    }
    return bytes;
  }
}
