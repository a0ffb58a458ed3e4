import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Oklch, parseOklch } from '../../scripts/plain-styles.ts';
import { contrast } from './colour.ts';

const css = readFileSync(new URL('../../src/ui/tokens.css', import.meta.url), 'utf8');

/** The colours of a block, by name. */
function coloursIn(block: string): Record<string, Oklch> {
  const colours: Record<string, Oklch> = {};
  for (const [, name = '', value = ''] of block.matchAll(/--([\w-]+): ([^;]+);/g)) {
    const colour = parseOklch(value);
    if (colour) colours[name] = colour;
  }
  return colours;
}

const [light = '', dark = '', shared = ''] = css
  .split(/:root(?:\[data-theme="dark"\])? \{/)
  .slice(1);
const themes = {
  light: { ...coloursIn(shared), ...coloursIn(light) },
  dark: { ...coloursIn(shared), ...coloursIn(light), ...coloursIn(dark) },
};

/** Foreground, background and least contrast: 4.5 for text, 3 for graphics and parts of controls. */
const pairs: [ink: string, ground: string, least: number][] = [
  ['ink', 'canvas', 4.5],
  ['ink', 'surface', 4.5],
  ['ink', 'sunken', 4.5],
  ['ink', 'brand-soft', 4.5],
  ['ink-soft', 'canvas', 4.5],
  ['ink-soft', 'surface', 4.5],
  ['ink-soft', 'sunken', 4.5],
  ['on-brand', 'brand', 4.5],
  ['on-brand', 'brand-pressed', 4.5],
  ['brand-ink', 'canvas', 4.5],
  ['brand-ink', 'surface', 4.5],
  ['brand-ink', 'brand-soft', 4.5],
  ['gold-ink', 'surface', 4.5],
  ['gold-ink', 'sunken', 4.5],
  ['gold-ink', 'brand-soft', 4.5],
  ['gold-ink', 'gold-soft', 4.5],
  ['harm-ink', 'surface', 4.5],
  ['harm-ink', 'canvas', 4.5],
  ['harm-ink', 'harm-soft', 4.5],
  ['on-harm', 'harm', 4.5],
  ['on-stage', 'stage', 4.5],
  ['on-stage-soft', 'stage', 4.5],
  ['on-purse', 'purse-start', 4.5],
  ['on-purse-soft', 'purse-start', 4.5],
  ['on-purse-soft', 'purse-end', 4.5],
  ['on-toast', 'toast', 4.5],
  ['on-toast', 'toast-harm', 4.5],
  ['line-strong', 'surface', 3],
  ['line-strong', 'canvas', 3],
  ['brand', 'surface', 3],
  ['brand', 'canvas', 3],
  ['brand', 'sunken', 3],
  ['gold', 'surface', 3],
  ['harm', 'surface', 3],
  ['focus', 'canvas', 3],
  ['focus', 'surface', 3],
  ['surface', 'line-strong', 3],
  ['stage-brand', 'stage', 3],
  ['stage-gold', 'stage', 3],
];

describe.each(Object.entries(themes))('%s', (_, colours) => {
  test.each(pairs)('%s on %s is at least %d to 1', (ink, ground, least) => {
    const [left, right] = [colours[ink], colours[ground]];
    if (!left || !right) throw new Error(`no such colour: ${left ? ground : ink}`);
    expect(contrast(left, right)).toBeGreaterThanOrEqual(least);
  });
});
