import type { Plugin } from 'postcss';

/** The part of CSS Color 4 that the tokens use: `oklch(L C H)` and `oklch(L C H / A)`. */
export interface Oklch {
  lightness: number;
  chroma: number;
  hue: number;
  alpha: number;
}

const OKLCH = /oklch\(([\d.]+) ([\d.]+) ([\d.]+)(?: \/ ([\d.]+))?\)/;
const ALONE = new RegExp(`^${OKLCH.source}$`);
const EACH = new RegExp(OKLCH, 'g');

export function parseOklch(text: string): Oklch | null {
  const match = ALONE.exec(text.trim());
  if (!match) return null;
  const [lightness = 0, chroma = 0, hue = 0, alpha = 1] = match
    .slice(1)
    .map((part) => (part === undefined ? 1 : Number(part)));
  return { lightness, chroma, hue, alpha };
}

/** Linear sRGB, each channel clipped to the gamut of screens. */
export function toLinearRgb({ lightness, chroma, hue }: Oklch): [number, number, number] {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.min(Math.max(value, 0), 1);
  return [
    clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

const hex = (share: number) =>
  Math.round(share * 255)
    .toString(16)
    .padStart(2, '0');

/** Gamma-encodes a channel of sRGB. */
const curved = (value: number) =>
  value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;

function toHex(text: string): string {
  const colour = parseOklch(text);
  if (!colour) throw new Error(`not a colour: ${text}`);
  const channels = toLinearRgb(colour).map((value) => hex(curved(value)));
  return `#${channels.join('')}${colour.alpha < 1 ? hex(colour.alpha) : ''}`;
}

/** Less than a pixel of any screen: `width < N` becomes a `max-width` that is this much smaller. */
const HAIR = 0.02;
const below = (feature: string, px: string) => `(max-${feature}: ${Number(px) - HAIR}px)`;
const above = (feature: string, px: string) => `(min-${feature}: ${Number(px) + HAIR}px)`;

/** Rewrites ranges of widths and heights for browsers that do not support `<`. */
const toMinAndMax = (params: string) =>
  params
    .replace(/\((\d+)px < (width|height) < (\d+)px\)/g, (_, from, feature, to) =>
      [above(feature, from), below(feature, to)].join(' and '),
    )
    .replace(/\((width|height) < (\d+)px\)/g, (_, feature, px) => below(feature, px))
    .replace(/\((width|height) > (\d+)px\)/g, (_, feature, px) => above(feature, px));

/**
 * Rewrites colours and ranges for every browser of the floor. The build's own lowering cannot: it
 * writes each colour twice, though the tokens are within sRGB, and turns a range into a `not` that
 * Chrome 103 cannot parse.
 */
export const plainStyles = (): Plugin => ({
  postcssPlugin: 'plain-styles',
  Declaration(declaration) {
    const value = declaration.value.replace(EACH, toHex);
    if (value !== declaration.value) declaration.value = value;
  },
  AtRule: {
    media(rule) {
      const params = toMinAndMax(rule.params);
      if (params !== rule.params) rule.params = params;
    },
  },
});
