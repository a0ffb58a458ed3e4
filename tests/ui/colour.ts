/** Enough of CSS Color 4 to measure contrast: `oklch(L C H)` and `oklch(L C H / A)`. */
export interface Oklch {
  lightness: number;
  chroma: number;
  hue: number;
  alpha: number;
}

const OKLCH = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)(?: \/ ([\d.]+))?\)$/;

export function parseOklch(text: string): Oklch | null {
  const match = OKLCH.exec(text.trim());
  if (!match) return null;
  const [lightness = 0, chroma = 0, hue = 0, alpha = 1] = match
    .slice(1)
    .map((part) => (part === undefined ? 1 : Number(part)));
  return { lightness, chroma, hue, alpha };
}

/** Linear sRGB, each channel clipped to what a screen can show. */
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

/** WCAG 2.2: 1 to 21. */
export function contrast(left: Oklch, right: Oklch): number {
  const luminance = (colour: Oklch) => {
    const [red, green, blue] = toLinearRgb(colour);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [darker = 0, lighter = 0] = [luminance(left), luminance(right)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}
