import { type Oklch, toLinearRgb } from '../../scripts/plain-styles.ts';

/** The contrast ratio of two colours by WCAG 2.2: from 1 to 21. */
export function contrast(left: Oklch, right: Oklch): number {
  const luminance = (colour: Oklch) => {
    const [red, green, blue] = toLinearRgb(colour);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [darker = 0, lighter = 0] = [luminance(left), luminance(right)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}
